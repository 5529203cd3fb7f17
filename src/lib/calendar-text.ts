import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { basinTimeZone, clockInBasin } from './basin-clock.ts';

dayjs.extend(utc);

/** The portal's date and time formats, in the notation of dayjs. */
export const dateFormats = {
  shortDate: 'MM/DD/YYYY',
  shortDateTime: 'MM/DD/YYYY hh:mm A',
  /** A moment: when something was saved, published or imported. */
  longDate: 'MMM D YYYY, HH:mm A',
  shortTime: 'hh:mm A',
  longTime: 'hh:mm:ss A',
  /** Of a day in text. */
  date: 'MMM D, YYYY',
  /** On the axes and in the tooltips of charts. */
  chartDate: 'MM-DD-YYYY',
  /** A day of a year that is not given. */
  monthAndDay: 'MMM DD',
  /** The same without a leading zero. */
  monthAndDayNumber: 'MMM D',
  month: 'MMM',
  monthName: 'MMMM',
  monthAndYear: 'MMMM YYYY',
  weekdayAndDay: 'ddd MM/DD',
  /** In the notes of exported files. */
  exportTime: 'YYYY-MM-DD HH:mm:ss',
} as const;
type DateFormat = (typeof dateFormats)[keyof typeof dateFormats];

/**
 * Formats an instant by the clock of the basin's time zone. The clock comes from Intl: with its timezone plugin, dayjs is an
 * hour off for visitors whose own time zone skips that hour in spring, for example 01:30 on 2026-03-29 in London.
 */
export function formatInstant(instant: Date | string | number, format: DateFormat): string {
  return formatWallTime(clockInBasin(new Date(instant)), format);
}

/** Formats the moment of something that happened as `Nov 21 2026, 17:05 PM` by the clock of the basin. */
export function formatMoment(instant: Date | string | number): string {
  return formatInstant(instant, dateFormats.longDate);
}

/**
 * Formats a calendar day or wall-clock time, which has no time zone, such as `2026-11-21` or `2026-11-21T17:05`.
 * A `Date` or a number of milliseconds counts as that day in UTC.
 */
export function formatWallTime(time: Date | string | number, format: DateFormat): string {
  return dayjs.utc(time).format(format);
}

/** `04-01` as `Apr 1`. */
export function formatMonthDay(monthDay: string): string {
  // A leap year, which has every day.
  return formatWallTime(`2024-${monthDay}`, dateFormats.monthAndDayNumber);
}

/** Formats the time of an export in the portal's zone and in UTC: `Exported 2026-11-21 17:05:09 America/Denver, …Z UTC`. */
export function formatExportedAt(now: Date): string {
  return `Exported ${formatInstant(now, dateFormats.exportTime)} ${basinTimeZone()}, ${now.toISOString()} UTC`;
}
