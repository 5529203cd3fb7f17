import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import { comparedDays } from '#domain/snow-to-date.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { intArraySql, type Queryable } from '../../db/queryable.ts';
import { dayZero } from '../../db/value-sql.ts';

const YearRow = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  loc_type_name: z.string(),
  huc8_ndx: z.nullable(z.int()),
  huc8_name: z.nullable(z.string()),
  lon: z.number(),
  lat: z.number(),
  water_year: z.int(),
  peak: z.number(),
  /** Days since 1970: the first day of the peak, and the last one with a value. */
  peak_day: z.int(),
  last_day: z.int(),
  winter_days: z.int(),
  flagged: z.int(),
  por_end: z.nullable(z.string()),
  num_days: z.int(),
  total_samples: z.int(),
  is_demonstration: z.boolean(),
});
/** A site's water year. */
export type YearRow = z.output<typeof YearRow>;

/** A site's unflagged values of a year, by the primary key: grouping all values by year took twice the time. */
const ofYearSql = sql`v.loc_ndx = y.loc_ndx and v.parameter_ndx = ${parameterNdx.swe}
  and v.rdate >= make_date(y.water_year - 1, 10, 1) and v.rdate < make_date(y.water_year, 10, 1)`;

const sitesSql = (
  locations: readonly number[] | undefined,
) => sql`select l.loc_ndx from location l join location_parameter lp using (loc_ndx)
  where l.is_shown and lp.parameter_ndx = ${parameterNdx.swe}
    ${locations ? sql`and l.loc_ndx = any(${intArraySql(locations)})` : sql``}
  order by l.loc_name, l.loc_ndx`;

const yearsSql = (sites: readonly number[]) => sql`
  with y as materialized (
    select lp.loc_ndx, year as water_year
    from location_parameter lp
    cross join lateral (
      select min(v.rdate) as first_day, max(v.rdate) as last_day from daily_value v
      where v.loc_ndx = lp.loc_ndx and v.parameter_ndx = lp.parameter_ndx
    ) v
    cross join generate_series(extract(year from v.first_day + interval '3 months')::int,
      extract(year from v.last_day + interval '3 months')::int) year
    where lp.parameter_ndx = ${parameterNdx.swe} and lp.loc_ndx = any(${intArraySql(sites)})
  ), p as materialized (
    select y.loc_ndx, y.water_year, s.*
    from y
    cross join lateral (
      select max(v.result_value_daily) filter (where v.flag is null) as peak,
        (count(*) filter (where v.flag is null and v.rdate >= make_date(y.water_year - 1, 11, 1)
          and v.rdate < make_date(y.water_year, 5, 1)))::int as winter_days,
        count(v.flag)::int as flagged,
        max(v.rdate) filter (where v.flag is null) - ${dayZero} as last_day
      from daily_value v
      where ${ofYearSql} and (v.flag is not null or v.result_value_daily between 0 and 3e38)
    ) s
    where s.peak is not null
  )
  select l.loc_ndx, l.loc_name, t.loc_type_name, l.huc8_ndx, h.huc8_name, l.longitude_dd as lon,
    l.latitude_dd as lat, y.water_year, y.peak, y.winter_days, y.flagged, y.last_day,
    (select min(v.rdate) from daily_value v
      where ${ofYearSql} and v.flag is null and v.result_value_daily = y.peak) - ${dayZero} as peak_day,
    lp.por_end::text as por_end, lp.num_days, lp.total_samples, lp.is_demonstration
  from p y
  join location_parameter lp on lp.loc_ndx = y.loc_ndx and lp.parameter_ndx = ${parameterNdx.swe}
  join location l on l.loc_ndx = y.loc_ndx
  join location_type t using (loc_type_ndx)
  left join huc8 h using (huc8_ndx)
  order by l.loc_name, l.loc_ndx, y.water_year`;

/** The embedded database does one thing at a time, and others wait for a few sites only. */
const sitesPerStatement = 6;

/** Reads the peak of every site and water year, sorted by name and year; only of `locations` where they are given. */
export async function readYears(from: Queryable, locations?: readonly number[]): Promise<YearRow[]> {
  const sites = await from.query(sitesSql(locations), z.object({ loc_ndx: z.int() }));
  const years: YearRow[] = [];
  for (let at = 0; at < sites.length; at += sitesPerStatement) {
    const some = sites.slice(at, at + sitesPerStatement).map(({ loc_ndx }) => loc_ndx);
    years.push(...(await from.query(yearsSql(some), YearRow)));
  }
  return years;
}

/** The day on which a site's water years are compared, and the years. */
export type ComparedSite = {
  readonly loc_ndx: number;
  readonly day: DayNumber;
  readonly firstYear: number;
  readonly lastYear: number;
};

const ComparedValues = z.object({ loc_ndx: z.int(), record: z.array(z.tuple([z.int(), z.number()])) });

/** Reads the values of only the days that are compared, by site. */
export async function readComparedValues(
  from: Queryable,
  sites: readonly ComparedSite[],
): Promise<ReadonlyMap<number, DailyRecordColumns>> {
  const wanted = sites.map(({ loc_ndx, day, firstYear, lastYear }) => ({
    loc_ndx,
    days: comparedDays(day, firstYear, lastYear),
  }));
  const rows = await from.query(
    sql`select s.loc_ndx, r.record
      from json_to_recordset(${JSON.stringify(wanted)}::text::json) as s(loc_ndx int, days int[])
      cross join lateral (
        select coalesce(json_agg(json_build_array(v.rdate - ${dayZero}, v.result_value_daily) order by v.rdate), '[]')
          as record
        from daily_value v
        where v.loc_ndx = s.loc_ndx and v.parameter_ndx = ${parameterNdx.swe}
          and v.rdate = any(array(select ${dayZero} + n from unnest(s.days) n))
          and v.flag is null and v.result_value_daily between 0 and 3e38
      ) r`,
    ComparedValues,
  );
  return new Map(
    rows.map(({ loc_ndx, record }) => [
      loc_ndx,
      { days: record.map(([day]) => day), values: record.map(([, value]) => value) },
    ]),
  );
}
