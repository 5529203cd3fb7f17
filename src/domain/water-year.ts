import type { DayNumber } from '#lib/calendar.ts';
import { dayOrderOf, firstDayOf, lastDayOf, yearOf } from './season.ts';

/** The water year of a day: water year N runs from 1 October N−1 to 30 September N. */
export function waterYear(day: DayNumber): number {
  return yearOf(day, 'water');
}

/** 1 October of the year before. */
export function firstDayOfWaterYear(year: number): DayNumber {
  return firstDayOf(year, 'water');
}

/** 30 September. */
export function lastDayOfWaterYear(year: number): DayNumber {
  return lastDayOf(year, 'water');
}

/** 365 or 366. */
export function daysInWaterYear(year: number): number {
  return lastDayOfWaterYear(year) - firstDayOfWaterYear(year) + 1;
}

/**
 * The place of a day in its water year, 1 (1 Oct) to 366 (30 Sep). 29 February has its own place, 152, so
 * that 1 March is 153 in every year.
 */
export function dayOfWaterYear(day: DayNumber): number {
  return dayOrderOf(day, 'water');
}
