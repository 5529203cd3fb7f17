import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinRecordKey } from '#contract/basin-requests.ts';
import type { BriefDoubt } from '#contract/brief.ts';
import type { originFields, recordFields } from '#contract/record-fields.ts';
import { delivererOf } from '#domain/demonstration.ts';
import { judgeFreshness, usualInterval } from '#domain/freshness.ts';
import { dayOrderOf } from '#domain/season.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';
import { RecordHead, recordHeadSql, recordTablesSql } from '../../db/record-heads.ts';
import { type LatestOfRecord, readRecords } from '../../db/records.ts';

const Row = z.extend(RecordHead, {
  at: z.int(),
  /** Whether any value fails a quality rule. */
  is_flagged: z.boolean(),
  /** The statistics of the last day, as far as they are asked for; null while they are not stored. */
  median: z.nullable(z.number()),
  peak_median: z.nullable(z.number()),
  /** How many changes of a week are compared. */
  change_count: z.nullable(z.int()),
});

/** What is known of a record of the brief on its day. */
export type BriefHead = Omit<z.output<typeof Row>, 'is_flagged'> & {
  /** How many values of the last seven days fail a quality rule. */
  readonly flagged: number;
  /** The last day on or before that of the brief with a value, and the value; null without one. */
  readonly last: DayNumber | null;
  readonly value: number | null;
  readonly approval: LatestOfRecord['approval'] | null;
};

/** A head by the record's place in the basin file; undefined for a site that the portal does not show. */
export type HeadOf = (key: RecordKey) => BriefHead | undefined;

/** Days whose flagged values are counted. */
const flaggedDays = 7;

/** The records of the brief; `summed` are those that sums are made of, `moved` those whose change is listed. */
type WantedHeads = {
  readonly keys: readonly RecordKey[];
  readonly summed: readonly RecordKey[];
  readonly moved: readonly RecordKey[];
};
type RecordKey = Pick<BasinRecordKey, 'id' | 'parameter'>;

/** Reads the heads of all records of the brief. */
export async function readHeads(
  from: Queryable,
  { keys, summed, moved }: WantedHeads,
  overview: readonly LatestOfRecord[],
  on: DayNumber,
): Promise<HeadOf> {
  const wanted = [...new Map([...keys, ...moved].map((key) => [nameOf(key), key])).values()];
  if (wanted.length === 0) return () => undefined;
  const lastOf = new Map(
    overview.map((row) => [nameOf({ id: row.loc_id, parameter: row.parameter_ndx }), row]),
  );
  const [summedNames, movedNames] = [new Set(summed.map(nameOf)), new Set(moved.map(nameOf))];
  const list = wanted.map((key, at) => {
    const last = lastOf.get(nameOf(key))?.last ?? null;
    return {
      at,
      loc_id: key.id,
      parameter_ndx: key.parameter,
      day_order: last === null ? null : dayOrderOf(last, 'water'),
      is_summed: summedNames.has(nameOf(key)),
      is_moved: movedNames.has(nameOf(key)),
    };
  });
  const rows = await from.query(
    sql`
      select w.at, ${recordHeadSql}, coalesce(lp.flagged > 0, false) as is_flagged,
        case when w.is_summed then s.median[w.day_order] end as median, s.peak_median,
        case when w.is_moved then s.change_counts[w.day_order] end as change_count
      from json_to_recordset(${JSON.stringify(list)}::text::json)
        as w(at int, loc_id text, parameter_ndx int, day_order int, is_summed boolean, is_moved boolean)
      ${recordTablesSql('loc_id')}
      left join statistic_day s on s.loc_ndx = l.loc_ndx and s.parameter_ndx = p.parameter_ndx
        and s.year_kind = 'water' and s.measure = 'value' and (w.is_summed or w.is_moved)`,
    Row,
  );
  const recent = await readRecords(
    from,
    rows.map(({ is_flagged, ...key }) => ({
      ...key,
      ranges: is_flagged ? [[on - flaggedDays + 1, on]] : [],
    })),
    { withFlagged: true },
  );
  const byName = new Map(
    rows.flatMap(({ is_flagged: _, ...row }, at): [string, BriefHead][] => {
      const key = wanted[row.at];
      if (!key) return [];
      const { last = null, value = null, approval = null } = lastOf.get(nameOf(key)) ?? {};
      return [[nameOf(key), { ...row, flagged: recent[at]?.flags.size ?? 0, last, value, approval }]];
    }),
  );
  return (key) => byName.get(nameOf(key));
}

const nameOf = ({ id, parameter }: RecordKey) => `${parameter} ${id}`;

/** The fields of a record in the answer. */
export function toRecord(head: RecordFields) {
  const { loc_ndx, loc_id, loc_name, parameter_ndx, parameter_name, units_name, is_demonstration } = head;
  return {
    loc_ndx,
    loc_id,
    loc_name,
    parameter_ndx,
    parameter_name,
    units_name,
    is_demonstration,
    delivered_by: delivererOf(head),
  };
}

type RecordFields = Pick<BriefHead, keyof typeof recordFields | 'provider' | keyof typeof originFields>;

/** Lists the records that are late or have flagged values, each once. */
export function toDoubts(heads: readonly BriefHead[], on: DayNumber): BriefDoubt[] {
  return [...new Set(heads)].flatMap((head): BriefDoubt[] => {
    const rdate = head.last === null ? null : formatDay(head.last);
    const { isLate, lag } = judgeFreshness(rdate, usualInterval(head), formatDay(on));
    const is_late = isLate && !(head.first !== null && head.first > on);
    if (!is_late && head.flagged === 0) return [];
    return [{ ...toRecord(head), rdate, days: lag, is_late, flagged: head.flagged }];
  });
}
