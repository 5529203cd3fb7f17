import type { DailyPoints } from '#domain/series-columns.ts';

/**
 * Keeps the lowest and the highest value of each run of days, so that a small line has the peaks of the whole one. The
 * first and the last value stay.
 */
export function thinToExtremes({ days, values }: DailyPoints, daysPerRun: number): DailyPoints {
  const last = days.length - 1;
  const runs = Map.groupBy(days.keys(), (at) => Math.floor(((days[at] ?? 0) - (days[0] ?? 0)) / daysPerRun));
  const valueAt = (at: number) => values[at] ?? 0;
  const places = [...runs.values()].flatMap((run) => [
    run.reduce((low, at) => (valueAt(at) < valueAt(low) ? at : low)),
    run.reduce((high, at) => (valueAt(at) > valueAt(high) ? at : high)),
  ]);
  const chosen = [...new Set(days.length > 0 ? [0, ...places, last] : [])].sort((one, other) => one - other);
  return { days: chosen.map((at) => days[at] ?? 0), values: chosen.map(valueAt) };
}
