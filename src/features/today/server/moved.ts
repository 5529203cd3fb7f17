import { changeFrom } from '#domain/finding/day-values.ts';
import { sameDates } from '#domain/finding/same-date.ts';
import { changeDays } from '#domain/week-changes.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { readHeads } from '#server/db/record-heads.ts';
import { type DayRange, type LatestOfRecord, readRecords, toRange } from '#server/db/records.ts';
import { newestOf } from '#server/findings/latest-days.ts';
import { toRecord } from '#server/findings/named-heads.ts';
import type { RecordReader } from '#server/findings/record-reader.ts';
import type { BriefMove } from '../contract.ts';
import { unusualChanges } from '../rules/unusual-changes.ts';

/** Changes before that are not what moved. */
const maxAgeDays = 30;

/** Finds the most unusual changes over the seven days up to the newest day of all compared records. */
export async function findMoves(
  from: Queryable,
  parameters: readonly number[],
  overview: readonly LatestOfRecord[],
  on: DayNumber,
) {
  const compared = overview.filter(({ parameter_ndx }) => parameters.includes(parameter_ndx));
  const day = newestOf(compared);
  if (day === undefined || day < on - maxAgeDays) return [];
  const current = compared.filter(({ last }) => last === day);
  const [heads, before] = await Promise.all([
    readHeads(from, current, current),
    readRecords(
      from,
      current.map((row) => ({ ...row, ranges: [toRange(day - changeDays)] })),
    ),
  ]);
  const changes = heads.flatMap((head, at) => {
    const { value, usual_change: usual, change_spread: spread } = head ?? {};
    const [earlier] = before[at]?.values ?? [];
    if (!head || value == null || usual == null || spread == null || earlier === undefined) return [];
    return [{ ...head, value, day, change: value - earlier, usual, spread }];
  });
  return unusualChanges(changes);
}

export type FoundMove = Awaited<ReturnType<typeof findMoves>>[number];

/** The same days of the earlier years of a record. */
const daysOf = ({ first, day }: FoundMove) =>
  sameDates(day, dayParts(first ?? day).year, dayParts(day).year - 1);

/** The days that the comparison with earlier years needs. */
export function rangesOfMove(move: FoundMove): DayRange[] {
  return daysOf(move).flatMap((each) => [toRange(each - changeDays), toRange(each)]);
}

/** Describes a change. `reader` has the ranges of `rangesOfMove`. */
export function toMove(move: FoundMove, reader: RecordReader): BriefMove {
  const change = tidyNumber(move.change);
  const others = daysOf(move).flatMap((each) => {
    const other = changeFrom(reader.of(move), each, changeDays);
    return other === undefined ? [] : [tidyNumber(other)];
  });
  return {
    ...toRecord(move),
    rdate: formatDay(move.day),
    value: tidyNumber(move.value),
    approval: move.approval ?? 'P',
    change,
    smaller_years: others.filter((other) => (change < 0 ? other > change : other < change)).length,
    years: others.length,
    usual: tidyNumber(move.usual),
    spread: tidyNumber(move.spread),
    z: tidyNumber(move.z),
    count: move.change_count ?? 0,
  };
}
