import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { LatestValue } from '#contract/time-series.ts';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import { classOf, latestOf } from '#domain/standing.ts';
import { type Percent, type Statistic, secondHalfFrom } from '#domain/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { dayOrderSql } from '../../db/day-order.ts';
import { readDayRanges } from '../../db/day-ranges.ts';
import { intArraySql, type Queryable } from '../../db/queryable.ts';
import { dayZero, passesSql } from '../../db/value-sql.ts';
import { rangesOfPeers } from '../water-year/stored-record.ts';

const dayOrder = dayOrderSql(sql`v.rdate`, 'water');
const percents = [10, 25, 75, 90] as const satisfies readonly Percent[];
const percentilesSql = sql.join(
  percents.map((percent) => sql`s.${sql.identifier(`p${percent}`)}[${dayOrder}]`),
  sql`, `,
);

const LatestRow = z.object({
  loc_ndx: z.int(),
  parameter_ndx: z.int(),
  first: z.int(),
  last: z.int(),
  value: z.number(),
  /** Null while the statistics are not stored. */
  period: z.nullable(z.enum(['day', 'month'])),
  /** The years of 1991–2020 with values; null while the statistics are not stored. */
  years: z.nullable(z.array(z.int())),
  percentiles: z.array(z.nullable(z.number())),
});
type LatestRow = z.output<typeof LatestRow>;

/** The latest value of every record that has one, with the percentiles of that day; only of `sites` where they are given. */
const latestSql = (sites: readonly number[] | undefined) => sql`
  select lp.loc_ndx, lp.parameter_ndx, least(lp.por_start, v.rdate) - ${dayZero} as first, v.rdate - ${dayZero} as last,
    v.result_value_daily as value, s.period, to_json(s.years) as years,
    json_build_array(${percentilesSql}) as percentiles
  from location_parameter lp
  join location l on l.loc_ndx = lp.loc_ndx and l.is_shown
  cross join lateral (
    select v.rdate, v.result_value_daily from daily_value v
    where v.loc_ndx = lp.loc_ndx and v.parameter_ndx = lp.parameter_ndx and ${passesSql(sql`v`)}
    order by v.rdate desc limit 1
  ) v
  left join statistic_day s on s.loc_ndx = lp.loc_ndx and s.parameter_ndx = lp.parameter_ndx
    and s.year_kind = 'water' and s.measure = 'value'
  ${sites ? sql`where lp.loc_ndx = any(${intArraySql(sites)})` : sql``}
  order by lp.loc_ndx, lp.parameter_ndx`;

/** The embedded database does one thing at a time, and others wait for these records only. */
const recordsPerStatement = 50;

/**
 * Reads the latest value of every record and its class, as `standingOf` computes it for one record. The class is null
 * while the statistics of a record are not stored; storing them raises the version of the data.
 * @param sites the `loc_ndx` of the only sites to read; all by default
 */
export async function readLatestValues(from: Queryable, sites?: readonly number[]): Promise<LatestValue[]> {
  const rows = await from.query(latestSql(sites), LatestRow);
  const extreme = rows.filter(mayBeExtreme);
  const peersOf = new Map<LatestRow, DailyRecordColumns>();
  for (let start = 0; start < extreme.length; start += recordsPerStatement) {
    const some = extreme.slice(start, start + recordsPerStatement);
    const parts = some.map((row) => ({
      ...row,
      ranges: rangesOfPeers(row.first, row.last, row.period ?? 'day'),
    }));
    for (const [at, peers] of (await readDayRanges(from, parts)).entries()) {
      const row = some[at];
      if (row && peers.days.length > 0) peersOf.set(row, peers);
    }
  }
  return rows.map((row) => ({
    loc_ndx: row.loc_ndx,
    parameter_ndx: row.parameter_ndx,
    rdate: formatDay(row.last),
    value: tidyNumber(row.value),
    class: classAmong(row, peersOf.get(row)) ?? null,
    normal_years: row.years?.length ?? null,
    later_normal_years: row.years?.filter((year) => year >= secondHalfFrom).length ?? null,
  }));
}

/**
 * Whether a value may be the lowest or the highest on record, which its peers decide. A value between the percentiles of
 * its day is not; a month's statistic, and February 29's, which pools three days, has other values than the peers.
 */
function mayBeExtreme({ value, last, period, percentiles: [p10, , , p90] }: LatestRow): boolean {
  if (period === null || p10 === null || p10 === undefined || p90 === null || p90 === undefined) return false;
  const { month, day } = dayParts(last);
  return period === 'month' || (month === 2 && day === 29) || value < p10 || value > p90;
}

function classAmong(row: LatestRow, peers: DailyRecordColumns | undefined): LatestValue['class'] | undefined {
  const { value, last, period, parameter_ndx } = row;
  if (period === null) return undefined;
  const latest = latestOf(peers ?? { days: [last], values: [value] }, 'water', period);
  const known = percents.map((percent, at) => [percent, row.percentiles[at] ?? undefined]);
  const percentiles: Statistic['percentiles'] = Object.fromEntries(known);
  const isReversed = parameter_ndx === parameterNdx.depthToWater;
  return latest && classOf(latest.value, { percentiles }, latest.peers, isReversed);
}
