import { todayInBasin } from './basin-clock.ts';

/**
 * A calendar day as the number of days since 1970-01-01, without a time zone. Days are converted by integer arithmetic
 * rather than dayjs, which takes 6 µs a day: a request may read and write 100,000 of them.
 */
export type DayNumber = number;

const msPerDay = 86_400_000;
const isoDayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The calendar repeats after this many years and days. */
const cycle = { years: 400, days: 146_097 };

/** Converts a date of the proleptic Gregorian calendar; `month` is 1 to 12. */
export function dayFromParts(year: number, month: number, day: number): DayNumber {
  // `Date.UTC` takes the years before 100 for those of the 20th century.
  if (year < 100) return dayFromParts(year + cycle.years, month, day) - cycle.days;
  return Math.floor(Date.UTC(year, month - 1, day) / msPerDay);
}

/** Parses `YYYY-MM-DD`. Returns undefined for other text and for days that do not exist, such as 2023-02-29. */
export function parseDay(text: string): DayNumber | undefined {
  const match = isoDayPattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number);
  const number = dayFromParts(year ?? 0, month ?? 0, day ?? 0);
  return formatDay(number) === text ? number : undefined;
}

/** Parses `YYYY-MM-DD`. @throws RangeError for other text and for days that do not exist */
export function dayNumber(text: string): DayNumber {
  const day = parseDay(text);
  if (day === undefined) throw new RangeError(`${text} is not a date (YYYY-MM-DD)`);
  return day;
}

/** The first and last day that a person may mean. */
export const earliestDay = '1800-01-01';
export const latestDay = '2199-12-31';

/** Whether a text is a day, `YYYY-MM-DD`, that a person may mean; a year that is half typed is none. */
export function isPlausibleDay(text: string): boolean {
  return parseDay(text) !== undefined && text >= earliestDay && text <= latestDay;
}

/** Series share their days, and formatting is slow, so 80,000 days (219 years) are cached. */
const formattedDays = new Map<DayNumber, string>();
const maxFormattedDays = 80_000;

/** Formats a day as `YYYY-MM-DD`. */
export function formatDay(day: DayNumber): string {
  const cached = formattedDays.get(day);
  if (cached !== undefined) return cached;
  const text = new Date(day * msPerDay).toISOString().slice(0, 10);
  if (formattedDays.size >= maxFormattedDays) formattedDays.clear();
  formattedDays.set(day, text);
  return text;
}

/** Splits a day into its parts; `month` is 1 to 12. */
export function dayParts(day: DayNumber): { year: number; month: number; day: number } {
  const date = new Date(day * msPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Adds days to a day, both `YYYY-MM-DD`: `addDays('2024-02-28', 1)` is `2024-02-29`. */
export function addDays(text: string, count: number): string {
  return formatDay(dayNumber(text) + count);
}

/**
 * Formats `YYYY-MM-DD` as the short date of tables, `MM/DD/YYYY`; other text is returned as it is. It is a replacement rather
 * than dayjs because tables filter and export 20,000 rows of dates at once.
 */
export function formatShortDate(day: string): string {
  return day.replace(isoDayPattern, '$2/$3/$1');
}

/** The first letters of the names of the months, as dates have them. */
const shortMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Formats `YYYY-MM-DD` as all dates outside tables are: `Nov 26, 2026`; other text is returned as it is. Without dayjs, which
 * the public map does without.
 */
export function formatUsDate(day: string): string {
  return day.replace(
    isoDayPattern,
    (_, year: string, month: string, date: string) =>
      `${shortMonths[Number(month) - 1]} ${Number(date)}, ${year}`,
  );
}

/** The age of a value in words, from days: days for up to two years, then whole years. */
export function describeAge(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return '1 day ago';
  return days <= 2 * 365 ? `${days} days ago` : `${Math.floor(days / 365.25)} years ago`;
}

/** Finds the last complete day in the basin's time zone at an instant, `YYYY-MM-DD`. */
export function yesterdayInBasin(instant: Date): string {
  return addDays(todayInBasin(instant), -1);
}
