import type { DayNumber } from '#lib/calendar.ts';
import { judgeFreshness } from '../freshness.ts';
import { dayOfOrder, dayOrderOf, firstDayOf, lastDayOf, leapDayOrder } from '../season/season.ts';
import { waterYear } from '../water-year.ts';

/**
 * The states of a day of a record: a value that is approved, one that may still be revised, one that fails a quality rule,
 * and no value.
 */
export const dayStates = ['approved', 'provisional', 'flagged', 'missing'] as const;
export type DayState = (typeof dayStates)[number];

/** A day that is in no state: before the record, after its end, or February 29 of a year without one. */
export const noDay = '-';

/** The letter of each state in the days of a year. */
export const dayLetters: Readonly<Record<DayState, string>> = {
  approved: 'A',
  provisional: 'P',
  flagged: 'F',
  missing: 'M',
};

/** The numbers of days with values in a water year. A year without values may be absent. */
export type CountsOfYear = { readonly year: number } & Readonly<Record<Exclude<DayState, 'missing'>, number>>;

/** The numbers of days in each state, one for each water year from `first_year` on. */
export type Completeness = { readonly first_year: number } & Readonly<Record<DayState, number[]>>;

/** The days of a record, both included. */
export type RecordExtent = { readonly first: DayNumber; readonly last: DayNumber };

/**
 * The days on which a record has or should have values: up to yesterday, because the mean of a day comes after it, or up to
 * its last value if it has ended.
 * @param interval the usual number of days between two values
 */
export function extentOf(
  { first, last, por_end }: RecordExtent & { readonly por_end: string | null },
  interval: number,
  today: { readonly text: string; readonly day: DayNumber },
): RecordExtent {
  const hasEnded = judgeFreshness(por_end, interval, today.text).state === 'ended';
  return { first, last: hasEnded ? last : Math.max(last, today.day - 1) };
}

/** Counts the days of each water year of a record. Days of the extent that are in no other state are missing. */
export function completenessOf(counts: readonly CountsOfYear[], { first, last }: RecordExtent): Completeness {
  const byYear = new Map(counts.map((each) => [each.year, each]));
  const first_year = waterYear(first);
  const years = Array.from({ length: waterYear(last) - first_year + 1 }, (_, at) => first_year + at);
  const listOf = (state: Exclude<DayState, 'missing'>) => years.map((year) => byYear.get(year)?.[state] ?? 0);
  const [approved, provisional, flagged] = [listOf('approved'), listOf('provisional'), listOf('flagged')];
  const missing = years.map((year, at) => {
    const from = Math.max(first, firstDayOf(year, 'water'));
    const to = Math.min(last, lastDayOf(year, 'water'));
    return to - from + 1 - (approved[at] ?? 0) - (provisional[at] ?? 0) - (flagged[at] ?? 0);
  });
  return { first_year, approved, provisional, flagged, missing };
}

/**
 * The states of the days of a water year as 366 letters of `dayLetters` by the order of the day, `-` for no day.
 * @param values the days of the year that have values, with their states
 */
export function lettersOfYear(
  values: readonly { readonly day: DayNumber; readonly state: DayState }[],
  year: number,
  { first, last }: RecordExtent,
): string {
  const letters = Array.from({ length: 366 }, (_, at) => {
    const day = dayOfOrder(at + 1, year, 'water');
    return day >= first && day <= last ? dayLetters.missing : noDay;
  });
  const isLeap = lastDayOf(year, 'water') - firstDayOf(year, 'water') + 1 === 366;
  if (!isLeap) letters[leapDayOrder('water') - 1] = noDay;
  for (const { day, state } of values) letters[dayOrderOf(day, 'water') - 1] = dayLetters[state];
  return letters.join('');
}
