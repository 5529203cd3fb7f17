import { type SQL, sql } from 'drizzle-orm/sql';
import { basinTimeZone } from '#lib/calendar.ts';
import { intArraySql, isoInstantSql } from '../../db/queryable.ts';
import { approvalSql } from '../../db/record-summary.ts';
import { isMeasuredSql } from '../../db/value-sql.ts';
import type { CachedQuery } from '../../http/query-cache.ts';
import { instantSql, knownValuesSql } from './known-values.ts';

/** The columns of a location in every list. Locations with coordinates off the globe are left out. */
const locationsSql = (shown: SQL) => sql`
  select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, d.data_provider_name as data_provider, h8.huc8_name,
    h10.huc10_name, g.gw_district_name as gw_district, l.loc_url, l.latitude_dd as lat_dd,
    l.longitude_dd as lon_dd, json_build_object('type', 'Point', 'coordinates',
      json_build_array(l.longitude_dd, l.latitude_dd)) as location_geometry, l.huc8_ndx
  from location l
  join location_type t using (loc_type_ndx)
  join data_provider d using (data_provider_ndx)
  left join huc8 h8 using (huc8_ndx)
  left join huc10 h10 using (huc10_ndx)
  left join gw_district g using (gw_district_ndx)
  where ${shown} and l.latitude_dd between -90 and 90 and l.longitude_dd between -180 and 180`;

const locationColumns = sql`p.loc_ndx, p.loc_id, p.loc_name, p.loc_type_name, p.data_provider, p.huc8_name, p.huc10_name,
  p.gw_district, p.loc_url, p.lat_dd, p.lon_dd, p.location_geometry`;

const orderByNameSql = sql`p.loc_name collate "C", p.loc_ndx`;

function jsonArraySql(rows: SQL): SQL {
  return sql`(select coalesce(json_agg(r), '[]')::text from (${rows}) r)`;
}

/** In the lists, `shown` is a condition on the locations `l`. */
export const siteSummariesQuery = (shown: SQL): CachedQuery => ({
  json: jsonArraySql(sql`
    select ${locationColumns}, m.parameter_ndx, m.parameter_name, m.units_name, lp.por_start, lp.por_end, lp.num_days,
      lp.num_years, lp.total_samples, lp.source, lp.is_demonstration
    from (${locationsSql(shown)}) p
    join location_parameter lp using (loc_ndx)
    join parameter m using (parameter_ndx)
    order by ${orderByNameSql}, m.parameter_name`),
});

export const huc8sQuery = (shown: SQL): CachedQuery => ({
  json: jsonArraySql(sql`
    select h.huc8_ndx, h.huc8_name as huc8 from huc8 h
    where exists (select from location l where l.huc8_ndx = h.huc8_ndx and ${shown})
    order by h.huc8_name collate "C"`),
});

export const parametersQuery = (shown: SQL): CachedQuery => ({
  json: jsonArraySql(sql`
    select m.parameter_ndx, m.parameter_name, m.units_name,
      coalesce(json_agg(distinct l.huc8_ndx) filter (where l.huc8_ndx is not null), '[]') as huc8_ndx_array
    from parameter m
    join location_parameter lp using (parameter_ndx)
    join location l using (loc_ndx)
    where ${shown}
    group by m.parameter_ndx
    order by m.parameter_name collate "C"`),
});

/** Every location with all of its parameters; `where` further limits the locations, as `p`. */
export const seriesLocationsQuery = (shown: SQL, where = sql.empty()): CachedQuery => ({
  json: jsonArraySql(sql`
    select ${locationColumns},
      case when p.huc8_ndx is null then '[]'::json else json_build_array(p.huc8_ndx) end as huc8_ndx_array,
      a.parameter_ndx_array, a.parameter_name_array, a.records
    from (${locationsSql(shown)}) p
    join (
      select lp.loc_ndx, json_agg(m.parameter_ndx order by m.parameter_ndx) as parameter_ndx_array,
        json_agg(m.parameter_name order by m.parameter_ndx) as parameter_name_array,
        json_agg(json_build_object('parameter_ndx', m.parameter_ndx, 'por_start', lp.por_start,
          'por_end', lp.por_end, 'num_days', lp.num_days, 'num_years', lp.num_years,
          'total_samples', lp.total_samples, 'source', lp.source, 'is_demonstration', lp.is_demonstration) order by m.parameter_ndx) as records
      from location_parameter lp join parameter m using (parameter_ndx)
      group by lp.loc_ndx
    ) a using (loc_ndx)
    ${where}
    order by ${orderByNameSql}`),
});

const approval = approvalSql(sql`v.approval`);

export type DailyQuery = {
  readonly parameter: number;
  readonly locations: readonly number[];
  /** First and last day, `YYYY-MM-DD`. */
  readonly start: string;
  readonly end: string;
  /** An instant or a day; the values as they are known now if it is left out. */
  readonly asOf?: string | undefined;
};

/**
 * The daily series of a parameter, one row per location, with columns as comma-separated text: `dates` are days since
 * `start`. A value without an approval letter counts as provisional. Values that fail a quality rule are only in
 * `flagged`. `changes` are the last changes of values that an import made. Infinite values and NaN, which JSON cannot
 * represent, are left out.
 */
export function dailySeriesSql({ parameter, locations, start, end, asOf }: DailyQuery): SQL {
  const values = knownValuesSql({ location: sql`l.loc_ndx`, parameter }, asOf);
  const isInRange = (table: 'v' | 'f') =>
    sql`${sql.identifier(table)}.rdate between ${start}::text::date and ${end}::text::date`;
  return sql`
    select l.loc_ndx, l.loc_name, d.data_provider_name, t.loc_type_name, h8.huc8_name as huc8,
      h10.huc10_name as huc10, v.start::text as start, v.count, v.dates, v.values, v.approval,
      v.qualifiers, v.flagged, lp.source, coalesce(lp.is_demonstration, false) as is_demonstration,
      coalesce(c.changes, '{}') as changes
    from location l
    join location_type t using (loc_type_ndx)
    join data_provider d using (data_provider_ndx)
    left join huc8 h8 using (huc8_ndx)
    left join huc10 h10 using (huc10_ndx)
    left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = ${parameter}::int
    cross join lateral (
      select min(s.start) as start, count(*)::int as count,
        string_agg((v.rdate - s.start)::text, ',' order by v.rdate) filter (where v.flag is null) as dates,
        string_agg(v.result_value_daily::text, ',' order by v.rdate) filter (where v.flag is null) as values,
        string_agg(${approval}, '' order by v.rdate) filter (where v.flag is null) as approval,
        coalesce(json_object_agg((v.rdate - s.start)::text, v.qualifier) filter (where v.qualifier <> ''), '{}')
          as qualifiers,
        coalesce(json_agg(json_build_object('day', v.rdate - s.start, 'value', v.result_value_daily,
          'flag', v.flag, 'approval', ${approval}) order by v.rdate) filter (where v.flag is not null), '[]')
          as flagged
      from ${values} v
      cross join (select min(f.rdate) as start from ${values} f where ${isInRange('f')}) s
      where ${isInRange('v')} and ${isMeasuredSql(sql`v`)}
    ) v
    cross join lateral (
      select json_object_agg((r.rdate - v.start)::text, json_build_object('on', r.changed_on, 'from', r.value))
        as changes
      from (
        select distinct on (r.rdate) r.rdate, r.value,
          (r.known_from at time zone ${basinTimeZone()}::text)::date::text as changed_on
        from daily_value_revision r
        join ${values} f on f.rdate = r.rdate and f.result_value_daily <> r.value
        where r.loc_ndx = l.loc_ndx and r.parameter_ndx = ${parameter}::int and ${isInRange('f')}
          ${asOf === undefined ? sql.empty() : sql`and r.known_from <= ${instantSql(asOf)}`}
        order by r.rdate, r.known_from desc
      ) r
    ) c
    where l.loc_ndx = any(${intArraySql(locations)}) and l.is_shown and v.count > 0
    order by l.loc_ndx`;
}

/** The locations that have values in the range, with how many. */
export function dailyHeadsSql({ parameter, locations, start, end, asOf }: DailyQuery): SQL {
  return sql`
    select l.loc_ndx, l.loc_name, d.data_provider_name, coalesce(lp.is_demonstration, false) as is_demonstration,
      v.count
    from location l
    join data_provider d using (data_provider_ndx)
    left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = ${parameter}::int
    cross join lateral (
      select count(*)::int as count from ${knownValuesSql({ location: sql`l.loc_ndx`, parameter }, asOf)} v
      where v.rdate between ${start}::text::date and ${end}::text::date
        and ${isMeasuredSql(sql`v`)}
    ) v
    where l.loc_ndx = any(${intArraySql(locations)}) and l.is_shown and v.count > 0
    order by l.loc_ndx`;
}

/** What imports changed in a series since a day, the newest change first; `limit` rows. */
export function revisionsSql(
  { location, parameter, since }: { location: number; parameter: number; since: string | undefined },
  limit: number,
): SQL {
  const value = (
    source: SQL,
  ) => sql`json_build_object('value', ${source}.value, 'approval', ${source}.approval,
    'qualifier', ${source}.qualifier, 'flag', ${source}.flag)`;
  return sql`
    select r.rdate::text as day, ${value(sql`r`)} as before,
      case when n.approval is not null then ${value(sql`n`)} end as after,
      ${isoInstantSql(sql`r.known_from`, '.MS')} as known_from, r.run
    from daily_value_revision r
    left join lateral (
      (select value, approval, qualifier, flag from daily_value_revision n
        where n.loc_ndx = r.loc_ndx and n.parameter_ndx = r.parameter_ndx and n.rdate = r.rdate
          and n.known_from > r.known_from
        order by n.known_from limit 1)
      union all
      select result_value_daily, approval, qualifier, flag from daily_value d
        where d.loc_ndx = r.loc_ndx and d.parameter_ndx = r.parameter_ndx and d.rdate = r.rdate
      limit 1
    ) n on true
    where r.loc_ndx = ${location}::int and r.parameter_ndx = ${parameter}::int
      and r.known_from >= (${since ?? '-infinity'}::text::timestamp at time zone ${basinTimeZone()}::text)
    order by r.known_from desc, r.rdate
    limit ${limit}`;
}
