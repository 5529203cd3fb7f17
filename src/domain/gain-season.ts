import type { DayNumber } from '#lib/calendar.ts';
import { dayOfOrder, dayOrderOf, dayOrdersOfMonth, firstMonthOf, type YearKind, yearOf } from './season.ts';

/** The days from which a gain is counted: November 1, October 1 and May 1. */
export const seasonStarts = ['nov', 'oct', 'may'] as const;
export type SeasonStart = (typeof seasonStarts)[number];

/**
 * A season as a part of the years of one kind, from one day order to another, both included: an irrigation year, a water
 * year, or May to September.
 */
type GainSeason = {
  readonly kind: YearKind;
  readonly firstMonth: number;
  readonly from: number;
  readonly to: number;
};

const seasons: Readonly<Record<SeasonStart, GainSeason>> = {
  nov: { kind: 'irrigation', firstMonth: firstMonthOf.irrigation, from: 1, to: 366 },
  oct: { kind: 'water', firstMonth: firstMonthOf.water, from: 1, to: 366 },
  may: {
    kind: 'water',
    firstMonth: 5,
    from: dayOrdersOfMonth(5, 'water')[0] ?? 0,
    to: dayOrdersOfMonth(9, 'water').at(-1) ?? 0,
  },
};

export function seasonOf(start: SeasonStart): GainSeason {
  return seasons[start];
}

/** How many places a season has: its days in a leap year. */
export function placesOf(start: SeasonStart): number {
  const { from, to } = seasons[start];
  return to - from + 1;
}

/** The place of a day that is within its season, from 1. February 29 has its own, so March 1 has the same in every year. */
export function placeOfDay(day: DayNumber, start: SeasonStart): number {
  const { kind, from } = seasons[start];
  return dayOrderOf(day, kind) - from + 1;
}

/** The day at a place, the inverse of `placeOfDay`. In a year without February 29, its place gives February 28. */
export function dayAtPlace(place: number, year: number, start: SeasonStart): DayNumber {
  const { kind, from } = seasons[start];
  return dayOfOrder(from + place - 1, year, kind);
}

/** The first and the last day of a season; its year is the calendar year of its last day. */
export function daysOfSeason(
  year: number,
  start: SeasonStart,
): { readonly first: DayNumber; readonly last: DayNumber } {
  return { first: dayAtPlace(1, year, start), last: dayAtPlace(placesOf(start), year, start) };
}

/** The season that a day is in or, from October to April of May to September, the one before. */
export function latestSeasonOf(day: DayNumber, start: SeasonStart): number {
  const { kind, from } = seasons[start];
  const year = yearOf(day, kind);
  return dayOrderOf(day, kind) < from ? year - 1 : year;
}
