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

/** Defined where the pages are built, see `basinDefinitions`; a server sets its zone when it starts. */
declare const __TIME_ZONE__: string | undefined;

/** The time zone of a portal whose basin file names none. */
export const defaultTimeZone = 'America/Denver';

let zone = typeof __TIME_ZONE__ === 'undefined' ? defaultTimeZone : __TIME_ZONE__;
// Made when it is used: the browser takes long to, and does it while the page starts.
let zoneClock: Intl.DateTimeFormat | undefined;

// Intl rather than dayjs: importers convert a million instants, at 3 µs each instead of 180 µs, and every guarded page
// compares announcements with the clock without loading a date library.
function createClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}

/** The IANA name of the basin's time zone, in which the portal has its days. */
export function basinTimeZone(): string {
  return zone;
}

/**
 * Sets the basin's time zone for this process, which serves one basin; the default if it is undefined.
 * @throws RangeError for an unknown name
 */
export function setBasinTimeZone(timeZone: string = defaultTimeZone): void {
  zoneClock = createClock(timeZone);
  zone = timeZone;
}

/** Whether a name is one of a time zone, such as `America/Boise`. */
export function isTimeZone(name: string): boolean {
  try {
    createClock(name);
    return true;
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Converts an instant to the wall clock of a time zone, `YYYY-MM-DDTHH:mm:ss`.
 * @throws RangeError for an unknown name
 */
export function clockIn(timeZone: string, instant: Date): string {
  const clock = clocks.get(timeZone) ?? createClock(timeZone);
  clocks.set(timeZone, clock);
  return clock.format(instant).replace(' ', 'T');
}

/** Converts an instant to the wall clock in the basin's time zone, `YYYY-MM-DDTHH:mm:ss`. */
export function clockInBasin(instant: Date): string {
  zoneClock ??= createClock(zone);
  return zoneClock.format(instant).replace(' ', 'T');
}

/** Converts an instant to the minute of the wall clock in the basin's time zone, `YYYY-MM-DDTHH:mm`. */
export function wallTimeInBasin(instant: Date): string {
  return clockInBasin(instant).slice(0, 16);
}

/** Finds the calendar day in the basin's time zone at an instant, `YYYY-MM-DD`. */
export function todayInBasin(instant: Date): string {
  return clockInBasin(instant).slice(0, 10);
}

/**
 * Finds the instant of a wall-clock time of the basin, `YYYY-MM-DDTHH:mm`: the first of two where the clocks go back, and
 * another time's where they skip it.
 * @example instantInBasin('2020-09-30T00:00') === '2020-09-30T06:00:00Z' // in Boise
 */
export function instantInBasin(wallTime: string): string {
  const wanted = Date.parse(`${wallTime}Z`);
  let instant = wanted;
  // Twice, because the offset of the first guess may be that of the other side of a change of the clocks.
  for (const _ of [1, 2]) instant += wanted - Date.parse(`${clockInBasin(new Date(instant))}Z`);
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** Finds the instant at which a day begins in the basin's time zone: `2020-09-30` is `2020-09-30T06:00:00Z` in Boise. */
export function startOfDayInBasin(day: string): string {
  return instantInBasin(`${day}T00:00`);
}

/** Finds the last complete day in the basin's time zone at an instant, `YYYY-MM-DD`. */
export function yesterdayInBasin(instant: Date): string {
  return addDays(todayInBasin(instant), -1);
}

/** Formats an instant for the names of files, in the basin's time zone: `2026-11-21 0905`, or `… 090512` with seconds. */
export function formatFileTime(now: Date, precision: 'minute' | 'second' = 'minute'): string {
  const digits = clockInBasin(now).replace('T', ' ').replaceAll(':', '');
  return precision === 'second' ? digits : digits.slice(0, -2);
}
