import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BriefMove } from '#contract/brief.ts';
import { changeFrom } from '#domain/brief/day-values.ts';
import { sameDates } from '#domain/brief/same-date.ts';
import { unusualChanges } from '#domain/brief/unusual-changes.ts';
import { dayOrderOf } from '#domain/season.ts';
import { changeDays } from '#domain/week-changes.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '../../db/queryable.ts';
import { statisticsOfSql } from '../../db/record-heads.ts';
import { type DayRange, type LatestOfRecord, readRecords, toRange } from '../../db/records.ts';
import { type BriefHead, toRecord } from './heads.ts';
import { newestOf } from './overview.ts';
import type { RecordReader } from './record-reader.ts';

/** Changes before that are not what moved. */
const maxAgeDays = 30;

const Row = z.object({
  at: z.int(),
  usual: z.number(),
  spread: z.number(),
});

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
  const [rows, before] = await Promise.all([
    from.query(usualSql(current, day), Row),
    readRecords(
      from,
      current.map((row) => ({ ...row, ranges: [toRange(day - changeDays)] })),
    ),
  ]);
  const changes = rows.flatMap(({ at, usual, spread }) => {
    const row = current[at];
    const [value] = before[at]?.values ?? [];
    return row && value !== undefined ? [{ ...row, day, change: row.value - value, usual, spread }] : [];
  });
  return unusualChanges(changes);
}

export type FoundMove = Awaited<ReturnType<typeof findMoves>>[number];

/** What change is usual on a day. A record without a spread has no row. */
function usualSql(records: readonly LatestOfRecord[], day: DayNumber) {
  const list = records.map(({ loc_ndx, parameter_ndx }, at) => ({ at, loc_ndx, parameter_ndx }));
  const order = sql`${dayOrderOf(day, 'water')}::int`;
  return sql`
    select * from (
      select w.at, s.change_median[${order}] as usual, s.change_iqr[${order}] as spread
      from json_to_recordset(${JSON.stringify(list)}::text::json) as w(at int, loc_ndx int, parameter_ndx int)
      join ${statisticsOfSql('w')} and s.change_counts is not null
    ) c where c.spread > 0`;
}

/** The same days of the earlier years of a record. */
const daysOf = ({ first, day }: FoundMove) => sameDates(day, dayParts(first).year, dayParts(day).year - 1);

/** The days that the comparison with earlier years needs. */
export function rangesOfMove(move: FoundMove): DayRange[] {
  return daysOf(move).flatMap((each) => [toRange(each - changeDays), toRange(each)]);
}

/** Describes a change. `reader` has the ranges of `rangesOfMove`. */
export function toMove(move: FoundMove, head: BriefHead, reader: RecordReader): BriefMove {
  const change = tidyNumber(move.change);
  const others = daysOf(move).flatMap((each) => {
    const other = changeFrom(reader.of(head), each, changeDays);
    return other === undefined ? [] : [tidyNumber(other)];
  });
  return {
    ...toRecord(head),
    rdate: formatDay(move.day),
    value: tidyNumber(move.value),
    approval: move.approval,
    change,
    smaller_years: others.filter((other) => (change < 0 ? other > change : other < change)).length,
    years: others.length,
    usual: tidyNumber(move.usual),
    spread: tidyNumber(move.spread),
    z: tidyNumber(move.z),
    count: head.change_count ?? 0,
  };
}
