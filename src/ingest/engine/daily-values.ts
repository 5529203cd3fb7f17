import type { Flag } from '#domain/qualifiers.ts';
import type { DailyPoints } from '#domain/series-columns.ts';
import type { DayNumber } from '#lib/calendar.ts';

/** What an agency says of a value beside its number. The values of a series share a few of these. */
export type ValueMarks = {
  readonly approval: 'A' | 'P';
  readonly qualifier: string | undefined;
  /** The agency doubts the value; the qualifier says why. */
  readonly isSuspect?: boolean;
};

/** A value that is not stored, with the reason. `value` is the text as read. */
export type Rejection = { day: DayNumber; value: string; reason: string };

/** Daily values of a series, as columns of one length. Days ascend. */
export type ImportedDays = DailyPoints & {
  readonly marks: readonly ValueMarks[];
  /** The places of the values in the file or response. */
  readonly lines: readonly number[];
};

/** Daily values as the database stores them, each with the quality rule that it fails. */
export type FlaggedValues = Omit<ImportedDays, 'lines'> & { readonly flags: readonly (Flag | undefined)[] };

export const noDailyValues: ImportedDays = { days: [], values: [], marks: [], lines: [] };

/** Joins values, part after part. */
export function joinValues<V extends Pick<ImportedDays, 'days' | 'values' | 'marks'>>(parts: readonly V[]) {
  return {
    days: ([] as DayNumber[]).concat(...parts.map(({ days }) => days)),
    values: ([] as number[]).concat(...parts.map(({ values }) => values)),
    marks: ([] as ValueMarks[]).concat(...parts.map(({ marks }) => marks)),
  };
}

/** The places from one until another, which is not included. */
export function placesBetween(
  from: number,
  to: number,
  isWanted: (at: number) => boolean = () => true,
): number[] {
  const places: number[] = [];
  for (let at = from; at < to; at += 1) if (isWanted(at)) places.push(at);
  return places;
}

/** The values at some places. */
function valuesAt({ days, values, marks, lines }: ImportedDays, places: readonly number[]): ImportedDays {
  const pick = <T>(column: readonly T[]) => places.flatMap((at) => column[at] ?? []);
  return { days: pick(days), values: pick(values), marks: pick(marks), lines: pick(lines) };
}

/** The values from one day to another, both included, and the places of the others. */
export function splitByDays(
  all: ImportedDays,
  first: DayNumber,
  last: DayNumber,
): { readonly within: ImportedDays; readonly outside: readonly number[] } {
  const start = all.days.findIndex((day) => day >= first);
  const from = start < 0 ? all.days.length : start;
  const end = all.days.findLastIndex((day) => day <= last) + 1;
  if (from === 0 && end === all.days.length) return { within: all, outside: [] };
  const outside = [...placesBetween(0, from), ...placesBetween(Math.max(from, end), all.days.length)];
  return { within: valuesAt(all, placesBetween(from, end)), outside };
}

/**
 * Sorts values, found in any order, by day. Rejects the days that have several different values: none of them is known
 * to be right.
 */
export function inOrderOfDays(found: ImportedDays): {
  readonly readings: ImportedDays;
  readonly repeated: Rejection[];
} {
  const { days, values, lines } = found;
  const { single, repeated } = placesInOrder(days, values, lines);
  return {
    readings: single ? valuesAt(found, single) : found,
    repeated: repeated.map((same) => ({
      day: days[same[0] ?? 0] ?? 0,
      value: same.map((at) => `${values[at]} (line ${lines[at]})`).join(', '),
      reason: repeatedDayReason,
    })),
  };
}

export const repeatedDayReason = 'are different values for one day';

/**
 * Sorts the places of values by their days or instants, and then by their lines. The same value twice is once.
 * @returns the places of the values that are the only ones of their time, undefined if all are and in order; and those of
 * each time with different values
 */
export function placesInOrder(
  times: readonly number[],
  values: readonly number[],
  lines: readonly number[],
): { readonly single: readonly number[] | undefined; readonly repeated: readonly (readonly number[])[] } {
  if (times.every((time, at) => at === 0 || time > (times[at - 1] ?? time)))
    return { single: undefined, repeated: [] };
  const column = (list: readonly number[], at: number) => list[at] ?? 0;
  const places = [...times.keys()].sort(
    (one, other) => column(times, one) - column(times, other) || column(lines, one) - column(lines, other),
  );
  const single: number[] = [];
  const repeated: (readonly number[])[] = [];
  for (let from = 0, to = 0; from < places.length; from = to) {
    const first = places[from] ?? 0;
    while (to < places.length && times[places[to] ?? 0] === times[first]) to += 1;
    const same = places.slice(from, to);
    if (same.every((at) => values[at] === values[first])) single.push(first);
    else repeated.push(same);
  }
  return { single, repeated };
}
