import type { DayNumber } from '#lib/calendar.ts';
import { dayOrderOf, leapDayOrder, type YearKind, yearOf } from './season.ts';

/** A daily record as two columns of one length. Days ascend; a day without a value is absent. */
export type DailyRecordColumns = {
  readonly days: readonly DayNumber[];
  readonly values: readonly number[];
};

/** The 30 years of the NRCS hydroclimatic normals, both included: water or irrigation years, as the caller counts. */
export const normalPeriod = { from: 1991, to: 2020 } as const;

/** How many years of the normal period need a value before a median, minimum or maximum is computed. */
export const minYearsForMedian = 10;
/** The same for February 29, which the normal period has eight times. */
const minLeapYearsForMedian = 5;

type Statistic = { readonly minimum: number; readonly median: number; readonly maximum: number };
/** Statistics of one day of the year; `order` is its position from 1 to 366, `years` the number of values. */
type DayStatistic = Statistic & { readonly order: number; readonly years: number };

/** Returns the middle value, or the mean of the two middle values. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError('a median needs at least one value');
  return (lower + upper) / 2;
}

/** Computes the statistics of values in their own unit. @throws RangeError for no values */
export function computeStatistic(values: readonly number[]): Statistic {
  return { minimum: Math.min(...values), median: median(values), maximum: Math.max(...values) };
}

export function isInNormalPeriod(year: number): boolean {
  return year >= normalPeriod.from && year <= normalPeriod.to;
}

/**
 * Computes the minimum, median and maximum of each day of the year over the normal period (NRCS 30-year normals
 * 1991–2020), without smoothing, in order of the day. Days with too few years are left out.
 */
export function dailyStatistics({ days, values }: DailyRecordColumns, kind: YearKind): DayStatistic[] {
  const byOrder: number[][] = Array.from({ length: 367 }, () => []);
  for (const [at, day] of days.entries()) {
    const value = values[at];
    if (value !== undefined && isInNormalPeriod(yearOf(day, kind)))
      byOrder[dayOrderOf(day, kind)]?.push(value);
  }
  const leap = leapDayOrder(kind);
  return byOrder.flatMap((all, order) => {
    const minYears = order === leap ? minLeapYearsForMedian : minYearsForMedian;
    return all.length >= minYears ? [{ order, years: all.length, ...computeStatistic(all) }] : [];
  });
}

/** Counts the years of the normal period in which a record has any value. */
export function countYearsInNormalPeriod({ days }: Pick<DailyRecordColumns, 'days'>, kind: YearKind): number {
  return new Set(days.map((day) => yearOf(day, kind)).filter(isInNormalPeriod)).size;
}
