import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';
import { dayOrderOf, leapDayOrder, yearOf } from '../season/season.ts';
import { sameDayOf } from '../snow/snowpack.ts';

/** The same date of the year before; that of February 29 is February 28. */
export function sameDateLastYear(day: DayNumber): DayNumber {
  return sameDayOf(yearOf(day, 'water') - 1, day);
}

/** The same date in a range of calendar years, both included. Only leap years have a February 29. */
export function sameDates(day: DayNumber, firstYear: number, lastYear: number): DayNumber[] {
  const { month, day: ofMonth } = dayParts(day);
  const count = Math.max(0, lastYear - firstYear + 1);
  return Array.from({ length: count }, (_, at) => dayFromParts(firstYear + at, month, ofMonth)).filter(
    (each) => dayParts(each).day === ofMonth,
  );
}

/**
 * The days whose values make the median of a date: the same date of each year; for February 29, as in all statistics,
 * also February 28 and March 1 of all years.
 */
export function medianDates(day: DayNumber, firstYear: number, lastYear: number): DayNumber[] {
  if (dayOrderOf(day, 'water') !== leapDayOrder('water')) return sameDates(day, firstYear, lastYear);
  const pooled = [day - 1, day, day + 1].flatMap((each) => sameDates(each, firstYear, lastYear));
  return pooled.toSorted((one, other) => one - other);
}
