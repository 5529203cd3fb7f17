/** Calendar days as numbers: days since 1970-01-01. No zone is involved until "today" is asked for. */
export type DayNumber = number;

const msPerDay = 86_400_000;
const isoDayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The zone of the portal's calendar. */
export const portalTimeZone = 'America/Denver';

/** Days from 1970-01-01 to a date of the proleptic Gregorian calendar; `month` is 1 to 12. */
export function dayFromParts(year: number, month: number, day: number): DayNumber {
  return Math.floor(Date.UTC(year, month - 1, day) / msPerDay);
}

/** Reads `YYYY-MM-DD`; `undefined` where that is not a day of the calendar. */
export function parseDay(text: string): DayNumber | undefined {
  const match = isoDayPattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number);
  const number = dayFromParts(year ?? 0, month ?? 0, day ?? 0);
  return formatDay(number) === text ? number : undefined;
}

/** Reads `YYYY-MM-DD`. @throws RangeError where that is not a day of the calendar. */
export function dayNumber(text: string): DayNumber {
  const day = parseDay(text);
  if (day === undefined) throw new RangeError(`${text} is not a day (YYYY-MM-DD)`);
  return day;
}

/** Series share their days, and a date is slow to write: more than two hundred years of them are kept. */
const formattedDays = new Map<DayNumber, string>();
const maxFormattedDays = 80_000;

/** `YYYY-MM-DD` */
export function formatDay(day: DayNumber): string {
  const cached = formattedDays.get(day);
  if (cached !== undefined) return cached;
  const text = new Date(day * msPerDay).toISOString().slice(0, 10);
  if (formattedDays.size >= maxFormattedDays) formattedDays.clear();
  formattedDays.set(day, text);
  return text;
}

/** The parts of a day; `month` is 1 to 12. */
export function dayParts(day: DayNumber): { year: number; month: number; day: number } {
  const date = new Date(day * msPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The day `count` days after `text`, both `YYYY-MM-DD`. */
export function addDays(text: string, count: number): string {
  return formatDay(dayNumber(text) + count);
}

/** `YYYY-MM-DD` as MM/DD/YYYY. */
export function formatUsDate(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}

const denverDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: portalTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day in America/Denver at an instant, `YYYY-MM-DD`. */
export function todayInDenver(instant: Date): string {
  return denverDate.format(instant);
}

const denverTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: portalTimeZone,
  hour: '2-digit',
  minute: '2-digit',
});

/** The wall clock in America/Denver at an instant, `YYYY-MM-DDTHH:mm`. */
export function wallTimeInDenver(instant: Date): string {
  return `${denverDate.format(instant)}T${denverTime.format(instant)}`;
}

/** The last whole day in America/Denver at an instant, `YYYY-MM-DD`. */
export function yesterdayInDenver(instant: Date): string {
  return addDays(todayInDenver(instant), -1);
}
