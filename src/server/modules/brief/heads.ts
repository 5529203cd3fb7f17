import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinRecordKey } from '#contract/basin-record-key.ts';
import { usualInterval } from '#domain/freshness.ts';
import { dayOrderOf } from '#domain/season.ts';
import { type Percent, percents, type Statistic } from '#domain/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '../../db/queryable.ts';
import { daySql, dayZero } from '../../db/value-sql.ts';
import type { OverviewRow } from './overview.ts';

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
  /** How many values of the last seven days fail a quality rule. */
  flagged: z.int(),
  /** The statistics of the last day; null without any, or while they are not stored. */
  period: z.nullable(z.enum(['day', 'month'])),
  median: z.nullable(z.number()),
  median_years: z.nullable(z.int()),
  /** Of compared records only, as the number of years is. */
  percentiles: z.nullable(z.array(z.nullable(z.number()))),
  peak_median: z.nullable(z.number()),
});

/** What is known of a record of the brief on its day. */
export type BriefHead = z.output<typeof Row> & Pick<OverviewRow, 'last' | 'value' | 'approval'>;

/** A head by the record's place in the basin file; undefined for a site that the portal does not show. */
export type HeadOf = (key: BasinRecordKey) => BriefHead | undefined;

const usedPercents = percents.filter((percent) => percent !== 5 && percent !== 95);
const percentilesSql = sql.join(
  usedPercents.map((percent) => sql`s.${sql.identifier(`p${percent}`)}[w.day_order]`),
  sql`, `,
);

/** Days whose flagged values are counted. */
const flaggedDays = 7;

/** The records of the brief; `compared` are those with a class. */
type WantedHeads = { readonly keys: readonly BasinRecordKey[]; readonly compared: readonly BasinRecordKey[] };

/** Reads the heads of all records of the brief. */
export async function readHeads(
  from: Queryable,
  { keys, compared }: WantedHeads,
  overview: readonly OverviewRow[],
  on: DayNumber,
): Promise<HeadOf> {
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  if (wanted.length === 0) return () => undefined;
  const lastOf = new Map(
    overview.map((row) => [nameOf({ id: row.loc_id, parameter: row.parameter_ndx }), row]),
  );
  const comparedNames = new Set(compared.map(nameOf));
  const list = wanted.map((key, at) => {
    const last = lastOf.get(nameOf(key))?.last ?? null;
    return {
      at,
      loc_id: key.id,
      parameter_ndx: key.parameter,
      day_order: last === null ? null : dayOrderOf(last, 'water'),
      is_compared: comparedNames.has(nameOf(key)),
    };
  });
  const rows = await from.query(
    sql`
      select w.at, l.loc_ndx, l.loc_id, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name,
        coalesce(lp.is_demonstration, false) as is_demonstration, coalesce(lp.num_days, 0) as num_days,
        coalesce(lp.total_samples, 0) as total_samples, lp.por_start - ${dayZero} as first,
        case when lp.flagged > 0 then (select count(d.flag) from daily_value d where d.loc_ndx = l.loc_ndx
          and d.parameter_ndx = p.parameter_ndx and d.rdate > ${daySql(on - flaggedDays)}
          and d.rdate <= ${daySql(on)})::int else 0 end as flagged,
        s.period, s.median[w.day_order] as median,
        case when w.is_compared then s.counts[w.day_order] end as median_years,
        case when w.is_compared then json_build_array(${percentilesSql}) end as percentiles, s.peak_median
      from json_to_recordset(${JSON.stringify(list)}::text::json)
        as w(at int, loc_id text, parameter_ndx int, day_order int, is_compared boolean)
      join location l on l.loc_id = w.loc_id and l.is_shown
      join parameter p on p.parameter_ndx = w.parameter_ndx
      left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = p.parameter_ndx
      left join statistic_day s on s.loc_ndx = l.loc_ndx and s.parameter_ndx = p.parameter_ndx
        and s.year_kind = 'water' and s.measure = 'value'`,
    Row,
  );
  const byName = new Map(
    rows.flatMap((row): [string, BriefHead][] => {
      const key = wanted[row.at];
      if (!key) return [];
      const { last = null, value = null, approval = null } = lastOf.get(nameOf(key)) ?? {};
      return [[nameOf(key), { ...row, last, value, approval }]];
    }),
  );
  return (key) => byName.get(nameOf(key));
}

const nameOf = ({ id, parameter }: Pick<BasinRecordKey, 'id' | 'parameter'>) => `${parameter} ${id}`;

/** The percentiles of the last day. */
export function percentilesOfHead({ percentiles }: BriefHead): Statistic['percentiles'] {
  const known = usedPercents.map((percent, at): [Percent, number | undefined] => [
    percent,
    percentiles?.[at] ?? undefined,
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
