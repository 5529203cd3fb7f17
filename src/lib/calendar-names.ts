import { dayNumber, dayParts, formatUsDate } from './calendar.ts';

// Neither by Intl, of which each format takes a phone tens of milliseconds, nor by dayjs, which the map does without.
export const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
/** January 1, 1970 was a Thursday. */
const weekdays = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'];

/** `November`, of a day `YYYY-MM-DD` as all of these. */
export function monthName(day: string): string {
  return monthNames[dayParts(dayNumber(day)).month - 1] ?? '';
}

/** `Nov 22` */
export function monthAndDay(day: string): string {
  return formatUsDate(day).replace(/, \d+$/, '');
}

/** `7:02 a.m.` of a wall clock `2026-11-23T07:02:00` */
export function timeOfDay(clock: string): string {
  const hour = Number(clock.slice(11, 13));
  return `${hour % 12 || 12}:${clock.slice(14, 16)} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
}

/** `Monday, Nov 23, 2026` */
export function weekdayAndDate(day: string): string {
  const number = dayNumber(day);
  return `${weekdays[((number % 7) + 7) % 7]}, ${formatUsDate(day)}`;
}

/** `Nov 22, 2026` */
export function formatLongDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${monthNames[Number(month) - 1]?.slice(0, 3)} ${Number(date)}, ${year}`;
}
