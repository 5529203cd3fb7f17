import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BriefRecordKey } from '#contract/basin-brief-request.ts';
import { usualInterval } from '#domain/freshness.ts';
import { type Percent, percents, type Statistic } from '#domain/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { dayOrderSql } from '../../db/day-order.ts';
import type { Queryable } from '../../db/queryable.ts';
import { approvalSql } from '../../db/record-summary.ts';
import { daySql, dayZero, lastValueSql } from './last-value.ts';

const Approval = z.enum(['A', 'P']);

const Row = z.object({
  at: z.int(),
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  is_demonstration: z.boolean(),
  num_days: z.int(),
  total_samples: z.int(),
  /** The first day of the record. */
  first: z.nullable(z.int()),
  /** The last day on or before that of the brief with a value, and the value. */
  last: z.nullable(z.int()),
  value: z.nullable(z.number()),
  approval: z.nullable(Approval),
  /** How many values of the last seven days fail a quality rule. */
  flagged: z.int(),
  /** The statistics of the last day; null without any, or while they are not stored. */
  period: z.nullable(z.enum(['day', 'month'])),
  median: z.nullable(z.number()),
  median_years: z.nullable(z.int()),
  percentiles: z.array(z.nullable(z.number())),
  peak_median: z.nullable(z.number()),
});

/** What is known of a record of the brief on its day. */
export type BriefHead = z.output<typeof Row>;

/** A head by the record's place in the basin file; undefined for a site that the portal does not show. */
export type HeadOf = (key: BriefRecordKey) => BriefHead | undefined;

const order = dayOrderSql(sql`v.rdate`, 'water');
const usedPercents = percents.filter((percent) => percent !== 5 && percent !== 95);
const percentilesSql = sql.join(
  usedPercents.map((percent) => sql`s.${sql.identifier(`p${percent}`)}[${order}]`),
  sql`, `,
);

/** Days whose flagged values are counted. */
const flaggedDays = 7;

/** Reads the heads of all records of the brief. */
export async function readHeads(
  from: Queryable,
  keys: readonly BriefRecordKey[],
  on: DayNumber,
): Promise<HeadOf> {
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  if (wanted.length === 0) return () => undefined;
  const list = wanted.map(({ id, parameter }, at) => ({ at, loc_id: id, parameter_ndx: parameter }));
  const rows = await from.query(
    sql`
      select w.at, l.loc_ndx, l.loc_id, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name,
        coalesce(lp.is_demonstration, false) as is_demonstration, coalesce(lp.num_days, 0) as num_days,
        coalesce(lp.total_samples, 0) as total_samples, least(lp.por_start, v.rdate) - ${dayZero} as first,
        v.rdate - ${dayZero} as last, v.result_value_daily as value,
        case when v.rdate is not null then ${approvalSql(sql`v.approval`)} end as approval,
        (select count(d.flag)::int from daily_value d where d.loc_ndx = l.loc_ndx
          and d.parameter_ndx = p.parameter_ndx and d.rdate > ${daySql(on - flaggedDays)}
          and d.rdate <= ${daySql(on)}) as flagged,
        s.period, s.median[${order}] as median, s.counts[${order}] as median_years,
        json_build_array(${percentilesSql}) as percentiles, s.peak_median
      from json_to_recordset(${JSON.stringify(list)}::text::json) as w(at int, loc_id text, parameter_ndx int)
      join location l on l.loc_id = w.loc_id and l.is_shown
      join parameter p on p.parameter_ndx = w.parameter_ndx
      left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = p.parameter_ndx
      left join lateral ${lastValueSql(sql`l.loc_ndx`, sql`p.parameter_ndx`, on)} v on true
      left join statistic_day s on s.loc_ndx = l.loc_ndx and s.parameter_ndx = p.parameter_ndx
        and s.year_kind = 'water' and s.measure = 'value'`,
    Row,
  );
  const byPlace = new Map(rows.map((row) => [row.at, row]));
  const byName = new Map(wanted.map((key, at) => [nameOf(key), byPlace.get(at)]));
  return (key) => byName.get(nameOf(key));
}

const nameOf = ({ id, parameter }: BriefRecordKey) => `${parameter} ${id}`;

/** The percentiles of the last day. */
export function percentilesOfHead({ percentiles }: BriefHead): Statistic['percentiles'] {
  const known = usedPercents.map((percent, at): [Percent, number | undefined] => [
    percent,
    percentiles[at] ?? undefined,
  ]);
  return Object.fromEntries(known);
}

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
    is_depth: parameter_ndx === parameterNdx.depthToWater,
    is_demonstration,
  };
}

type RecordFields = Pick<
  BriefHead,
  'loc_ndx' | 'loc_id' | 'loc_name' | 'parameter_ndx' | 'parameter_name' | 'units_name' | 'is_demonstration'
>;

/** The fields of a record's last value in the answer. */
export function toLatest(head: BriefHead) {
  const { last, value, approval } = head;
  return {
    rdate: last === null ? null : formatDay(last),
    value: value === null ? null : tidyNumber(value),
    approval,
    interval_days: usualInterval(head),
  };
}

/** A number without the noise of binary fractions; null for none. */
export function tidy(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : tidyNumber(value);
}
