import { type SQL, sql } from 'drizzle-orm/sql';
import { siteTablesSql } from './db/record-heads.ts';
import type { CachedQuery } from './http/query-cache.ts';

/** The columns of a location in every list. Locations with coordinates off the globe are left out. */
export const locationsSql = (shown: SQL) => sql`
  select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, d.data_provider_name as data_provider, h8.huc8_name,
    h10.huc10_name, g.gw_district_name as gw_district, l.loc_url, l.latitude_dd as lat_dd,
    l.longitude_dd as lon_dd, json_build_object('type', 'Point', 'coordinates',
      json_build_array(l.longitude_dd, l.latitude_dd)) as location_geometry, l.huc8_ndx
  from ${siteTablesSql}
  where ${shown} and l.latitude_dd between -90 and 90 and l.longitude_dd between -180 and 180`;

export const locationColumns = sql`p.loc_ndx, p.loc_id, p.loc_name, p.loc_type_name, p.data_provider, p.huc8_name, p.huc10_name,
  p.gw_district, p.loc_url, p.lat_dd, p.lon_dd, p.location_geometry`;

export const orderByNameSql = sql`p.loc_name collate "C", p.loc_ndx`;

/** The rows as the text of a JSON array. */
export function jsonArraySql(rows: SQL): SQL {
  return sql`(select coalesce(json_agg(r), '[]')::text from (${rows}) r)`;
}

/** In the lists, `shown` is a condition on the locations `l`. */
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
          'total_samples', lp.total_samples, 'source', lp.source) order by m.parameter_ndx) as records
      from location_parameter lp join parameter m using (parameter_ndx)
      group by lp.loc_ndx
    ) a using (loc_ndx)
    ${where}
    order by ${orderByNameSql}`),
});
