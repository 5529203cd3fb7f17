import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { LatestValue } from '#contract/time-series.ts';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import { placeOf } from '#domain/finding/place.ts';
import { dayOrderOf } from '#domain/season.ts';
import { latestOf } from '#domain/standing.ts';
import { secondHalfFrom } from '#domain/statistics.ts';
import { dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { statisticSql, toStatistic } from '../../db/findings.ts';
import type { Queryable } from '../../db/queryable.ts';
import { statisticsOfSql } from '../../db/record-heads.ts';
import { type LatestOfRecord, rangesOfPeers, readLatest, readRecords } from '../../db/records.ts';

const StatisticRow = z.object({
  at: z.int(),
  /** Null while the statistics are not stored. */
  period: z.nullable(z.enum(['day', 'month'])),
  /** The years of 1991–2020 with values; null while the statistics are not stored. */
  years: z.nullable(z.array(z.int())),
  statistic: z.array(z.nullable(z.number())),
});
type LatestRow = LatestOfRecord & z.output<typeof StatisticRow>;

/** Reads the statistics of the days of latest values. */
async function addStatistics(from: Queryable, latest: readonly LatestOfRecord[]): Promise<LatestRow[]> {
  const wanted = latest.map(({ loc_ndx, parameter_ndx, last }, at) => ({
    at,
    loc_ndx,
    parameter_ndx,
    day_order: dayOrderOf(last, 'water'),
  }));
  const rows = await from.query(
    sql`select w.at, s.period, to_json(s.years) as years,
        json_build_array(${statisticSql}) as statistic
      from json_to_recordset(${JSON.stringify(wanted)}::text::json)
        as w(at int, loc_ndx int, parameter_ndx int, day_order int)
      left join ${statisticsOfSql('w')}
      order by w.at`,
    StatisticRow,
  );
  return rows.flatMap((row) => {
    const of = latest[row.at];
    return of ? { ...of, ...row } : [];
  });
}

/** The embedded database does one thing at a time, and others wait for these records only. */
const recordsPerStatement = 50;

/**
 * Reads the latest value of every record and where it stands, as `readFindings` does for a few. The class is null while the
 * statistics of a record are not stored; storing them raises the version of the data.
 * @param sites the `loc_ndx` of the only sites to read; all by default
 */
export async function readLatestValues(from: Queryable, sites?: readonly number[]): Promise<LatestValue[]> {
  const rows = await addStatistics(from, await readLatest(from, { sites }));
  const extreme = rows.filter(mayBeExtreme);
  const peersOf = new Map<LatestRow, DailyRecordColumns>();
  for (let start = 0; start < extreme.length; start += recordsPerStatement) {
    const some = extreme.slice(start, start + recordsPerStatement);
    const parts = some.map((row) => ({
      ...row,
      ranges: rangesOfPeers(row.first, row.last, row.period ?? 'day'),
    }));
    for (const [at, peers] of (await readRecords(from, parts)).entries()) {
      const row = some[at];
      if (row && peers.days.length > 0) peersOf.set(row, peers);
    }
  }
  return rows.map((row) => ({
    loc_ndx: row.loc_ndx,
    parameter_ndx: row.parameter_ndx,
    rdate: formatDay(row.last),
    value: tidyNumber(row.value),
    ...placeAmong(row, peersOf.get(row)),
    normal_years: row.years?.length ?? null,
    later_normal_years: row.years?.filter((year) => year >= secondHalfFrom).length ?? null,
  }));
}

/**
 * Whether a value may be the lowest or the highest on record, which its peers decide. A value between the percentiles of
 * its day is not; a month's statistic, and February 29's, which pools three days, has other values than the peers.
 */
function mayBeExtreme(row: LatestRow): boolean {
  const { 10: p10, 90: p90 } = toStatistic(row)?.percentiles ?? {};
  if (p10 === undefined || p90 === undefined) return false;
  const { month, day } = dayParts(row.last);
  return row.period === 'month' || (month === 2 && day === 29) || row.value < p10 || row.value > p90;
}

type Place = Pick<LatestValue, 'class' | 'percentile' | 'of' | 'rank'>;

function placeAmong(row: LatestRow, peers: DailyRecordColumns | undefined): Place {
  const { value, last, parameter_ndx: parameter } = row;
  const period = row.period ?? 'day';
  const latest = latestOf(peers ?? { days: [last], values: [value] }, 'water', period);
  const statistic = toStatistic(row);
  const place = placeOf(value, { statistic, peers: latest?.peers ?? [], parameter, period });
  const { of } = place;
  return {
    class: place.class,
    percentile: place.percentile,
    of: of && { period, count: of.count, first_year: of.first_year, last_year: of.last_year },
    rank: peers ? place.rank : null,
  };
}
