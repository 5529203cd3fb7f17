import type { BriefReach } from '#contract/group-findings.ts';
import { weekDays } from '#domain/finding/day-values.ts';
import { comparedWeeks, reachComparison } from '#domain/finding/reach-comparison.ts';
import { usualInterval } from '#domain/freshness.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { tidyOrNull } from '#lib/format-number.ts';
import type { Queryable } from '../db/queryable.ts';
import type { RecordHead } from '../db/record-heads.ts';
import { type DayRange, readRecords } from '../db/records.ts';
import { toRecord } from './named-heads.ts';
import type { RecordReader } from './record-reader.ts';

/** Most records have a complete week in so many days; where none is found, the whole record is read. */
const searchedDays = 60;

/** Finds the last day on or before that of the brief which ends seven days in a row with values, by record. */
export async function readLastWeeks(
  from: Queryable,
  heads: readonly RecordHead[],
): Promise<readonly (DayNumber | undefined)[]> {
  const search = async (ranges: readonly (readonly DayRange[])[]) => {
    const parts = heads.map((head, at) => ({ ...head, ranges: ranges[at] ?? [] }));
    return (await readRecords(from, parts)).map(({ days }) => lastWeekOf(days));
  };
  const recent = await search(
    heads.map(({ last }) => (last === null ? [] : [[last - searchedDays + 1, last]])),
  );
  if (!recent.includes(undefined)) return recent;
  const all = await search(
    heads.map(({ first, last }, at) =>
      recent[at] !== undefined || first === null || last === null ? [] : [[first, last]],
    ),
  );
  return recent.map((day, at) => day ?? all[at]);
}

/** The last day that ends seven days in a row. */
function lastWeekOf(days: readonly DayNumber[]): DayNumber | undefined {
  return days.findLast((day, at) => day - (days[at - weekDays + 1] ?? day) === weekDays - 1);
}

/** The days that the comparison of a week needs. */
export function rangesOfReach({ first }: RecordHead, last: DayNumber | undefined): DayRange[] {
  if (last === undefined) return [];
  return comparedWeeks(last, dayParts(first ?? last).year).map((day): DayRange => [day - weekDays + 1, day]);
}

/** The end of the last week of a reach, and what has the ranges of `rangesOfReach`. */
type FoundReach = { readonly last: DayNumber | undefined; readonly reader: RecordReader };

/** Describes the gain of a reach; without what was found of it, as withheld. */
export function toReach(head: RecordHead, found: FoundReach | undefined): BriefReach {
  const { last } = found ?? {};
  const record = found?.reader.of(head);
  const compared =
    last === undefined || !record
      ? undefined
      : reachComparison(record, last, dayParts(head.first ?? last).year);
  const { mean, ...place } = compared ?? noComparison;
  return {
    ...toRecord(head),
    is_withheld: found === undefined,
    ...place,
    rdate: last === undefined ? null : formatDay(last),
    value: last === undefined ? null : tidyOrNull(record?.values.get(last)),
    approval: last === undefined ? null : record?.provisional.has(last) ? 'P' : 'A',
    interval_days: usualInterval(head),
    mean_7: tidyOrNull(mean),
  };
}

const noComparison = {
  mean: undefined,
  class: null,
  percentile: null,
  of: null,
  rank: null,
  year_before: null,
} as const;
