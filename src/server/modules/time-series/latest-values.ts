import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { LatestValue } from '#contract/time-series.ts';
import { dayOrderOf } from '#domain/season.ts';
import { classOf, latestOf } from '#domain/standing.ts';
import type { Percent } from '#domain/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '../../db/queryable.ts';
import { rangesOfPeers } from '../water-year/stored-record.ts';

const dayZero = sql`date '1970-01-01'`;
const passesSql = sql`v.flag is null and v.result_value_daily between -3e38 and 3e38`;

const LatestRow = z.object({
  loc_ndx: z.int(),
  parameter_ndx: z.int(),
  first: z.int(),
  last: z.int(),
  value: z.number(),
  /** Null while the statistics are not computed. */
  period: z.nullable(z.enum(['day', 'month'])),
});
type LatestRow = z.output<typeof LatestRow>;

/** The latest value of every record that has one, by location and parameter. */
const latestSql = sql`
  select lp.loc_ndx, lp.parameter_ndx, least(lp.por_start, v.rdate) - ${dayZero} as first, v.rdate - ${dayZero} as last,
    v.result_value_daily as value, s.period
  from location_parameter lp
  join location l on l.loc_ndx = lp.loc_ndx and l.is_shown
  cross join lateral (
    select v.rdate, v.result_value_daily from daily_value v
    where v.loc_ndx = lp.loc_ndx and v.parameter_ndx = lp.parameter_ndx and ${passesSql}
    order by v.rdate desc limit 1
  ) v
  left join statistic_day s on s.loc_ndx = lp.loc_ndx and s.parameter_ndx = lp.parameter_ndx
    and s.year_kind = 'water' and s.measure = 'value'
  order by lp.loc_ndx, lp.parameter_ndx`;

const percents = [10, 25, 75, 90] as const satisfies readonly Percent[];

const PeersRow = z.object({
  at: z.int(),
  percentiles: z.array(z.nullable(z.number())),
  days: z.string(),
  values: z.string(),
});

/** The values of the same day, or month, of all years, and the percentiles of that day. */
function peersSql(rows: readonly LatestRow[]) {
  const wanted = rows.map(({ loc_ndx, parameter_ndx, first, last, period }, at) => {
    const ranges = rangesOfPeers(first, last, period ?? 'day');
    return {
      at,
      loc_ndx,
      parameter_ndx,
      day_order: dayOrderOf(last, 'water'),
      first_days: ranges.map(([day]) => day),
      last_days: ranges.map(([, day]) => day),
    };
  });
  const percentiles = percents.map((percent) => sql`s.${sql.identifier(`p${percent}`)}[w.day_order]`);
  return sql`
    select w.at, json_build_array(${sql.join(percentiles, sql`, `)}) as percentiles, p.days, p.values
    from json_to_recordset(${JSON.stringify(wanted)}::text::json)
      as w(at int, loc_ndx int, parameter_ndx int, day_order int, first_days int[], last_days int[])
    join statistic_day s on s.loc_ndx = w.loc_ndx and s.parameter_ndx = w.parameter_ndx
      and s.year_kind = 'water' and s.measure = 'value'
    cross join lateral (
      select string_agg((v.rdate - ${dayZero})::text, ',' order by v.rdate) as days,
        string_agg(v.result_value_daily::text, ',' order by v.rdate) as values
      from unnest(w.first_days, w.last_days) as r(first, last)
      cross join lateral (
        select v.* from daily_value v
        where v.loc_ndx = w.loc_ndx and v.parameter_ndx = w.parameter_ndx
          and v.rdate between ${dayZero} + r.first and ${dayZero} + r.last
        -- Keeps the planner from reading the whole record once for all ranges.
        offset 0
      ) v
      where ${passesSql}
    ) p
    where p.days is not null`;
}

/** The embedded database does one thing at a time, and others wait for these records only. */
const recordsPerStatement = 50;

/**
 * Reads the latest value of every record and its class, as `standingOf` computes them for one record. The class is null
 * while the statistics of a record are not stored; storing them raises the version of the data.
 */
export async function readLatestValues(from: Queryable): Promise<LatestValue[]> {
  const rows = await from.query(latestSql, LatestRow);
  const found: LatestValue[] = [];
  for (let start = 0; start < rows.length; start += recordsPerStatement) {
    const some = rows.slice(start, start + recordsPerStatement);
    const peers = await from.query(peersSql(some), PeersRow);
    const peersOf = new Map(peers.map((each) => [each.at, each]));
    found.push(...some.map((row, at) => toLatestValue(row, peersOf.get(at))));
  }
  return found;
}

function toLatestValue(row: LatestRow, peers: z.output<typeof PeersRow> | undefined): LatestValue {
  const { loc_ndx, parameter_ndx, last, value, period } = row;
  return {
    loc_ndx,
    parameter_ndx,
    rdate: formatDay(last),
    value: tidyNumber(value),
    class: (peers && period && classAmong(peers, parameter_ndx, period)) ?? null,
  };
}

function classAmong(
  { days, values, percentiles }: z.output<typeof PeersRow>,
  parameter: number,
  period: 'day' | 'month',
): LatestValue['class'] {
  const record = { days: days.split(',').map(Number), values: values.split(',').map(Number) };
  const latest = latestOf(record, 'water', period);
  if (!latest) return null;
  const known = percents.map((percent, at) => [percent, percentiles[at] ?? undefined]);
  const isReversed = parameter === parameterNdx.depthToWater;
  return classOf(latest.value, { percentiles: Object.fromEntries(known) }, latest.peers, isReversed) ?? null;
}
