import type { SiteCompleteness } from '#contract/site-page.ts';
import { type DayState, dayLetters, dayStates } from '#domain/completeness.ts';
import { dayOfOrder } from '#domain/season.ts';
import { formatDay, formatUsDate } from '#lib/calendar.ts';

/** The days of a water year in each state, and in sum. */
export type YearRow = { readonly year: number; readonly total: number } & Readonly<Record<DayState, number>>;

/** The years of a record, the newest first. */
export function yearRows({ first_year, ...counts }: SiteCompleteness): readonly YearRow[] {
  return counts.missing
    .map((missing, at): YearRow => {
      const [approved = 0, provisional = 0, flagged = 0] = [
        counts.approved[at],
        counts.provisional[at],
        counts.flagged[at],
      ];
      const total = approved + provisional + flagged + missing;
      return { year: first_year + at, total, approved, provisional, flagged, missing };
    })
    .toReversed();
}

/** A piece of a bar, in percent of its width. */
export type BarPart = { readonly state: DayState; readonly from: number; readonly width: number };

/** The pieces of a year's bar: a part of a year has a part of the width. */
export function barParts(row: YearRow): readonly BarPart[] {
  let from = 0;
  return dayStates.flatMap((state): BarPart[] => {
    const width = (row[state] / 366) * 100;
    const part = { state, from, width };
    from += width;
    return width === 0 ? [] : [part];
  });
}

/** Days in one state that follow each other; `first` and `last` are orders in the year, 1 to 366. */
export type DayRun = { readonly state: DayState; readonly first: number; readonly last: number };

const stateOfLetter = new Map(dayStates.map((state) => [dayLetters[state], state]));

/** Reads the 366 letters of a year. February 29, which some years lack, does not divide a run. */
export function dayRuns(letters: string, leapOrder: number): readonly DayRun[] {
  const runs: { state: DayState; first: number; last: number }[] = [];
  for (const [at, letter] of [...letters].entries()) {
    const state = stateOfLetter.get(letter);
    if (!state) continue;
    const run = runs.at(-1);
    const follows = run && (run.last === at || (run.last === at - 1 && at === leapOrder));
    if (run && follows && run.state === state) run.last = at + 1;
    else runs.push({ state, first: at + 1, last: at + 1 });
  }
  return runs;
}

/** `Missing: 11/03/2020 to 11/05/2020` or of one day `Flagged: 12/24/2020` */
export function describeRun({ state, first, last }: DayRun, year: number): string {
  const dateOf = (order: number) => formatUsDate(formatDay(dayOfOrder(order, year, 'water')));
  const dates = first === last ? dateOf(first) : `${dateOf(first)} to ${dateOf(last)}`;
  return `${stateNames[state]}: ${dates}`;
}

export const stateNames: Readonly<Record<DayState, string>> = {
  approved: 'Approved',
  provisional: 'Provisional',
  flagged: 'Flagged',
  missing: 'Missing',
};
