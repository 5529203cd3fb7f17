import type { DayNumber } from '#lib/calendar.ts';
import type { DailyRecordColumns } from './daily-statistics.ts';
import { percentOf } from './percent-of.ts';
import { dayOfOrder, dayOrderOf } from './season.ts';
import type { SnowMedian } from './snowpack.ts';
import { parameterNdx } from './vocabulary.ts';

/** A site's SWE of a water year on the day that is compared, in inches, with the median for that day. */
export type SeasonToDate = {
  readonly asOf: DayNumber;
  readonly value: number | undefined;
  readonly median: SnowMedian | undefined;
  readonly percent: number | undefined;
};

/**
 * Finds a day's month and day in another water year. February 29 is February 28 in years without it.
 * @example sameDayOf(2023, dayNumber('2028-02-29')) // 2023-02-28
 */
export function sameDayOf(year: number, day: DayNumber): DayNumber {
  return dayOfOrder(dayOrderOf(day, 'water'), year, 'water');
}

/** Lists the same day of each of the water years. */
export function comparedDays(day: DayNumber, firstYear: number, lastYear: number): readonly DayNumber[] {
  return Array.from({ length: lastYear - firstYear + 1 }, (_, at) => sameDayOf(firstYear + at, day));
}

/** Lists the orders in the water year whose medians `createSeasonToDate` needs: a leap day is compared with two. */
export function comparedOrders(day: DayNumber): readonly number[] {
  return [...new Set([sameDayOf(2023, day), sameDayOf(2024, day)].map((each) => dayOrderOf(each, 'water')))];
}

/**
 * Makes a function that compares a water year's SWE on the month and day of `day` with the median for the date (NRCS
 * percent of median). `record` has unflagged values of at least the days of `comparedDays`.
 */
export function createSeasonToDate(
  record: DailyRecordColumns,
  day: DayNumber,
  medianOf: (order: number) => SnowMedian | undefined,
): (year: number) => SeasonToDate {
  const valueOn = new Map(record.days.map((each, at) => [each, record.values[at]]));
  return (year) => {
    const asOf = sameDayOf(year, day);
    const value = valueOn.get(asOf);
    const median = medianOf(dayOrderOf(asOf, 'water'));
    const percent = value === undefined ? undefined : percentOf(value, median?.median, parameterNdx.swe);
    return { asOf, value, median, percent };
  };
}
