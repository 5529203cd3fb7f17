import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { bridgedFlows } from './bridge-gaps.ts';
import { reportedAcreFeetPerCfsDay } from './cumulative-volume.ts';
import type { DailyRecordColumns } from './daily-statistics.ts';
import { dayAtPlace, daysOfSeason, placesOf, type SeasonStart } from './gain-season.ts';

/** What a reach gained in one season, day by day. */
export type GainCurve = {
  readonly year: number;
  readonly first: DayNumber;
  /** Acre-feet from the first day to each day without a break, not rounded. */
  readonly values: readonly number[];
  /** Up to each day, how many days of the season were estimated. */
  readonly estimatedDays: readonly number[];
  /** The position of the first provisional or estimated day. */
  readonly revisableFrom: number | undefined;
  readonly hasProvisional: boolean;
  readonly isComplete: boolean;
};

/**
 * Adds up the daily mean gains in cfs from the first day of each season, as `cumulativeVolume` does with discharge: gaps of
 * up to seven days are bridged by a straight line and counted, a longer one ends the sum of its season, and a season
 * whose first day is neither measured nor bridged has none.
 */
export function gainCurves(record: DailyRecordColumns, start: SeasonStart): GainCurve[] {
  const flows = [...bridgedFlows(record)];
  const [firstFlow, lastFlow] = [flows[0], flows.at(-1)];
  if (!firstFlow || !lastFlow) return [];
  const positions = new Map(flows.map(({ day }, at) => [day, at]));
  const curves: GainCurve[] = [];
  for (let year = dayParts(firstFlow.day).year; daysOfSeason(year, start).first <= lastFlow.day; year += 1) {
    const { first, last } = daysOfSeason(year, start);
    const from = positions.get(first);
    if (from === undefined) continue;
    const values: number[] = [];
    const estimatedDays: number[] = [];
    let [sum, estimated] = [0, 0];
    let revisableFrom: number | undefined;
    let hasProvisional = false;
    for (let day = first; day <= last; day += 1) {
      const flow = flows[from + day - first];
      if (flow?.day !== day) break;
      sum += flow.flow * reportedAcreFeetPerCfsDay;
      if (flow.isEstimated) estimated += 1;
      if (flow.isEstimated || flow.isProvisional) revisableFrom ??= values.length;
      hasProvisional ||= flow.isProvisional;
      values.push(sum);
      estimatedDays.push(estimated);
    }
    const isComplete = values.length === last - first + 1;
    curves.push({ year, first, values, estimatedDays, revisableFrom, hasProvisional, isComplete });
  }
  return curves;
}

/** The gain to a place of the season, in acre-feet. Undefined where the sum has ended before. */
export function gainAt(
  { year, first, values }: Pick<GainCurve, 'year' | 'first' | 'values'>,
  place: number,
  start: SeasonStart,
): number | undefined {
  return values[dayAtPlace(place, year, start) - first];
}

/** The gain of a complete season. */
export function totalOf(curve: GainCurve, start: SeasonStart): number | undefined {
  return gainAt(curve, placesOf(start), start);
}
