import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { SiteRecord, SiteStatistics } from '#contract/site-page.ts';
import { completenessOf, extentOf, type RecordExtent } from '#domain/completeness.ts';
import { usualInterval } from '#domain/freshness.ts';
import { dayOrderOf } from '#domain/season.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { approvalSql } from '../../db/record-summary.ts';
import type { Queryable } from '../../db/store.ts';
import { daySql, dayZero, isMeasuredSql } from '../../db/value-sql.ts';
import { readLatestOfRecord } from '../public-map/site-latest.ts';
import type { MeasuredRecord } from '../water-year/measured-record.ts';

const RecordRow = z.object({
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  por_start: z.nullable(z.string()),
  por_end: z.nullable(z.string()),
  num_days: z.int(),
  total_samples: z.int(),
  source: z.nullable(z.string()),
  is_demonstration: z.boolean(),
  flagged: z.int(),
  provisional: z.int(),
});

/** A record of a site, and the days on which it has or should have values. */
export type ReadRecord = { readonly record: SiteRecord; readonly extent: RecordExtent | undefined };

/** Reads the records of a site in the order of their parameters. `today` is the day in the basin, `YYYY-MM-DD`. */
export async function readSiteRecords(
  from: Queryable,
  location: string,
  today: string,
): Promise<readonly ReadRecord[]> {
  const rows = await from.query(
    sql`select p.parameter_ndx, p.parameter_name, p.units_name, lp.por_start::text, lp.por_end::text, lp.num_days,
        lp.total_samples, lp.source, lp.is_demonstration, lp.flagged, lp.provisional
      from location_parameter lp join parameter p using (parameter_ndx)
      where lp.loc_ndx = ${Number(location)}::int order by p.parameter_ndx`,
    RecordRow,
  );
  const counts = Map.groupBy(await readYearCounts(from, location), (each) => each.parameter_ndx);
  return Promise.all(
    rows.map(async ({ num_days, ...row }): Promise<ReadRecord> => {
      const years = counts.get(row.parameter_ndx) ?? [];
      const interval_days = usualInterval({ ...row, num_days });
      const [first, last] = [years[0]?.first, years.at(-1)?.last];
      const extent =
        first === undefined || last === undefined
          ? undefined
          : extentOf({ first, last, por_end: row.por_end }, interval_days, {
              text: today,
              day: dayNumber(today),
            });
      const found = await readLatestOfRecord(from, location, { ...row, num_days });
      return {
        extent,
        record: {
          ...row,
          interval_days,
          latest: found?.latest ?? null,
          statistics: found ? statisticsOn(found.measured, found.latest.rdate) : null,
          completeness: extent ? completenessOf(years, extent) : null,
          days: null,
        },
      };
    }),
  );
}

const CountsRow = z.object({
  parameter_ndx: z.int(),
  year: z.int(),
  first: z.int(),
  last: z.int(),
  approved: z.int(),
  provisional: z.int(),
  flagged: z.int(),
});

/** A value that is in no line, because it is no number, counts as missing. */
const isValueSql = sql`(flag is not null or ${isMeasuredSql(sql`daily_value`)})`;
const isProvisionalSql = sql`${approvalSql(sql`approval`)} = 'P'`;

/** The days from October 1 to January 1: a water year begins so long before its calendar year. */
const daysBeforeNewYear = 92;

/** Counts the values of each water year. */
function readYearCounts(from: Queryable, location: string) {
  return from.query(
    sql`select parameter_ndx, extract(year from rdate + ${daysBeforeNewYear}::int)::int as year, min(rdate) - ${dayZero} as first,
        max(rdate) - ${dayZero} as last,
        (count(*) filter (where flag is null and not ${isProvisionalSql}))::int as approved,
        (count(*) filter (where flag is null and ${isProvisionalSql}))::int as provisional, count(flag)::int as flagged
      from daily_value where loc_ndx = ${Number(location)}::int and ${isValueSql}
      group by 1, 2 order by 1, 2`,
    CountsRow,
  );
}

const DayRow = z.object({
  parameter_ndx: z.int(),
  day: z.int(),
  state: z.enum(['approved', 'provisional', 'flagged']),
});

/** The days of a range that have values, with their states, of all records of a site. */
export function readDayStates(from: Queryable, location: string, first: DayNumber, last: DayNumber) {
  return from.query(
    sql`select parameter_ndx, rdate - ${dayZero} as day,
        case when flag is not null then 'flagged' when ${isProvisionalSql} then 'provisional' else 'approved' end as state
      from daily_value
      where loc_ndx = ${Number(location)}::int and ${isValueSql}
        and rdate between ${daySql(first)} and ${daySql(last)}`,
    DayRow,
  );
}

/** The statistics of a day of the year, `YYYY-MM-DD`; null with too few years. */
function statisticsOn({ statistics }: MeasuredRecord, day: string): SiteStatistics | null {
  const order = dayOrderOf(dayNumber(day), 'water');
  const found = statistics.find((each) => each.order === order);
  if (!found) return null;
  const { period, count, firstYear, lastYear, provisional, percentiles } = found;
  const percentile = (percent: keyof typeof percentiles) => {
    const value = percentiles[percent];
    return value === undefined ? null : tidyNumber(value);
  };
  return {
    period,
    count,
    first_year: firstYear,
    last_year: lastYear,
    provisional,
    minimum: tidyNumber(found.minimum),
    p5: percentile(5),
    p10: percentile(10),
    p25: percentile(25),
    median: tidyNumber(found.median),
    p75: percentile(75),
    p90: percentile(90),
    p95: percentile(95),
    maximum: tidyNumber(found.maximum),
  };
}
