import { type DayNumber, dayOf, dayParts } from './calendar.ts';

/** The water year of a day: water year N runs from 1 October N−1 to 30 September N. */
export function waterYear(day: DayNumber): number {
  const { year, month } = dayParts(day);
  return month >= 10 ? year + 1 : year;
}

/** 1 October of the year before. */
export function firstDayOfWaterYear(year: number): DayNumber {
  return dayOf(year - 1, 10, 1);
}

/** 30 September. */
export function lastDayOfWaterYear(year: number): DayNumber {
  return dayOf(year, 9, 30);
}

/** 365 or 366. */
export function daysInWaterYear(year: number): number {
  return lastDayOfWaterYear(year) - firstDayOfWaterYear(year) + 1;
}

/**
 * The place of a day in its water year, 1 (1 Oct) to 366 (30 Sep). 29 February has its own place, 152, so
 * that 1 March is 153 in every year.
 */
export function dayOrder(day: DayNumber): number {
  const year = waterYear(day);
  const order = day - firstDayOfWaterYear(year) + 1;
  return daysInWaterYear(year) === 365 && order > 151 ? order + 1 : order;
}
