import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { LatestRecord } from '#contract/latest-record.ts';
import type { SiteLatest } from '#contract/public-map.ts';
import { usualInterval } from '#domain/freshness.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { readDailyColumns } from '../../db/daily-columns.ts';
import type { Queryable } from '../../db/queryable.ts';
import { recordNotFound } from '../../http/problems.ts';
import { standingRecordOf } from '../water-year/comparison.ts';
import { type MeasuredRecord, readLatestRecord } from '../water-year/measured-record.ts';
import { type DailyPoints, thinToExtremes } from './thin-to-extremes.ts';

const RecordRow = z.object({
  parameter_ndx: z.int(),
  por_start: z.nullable(z.string()),
  num_days: z.int(),
  total_samples: z.int(),
});
type RecordRow = z.output<typeof RecordRow>;

/** The days before the latest value that a sparkline shows. */
const recentDays = 365;

/** Two values of each run of so many days are left: about 90 points for a line of 240 pixels. */
const daysPerRun = 8;

/**
 * Reads the latest value of each record of a site that has one, the value before it, where it stands among the other
 * years, and its thinned last year. The standing is that of the water-year tools.
 * @throws HttpProblem 404 for a location that is not on the map
 */
export async function readLatestOfSite(from: Queryable, location: string): Promise<SiteLatest> {
  const [site] = await from.query(
    sql`select loc_ndx from location where loc_ndx = ${Number(location)}::int and is_shown`,
    z.object({ loc_ndx: z.int() }),
  );
  if (!site) throw recordNotFound();
  const rows = await from.query(
    sql`select parameter_ndx, por_start::text, num_days, total_samples from location_parameter
      where loc_ndx = ${site.loc_ndx}::int order by parameter_ndx`,
    RecordRow,
  );
  const records = await Promise.all(rows.map((row) => readRecord(from, location, row)));
  return { loc_ndx: site.loc_ndx, records: records.flatMap((record) => record ?? []) };
}

async function readRecord(from: Queryable, location: string, row: RecordRow) {
  return (await readLatestOfRecord(from, location, row))?.latest;
}

/** A record's latest value, and what its standing rests on. */
export type LatestOfRecord = { readonly latest: LatestRecord; readonly measured: MeasuredRecord };

/** Reads the latest value of a record; undefined without one. @throws HttpProblem 404 */
export async function readLatestOfRecord(
  from: Queryable,
  location: string,
  row: RecordRow,
): Promise<LatestOfRecord | undefined> {
  const key = { parameter: String(row.parameter_ndx), location };
  const asked = { kind: 'water', measure: 'value' } as const;
  const measured = await readLatestRecord(from, key, asked);
  const standing = standingRecordOf(measured, asked.kind);
  const { latest, parameter_ndx, parameter_name, units_name, is_demonstration } = standing;
  if (!latest) return undefined;
  const last = dayNumber(latest.rdate);
  const recent = await readDailyColumns(from, { loc_ndx: standing.loc_ndx, parameter_ndx }, [
    [last - recentDays, last],
  ]);
  return {
    measured,
    latest: {
      parameter_ndx,
      parameter_name,
      units_name,
      is_demonstration,
      por_start: row.por_start,
      interval_days: usualInterval(row),
      rdate: latest.rdate,
      value: latest.value,
      approval: latest.approval,
      previous: previousOf(recent),
      class: latest.class,
      period: latest.period ?? 'day',
      percent_of_median: latest.percent_of_median,
      recent: toOffsets(thinToExtremes(recent, daysPerRun)),
    },
  };
}

function previousOf({ days, values }: DailyPoints): LatestRecord['previous'] {
  const [day, value] = [days.at(-2), values.at(-2)];
  return day === undefined || value === undefined
    ? null
    : { rdate: formatDay(day), value: tidyNumber(value) };
}

function toOffsets({ days, values }: DailyPoints): LatestRecord['recent'] {
  const first: DayNumber = days[0] ?? 0;
  return {
    start: formatDay(first),
    days: days.map((day) => day - first),
    values: values.map(tidyNumber),
  };
}
