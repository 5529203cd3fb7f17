import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';

/** A part of each year; days are `MM-DD`, of any year but a leap day. */
export type MonthDays = { readonly from: string; readonly to: string };

/** The day of a calendar year; February 29 of a common year is February 28. */
export function dayInYear(year: number, monthDay: string): DayNumber {
  const [month = 1, day = 1] = monthDay.split('-').map(Number);
  const found = dayFromParts(year, month, day);
  return dayParts(found).month === month ? found : found - 1;
}

/** The first and the last issue day, and the one that is meant without a day. */
export type IssueDays = { readonly first: DayNumber; readonly last: DayNumber; readonly usual: DayNumber };
