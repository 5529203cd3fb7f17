import type { MapFilters } from '#contract/public-map.ts';
import type { KeptQuery } from '../../kept.ts';

const siteTables = [
  'location',
  'location_parameter',
  'location_type',
  'data_provider',
  'parameter',
  'huc8',
  'huc10',
  'gw_district',
];

/** One row per location, as `DataPoint`. Parameters 10 and 7 are hours pumped and depth to water. */
export const selectSites = `
  select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name as loc_type, t.loc_type_name, p.parameter_name,
    d.data_provider_name as data_provider, h8.huc8_name, h10.huc10_name, g.gw_district_name as gw_district,
    json_build_object('type', 'Point', 'coordinates', json_build_array(l.longitude_dd, l.latitude_dd))
      as location_geometry,
    l.latitude_dd, l.longitude_dd, l.latitude_dd as lat_dd, l.longitude_dd as lon_dd, l.loc_url,
    l.cuwcd_well_number, coalesce(p.count_production, 0) as count_production,
    coalesce(p.count_waterlevels, 0) as count_waterlevels, l.count_wqdata
  from location l
  join location_type t using (loc_type_ndx)
  join data_provider d using (data_provider_ndx)
  left join huc8 h8 using (huc8_ndx)
  left join huc10 h10 using (huc10_ndx)
  left join gw_district g using (gw_district_ndx)
  left join (
    select lp.loc_ndx, string_agg(p.parameter_name, ', ' order by p.parameter_name collate "C") as parameter_name,
      max(lp.total_samples) filter (where lp.parameter_ndx = 10) as count_production,
      max(lp.total_samples) filter (where lp.parameter_ndx = 7) as count_waterlevels
    from location_parameter lp join parameter p using (parameter_ndx)
    group by lp.loc_ndx
  ) p using (loc_ndx)
  order by l.loc_ndx`;

export const wells: KeptQuery = {
  tables: siteTables,
  json: `(select concat('[', string_agg(row_to_json(s)::text, ','), ']') from (${selectSites}) s)`,
};

function collection(features: string, note = "''") {
  return `(select concat('{"type":"FeatureCollection"', ${note}, ',"features":[',
    string_agg(json_build_object('type', 'Feature', 'id', f.id, 'geometry', f.geometry,
      'properties', f.properties)::text, ',' order by f.id), ']}')
    from (${features}) f)`;
}

const approximateNote = `case when (select bool_or(boundary_is_approximate) from huc8 where boundary is not null)
  then ',"note":"Approximate areas, computed from the stations themselves. The importer of boundaries brings the real ones."' end`;

/** The GeoJSON that map sources name by URL. */
export const geometries: Record<string, KeptQuery & { access: 'open' | 'signed-in' }> = {
  'data-points': {
    access: 'open',
    tables: siteTables,
    json: collection(`select s.loc_ndx as id, s.location_geometry as geometry,
      (to_jsonb(s) - 'location_geometry') as properties from (${selectSites}) s`),
  },
  huc8: {
    access: 'open',
    tables: ['huc8'],
    json: collection(
      `select huc8_ndx as id, boundary as geometry, json_build_object('huc8_ndx', huc8_ndx,
        'huc8_code', huc8_code, 'huc8_name', huc8_name, 'approximate', boundary_is_approximate) as properties
       from huc8 where boundary is not null`,
      approximateNote,
    ),
  },
  reaches: {
    access: 'signed-in',
    tables: siteTables,
    json: collection(`select s.loc_ndx as id, l.reach_geometry as geometry,
      (to_jsonb(s) - 'location_geometry') as properties
      from (${selectSites}) s join location l using (loc_ndx) where l.reach_geometry is not null`),
  },
};

/** For each filter group, the names that sites have. */
export const filterNames: Record<keyof MapFilters, string> = {
  locationTypes: 'select loc_type_name from location join location_type using (loc_type_ndx)',
  parameterNames: 'select parameter_name from location_parameter join parameter using (parameter_ndx)',
  dataProviders: 'select data_provider_name from location join data_provider using (data_provider_ndx)',
  huc8Names: 'select huc8_name from location join huc8 using (huc8_ndx)',
  huc10Names: 'select huc10_name from location join huc10 using (huc10_ndx)',
  gwDistricts: 'select gw_district_name from location join gw_district using (gw_district_ndx)',
};
