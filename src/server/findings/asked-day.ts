import { todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber, formatDay, parseDay } from '#lib/calendar.ts';
import type { Queryable } from '../db/queryable.ts';
import { HttpProblem } from '../http/problems.ts';
import { cacheComputed } from '../http/query-cache.ts';
import { readFirstDay } from './latest-days.ts';

/**
 * Reads a day that a caller asks for; today in the basin by default.
 * @param subject what needs it, as the message begins
 * @throws HttpProblem 400 for what is no day, and for a day without values
 */
export type ParseAskedDay = (text: string | undefined, subject: string) => Promise<DayNumber>;

/** Creates what reads days that have values. */
export function createDayParser(from: Queryable): ParseAskedDay {
  const readFirst = cacheComputed(from, () => readFirstDay(from));
  return async (text, subject) => {
    const today = dayNumber(todayInBasin(new Date()));
    if (text === undefined) return today;
    const day = parseDay(text);
    const first = await readFirst();
    if (day !== undefined && day <= today && day >= (first ?? day)) return day;
    const range =
      first === undefined ? `up to ${formatDay(today)}` : `from ${formatDay(first)} to ${formatDay(today)}`;
    throw new HttpProblem(400, `${subject} needs a day ${range}, written YYYY-MM-DD.`);
  };
}
