import type { DayNumber } from '#lib/calendar.ts';
import { dayOrderOf, leapDayOrder, type YearKind, yearOf } from './season.ts';

/** A daily record: days ascend, a day without a value is absent. */
export type DailyRecordColumns = {
  readonly days: readonly DayNumber[];
  readonly values: readonly number[];
};

/** The 30 years of the NRCS hydroclimatic normals; years are those of the kind being looked at. */
export const normalPeriod = { from: 1991, to: 2020 } as const;

/** A day needs so many years of values for a statistic, 29 February so many leap years. */
export const minYearsForMedian = 10;
export const minLeapYearsForMedian = 5;

export type Statistic = { readonly minimum: number; readonly median: number; readonly maximum: number };
export type DayStatistic = Statistic & { readonly order: number; readonly years: number };

/** The middle value, or the mean of the two middle values. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError('no values have no median');
  return (lower + upper) / 2;
}

export function computeStatistic(values: readonly number[]): Statistic {
  return { minimum: Math.min(...values), median: median(values), maximum: Math.max(...values) };
}

export function isInNormalPeriod(year: number): boolean {
  return year >= normalPeriod.from && year <= normalPeriod.to;
}

/**
 * Plain minimum, median and maximum of each day of the year over the normals (NRCS 30-year normals 1991–2020), by
 * `order`, for the days that have enough years.
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

/** In how many years of the normals a record has any value. */
export function countYearsInNormalPeriod({ days }: Pick<DailyRecordColumns, 'days'>, kind: YearKind): number {
  return new Set(days.map((day) => yearOf(day, kind)).filter(isInNormalPeriod)).size;
}
