import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';
import { type DailyRecordColumns, dailyStatistics } from './daily-statistics.ts';
import { percentOf } from './percent-of.ts';
import { dayOrderOf } from './season.ts';
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
  const { month, day: dayOfMonth } = dayParts(day);
  const calendarYear = month >= 10 ? year - 1 : year;
  const isLeapDay = month === 2 && dayOfMonth === 29;
  const lastOfFebruary = dayFromParts(calendarYear, 3, 0);
  return isLeapDay ? lastOfFebruary : dayFromParts(calendarYear, month, dayOfMonth);
}

/**
 * Lists the days whose values `seasonToDate` needs to compare the water years with each other on a day. The statistics of
 * February 29 pool February 28, February 29 and March 1.
 */
export function comparedDays(day: DayNumber, firstYear: number, lastYear: number): readonly DayNumber[] {
  const { month, day: dayOfMonth } = dayParts(day);
  const isLeapDay = month === 2 && dayOfMonth === 29;
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at);
  if (!isLeapDay) return years.map((year) => sameDayOf(year, day));
  return years.flatMap((year) => {
    const [from, to] = [dayFromParts(year, 2, 28), dayFromParts(year, 3, 1)];
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

/**
 * Makes a function that compares a water year's SWE on the month and day of `day` with the median for the date (NRCS
 * percent of median). `record` has unflagged values of at least the days of `comparedDays`.
 */
export function createSeasonToDate(
  record: DailyRecordColumns,
  day: DayNumber,
): (year: number) => SeasonToDate {
  const valueOn = new Map(record.days.map((each, at) => [each, record.values[at]]));
  const statisticOf = new Map(dailyStatistics(record, 'water').map((each) => [each.order, each]));
  return (year) => {
    const asOf = sameDayOf(year, day);
    const value = valueOn.get(asOf);
    const median = statisticOf.get(dayOrderOf(asOf, 'water'));
    const percent = value === undefined ? undefined : percentOf(value, median?.median, parameterNdx.swe);
    return { asOf, value, median, percent };
  };
}
