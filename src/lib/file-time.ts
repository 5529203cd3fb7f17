import { clockInBasin } from './calendar.ts';

/** Formats an instant for the names of files, in the basin's time zone: `2026-11-21 0905`, or `… 090512` with seconds. */
export function formatFileTime(now: Date, precision: 'minute' | 'second' = 'minute'): string {
  const digits = clockInBasin(now).replace('T', ' ').replaceAll(':', '');
  return precision === 'second' ? digits : digits.slice(0, -2);
}
