import { placeOf } from '#domain/finding/place.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { latestOf } from '#domain/statistics/percentile-class.ts';
import { secondHalfFrom } from '#domain/statistics/statistics.ts';
import { dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { type RecordHead, readHeads } from '#server/db/record-heads.ts';
import { type LatestOfRecord, rangesOfPeers, readLatest, readRecords } from '#server/db/records.ts';
import type { LatestValue } from '../contract.ts';

type LatestRow = RecordHead & LatestOfRecord;

/** The embedded database does one thing at a time, and others wait for these records only. */
const recordsPerStatement = 50;

/**
 * Reads the latest value of every record and where it stands, as `readFindings` does for a few. The class is null while the
 * statistics of a record are not stored; storing them raises the version of the data.
 * @param sites the `loc_ndx` of the only sites to read; all by default
 */
export async function readLatestValues(from: Queryable, sites?: readonly number[]): Promise<LatestValue[]> {
  const latest = await readLatest(from, { sites });
  const heads = await readHeads(from, latest, latest);
  const rows = latest.flatMap((of, at): LatestRow[] => (heads[at] ? [{ ...heads[at], ...of }] : []));
  const extreme = rows.filter(mayBeExtreme);
  const peersOf = new Map<LatestRow, SeriesColumns>();
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
  const { 10: p10, 90: p90 } = row.statistic?.percentiles ?? {};
  if (p10 === undefined || p90 === undefined) return false;
  const { month, day } = dayParts(row.last);
  return row.period === 'month' || (month === 2 && day === 29) || row.value < p10 || row.value > p90;
}

type Place = Pick<LatestValue, 'class' | 'percentile' | 'of' | 'rank'>;

function placeAmong(row: LatestRow, peers: SeriesColumns | undefined): Place {
  const { value, last, parameter_ndx: parameter, statistic } = row;
  const period = row.period ?? 'day';
  const latest = latestOf(peers ?? { days: [last], values: [value] }, 'water', period);
  const place = placeOf(value, { statistic, peers: latest?.peers ?? [], parameter, period });
  const { of } = place;
  return {
    class: place.class,
    percentile: place.percentile,
    of: of && { period, count: of.count, first_year: of.first_year, last_year: of.last_year },
    rank: peers ? place.rank : null,
  };
}
