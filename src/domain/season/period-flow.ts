import type { DayNumber } from '#lib/calendar.ts';
import { bridgedFlows, type DailyFlow } from '../bridge-gaps.ts';
import type { SeriesColumns } from '../series-columns.ts';
import { acreFeetPerCfsDay } from './cumulative-volume.ts';

/** How many days of an observed flow may be missing. */
export const maxMissingDays = 3;

/** The flows of a record by day, with those of short gaps interpolated. */
export type FlowByDay = ReadonlyMap<DayNumber, DailyFlow>;

export function flowByDay(record: SeriesColumns): FlowByDay {
  return new Map(Array.from(bridgedFlows(record), (each) => [each.day, each]));
}

/**
 * What flowed on the days of a range, in cfs, from its first day up to the first gap that is not bridged. `missing` counts
 * the days without a measured value; a volume of the range may be computed only if it `isComplete`.
 */
export type PeriodFlow = {
  readonly flows: readonly number[];
  readonly missing: number;
  readonly isComplete: boolean;
};

/**
 * The flow from `first` to `last`; of no day where `last` is before `first`. Up to 3 days may be missing; those at the end,
 * which cannot be interpolated, have the flow of the last day before them.
 */
export function periodFlow(known: FlowByDay, first: DayNumber, last: DayNumber): PeriodFlow {
  const days = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => known.get(first + at));
  const missing = days.filter((each) => each === undefined || each.isEstimated).length;
  const flows: number[] = [];
  let before = [1, 2, 3].map((back) => known.get(first - back)?.flow).find((flow) => flow !== undefined);
  for (const each of days) {
    before = each?.flow ?? (missing <= maxMissingDays ? before : undefined);
    if (before === undefined) break;
    flows.push(before);
  }
  return { flows, missing, isComplete: missing <= maxMissingDays && flows.length === days.length };
}

/** The volume since the start of the flows by the end of each day, in AF. */
export function cumulativeAf(flows: readonly number[]): number[] {
  let sum = 0;
  return flows.map((flow) => (sum += flow * acreFeetPerCfsDay));
}

/** In AF. */
export function volumeOf(flows: readonly number[]): number {
  return flows.reduce((sum, flow) => sum + flow * acreFeetPerCfsDay, 0);
}

/** The share of the days of the winter that need a flow. */
const minShareOfDays = 0.9;

/** The mean flow in cfs; undefined if less than 90 % of the days of the range have one, or it has no day. */
export function meanFlow(
  values: ReadonlyMap<DayNumber, number>,
  first: DayNumber,
  last: DayNumber,
): number | undefined {
  const days = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => values.get(first + at));
  const known = days.filter((each) => each !== undefined);
  if (known.length === 0 || known.length < minShareOfDays * days.length) return undefined;
  return known.reduce((sum, flow) => sum + flow, 0) / known.length;
}
