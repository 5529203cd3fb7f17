import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import type { TimeAxis } from './types.ts';

const msPerDay = 86_400_000;

/** A time axis that has days. */
export type DayAxis = Exclude<TimeAxis, { kind: 'months' }>;

/** The header of a column of x values. */
export const xNames: Record<TimeAxis['kind'], string> = { days: 'Date', season: 'Day', months: 'Month' };

/** The UTC date of `x`; on a season axis, in a year that has February 29. */
export function dateAt(x: number, time: DayAxis): Date {
  if (time.kind === 'days') return new Date(x * msPerDay);
  const { firstMonth } = time;
  return new Date(Date.UTC(firstMonth > 2 ? 1999 : 2000, firstMonth - 1, x));
}

/** The `x` of a UTC date: the inverse of `dateAt`. */
export function xOf(date: Date, time: DayAxis): number {
  const day = Math.floor(date.valueOf() / msPerDay);
  return time.kind === 'days' ? day : day - Math.floor(dateAt(1, time).valueOf() / msPerDay) + 1;
}

/** The label of a tick: as `labelAt`, or `Nov` where the axis has months and the tick is the first of one. */
export function tickLabelAt(x: number, time: TimeAxis): string {
  const isMonth =
    time.kind === 'season'
      ? dateAt(x, time).getUTCDate() === 1
      : time.kind === 'days' && time.ticks === 'months';
  return isMonth && time.kind !== 'months'
    ? formatWallTime(dateAt(x, time), dateFormats.month)
    : labelAt(x, time);
}

/** `MM-DD-YYYY`, `MMM DD` of a season, or the name of a month. */
export function labelAt(x: number, time: TimeAxis): string {
  if (time.kind === 'months') return time.names[Math.round(x) - 1] ?? '';
  const date = dateAt(x, time);
  return formatWallTime(date, time.kind === 'season' ? dateFormats.monthAndDay : dateFormats.chartDate);
}
