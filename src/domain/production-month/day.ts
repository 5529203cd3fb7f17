import { dayFromParts, formatDay, parseDay } from '#lib/calendar.ts';
import { monthNames } from '#lib/calendar-names.ts';

/**
 * Reads a date as logbooks and spreadsheets have it, in the order of the United States; a missing year is that of
 * `month` (`YYYY-MM`): `2026-08-03`, `8/3/2026`, `8/3/26`, `8/3`, `3-Aug`, `Mon, Aug 3, 2026`. Undefined for other text.
 */
export function readLogbookDay(text: string, month: string): string | undefined {
  const trimmed = text
    .trim()
    .toLowerCase()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+/, '')
    .replace(/[t ]00:00(?::00(?:\.0+)?)?z?$/, '');
  if (parseDay(trimmed) !== undefined) return trimmed;
  const year = month.slice(0, 4);
  const numeric = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?$/.exec(trimmed);
  if (numeric) return toDay(numeric[3] ?? year, Number(numeric[1]), Number(numeric[2]));
  const dayFirst = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?(?:[ ,-]+(\d{4}|\d{2}))?$/.exec(trimmed);
  if (dayFirst) return toDay(dayFirst[3] ?? year, monthNumber(dayFirst[2]), Number(dayFirst[1]));
  const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(trimmed);
  if (monthFirst) return toDay(monthFirst[3] ?? year, monthNumber(monthFirst[1]), Number(monthFirst[2]));
  return undefined;
}

function monthNumber(name = ''): number {
  return monthNames.findIndex((each) => each.toLowerCase().startsWith(name)) + 1;
}

function toDay(year: string, month: number, day: number): string | undefined {
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const text = `${fullYear}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return parseDay(text) === undefined ? undefined : text;
}

/** The days of a month, `YYYY-MM`. */
export function daysOfMonth(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const first = dayFromParts(year, number, 1);
  const count = dayFromParts(year, number + 1, 1) - first;
  return Array.from({ length: count }, (_, index) => formatDay(first + index));
}

/** The month before or after: `shiftMonth('2026-01', -1)` is `2025-12`. */
export function shiftMonth(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return formatDay(dayFromParts(year, number + count, 1)).slice(0, 7);
}
