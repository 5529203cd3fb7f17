import type { DayNumber } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf, yearOf } from './season/season.ts';

/** Finds the water year of a day. Water year N runs from October 1 of N−1 to September 30 of N. */
export function waterYear(day: DayNumber): number {
  return yearOf(day, 'water');
}

/** Returns October 1 of the year before. */
export function firstDayOfWaterYear(year: number): DayNumber {
  return firstDayOf(year, 'water');
}

/** Returns September 30. */
export function lastDayOfWaterYear(year: number): DayNumber {
  return lastDayOf(year, 'water');
}

/** Counts the days of a water year: 365 or 366. */
export function daysInWaterYear(year: number): number {
  return lastDayOfWaterYear(year) - firstDayOfWaterYear(year) + 1;
}
