import { type SQL, sql } from 'drizzle-orm/sql';
import type { MapFeatureKind } from '#contract/basin/basin-shapes.ts';
import type { MapFilters, WellOptions } from '#contract/public-map.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { siteTablesSql } from '../db/record-heads.ts';
import type { CachedQuery } from '../http/query-cache.ts';

/** Like the domain's `usualInterval`, but in integer arithmetic, because SQL rounds halves of floats to even. */
const usualIntervalSql = sql`case when lp.total_samples > 0
  then greatest(1, (2 * lp.num_days + lp.total_samples) / (2 * lp.total_samples)) else 1 end`;

/**
 * The latest day and the smallest interval on that day as one number: the upper half is the day since 1970, the lower
 * half is `maxInt32` minus the interval. An ordered aggregate over 10,000 sites would take a quarter of the total time.
 */
const maxInt32 = sql.raw('2147483647');
const latestDayAndIntervalSql = sql`max(((lp.por_end - date 'epoch')::bigint << 32) + ${maxInt32} - ${usualIntervalSql})`;

/** One row per location, as `DataPoint`. */
export const sitesSql = sql`
  select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name as loc_type, t.loc_type_name, p.parameter_name,
    d.data_provider_name as data_provider, h8.huc8_name, h10.huc10_name, g.gw_district_name as gw_district,
    json_build_object('type', 'Point', 'coordinates', json_build_array(l.longitude_dd, l.latitude_dd))
      as location_geometry,
    l.latitude_dd, l.longitude_dd, l.latitude_dd as lat_dd, l.longitude_dd as lon_dd, l.loc_url,
    l.cuwcd_well_number, coalesce(p.count_production, 0) as count_production,
    coalesce(p.count_waterlevels, 0) as count_waterlevels, l.count_wqdata,
    date 'epoch' + (p.freshest >> 32)::int as por_end,
    coalesce(${maxInt32} - (p.freshest & 4294967295), 1)::int as interval_days
  from ${siteTablesSql}
  left join (
    select lp.loc_ndx, string_agg(p.parameter_name, ', ' order by p.parameter_name collate "C") as parameter_name,
      max(lp.total_samples) filter (where lp.parameter_ndx = ${parameterNdx.hoursPumped}) as count_production,
      max(lp.total_samples) filter (where lp.parameter_ndx = ${parameterNdx.depthToWater}) as count_waterlevels,
      ${latestDayAndIntervalSql} as freshest
    from location_parameter lp join parameter p using (parameter_ndx)
    group by lp.loc_ndx
  ) p using (loc_ndx)
  where l.is_shown and l.latitude_dd between -90 and 90 and l.longitude_dd between -180 and 180
  order by l.loc_ndx`;

const textColumns = [
  'loc_id',
  'loc_name',
  'loc_type',
  'loc_type_name',
  'parameter_name',
  'data_provider',
  'huc8_name',
  'huc10_name',
  'gw_district',
  'loc_url',
  'cuwcd_well_number',
];
const numberColumns = [
  'loc_ndx',
  'latitude_dd',
  'longitude_dd',
  'lat_dd',
  'lon_dd',
  'count_production',
  'count_waterlevels',
  'count_wqdata',
  'interval_days',
];

// Concatenated text: `row_to_json` and `json_build_object` take twice as long for 10,000 rows.
const pointJson = sql`'{"type":"Point","coordinates":[', s.longitude_dd, ',', s.latitude_dd, ']}'`;
const siteMembersJson = sql.raw(
  [
    ...numberColumns.map((name) => `'"${name}":', s.${name}`),
    ...textColumns.map((name) => `'"${name}":', coalesce(to_json(s.${name})::text, 'null')`),
    `'"por_end":', coalesce('"' || s.por_end || '"', 'null')`,
  ].join(`, ',', `),
);

/** The sites that a condition on the columns of `sitesSql`, as `s`, holds for. */
const sitesJson = (condition: SQL): CachedQuery => ({
  json: sql`(select concat('[', string_agg(concat('{', ${siteMembersJson}, ',"location_geometry":', ${pointJson}, '}'), ','), ']')
    from (${sitesSql}) s where ${condition})`,
});

export const sitesQuery = sitesJson(sql`true`);

const searchedSql = sql`lower(concat_ws(' ', s.loc_name, s.loc_ndx, s.loc_id, s.loc_type, s.parameter_name,
  s.data_provider, s.huc8_name, s.huc10_name))`;

/** The values of a site in each filter group, as an array. */
const groupValuesSql: Readonly<Record<keyof MapFilters, SQL>> = {
  locationTypes: sql`array[s.loc_type_name]`,
  parameterNames: sql`string_to_array(s.parameter_name, ', ')`,
  dataProviders: sql`array[s.data_provider]`,
  huc8Names: sql`array[s.huc8_name]`,
  huc10Names: sql`array[s.huc10_name]`,
  gwDistricts: sql`array[s.gw_district]`,
};

/** The sites that fit search options; undefined where there are none. */
export function narrowedSitesQuery({ search = '', ...lists }: WellOptions): CachedQuery | undefined {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = Object.entries(lists).filter(([, list]) => /[^,\s]/.test(list ?? ''));
  const conditions = [
    ...terms.map((word) => sql`strpos(${searchedSql}, ${word}) > 0`),
    ...chosen.map(([group, list]) => {
      // A name may itself have a comma, so it is looked for within the list.
      const among = `, ${list?.trim().replaceAll(/\s*,\s*/g, ', ')}, `;
      return sql`exists (select from unnest(${groupValuesSql[group as keyof MapFilters]}) v(name)
        where strpos(${among}, ', ' || v.name || ', ') > 0)`;
    }),
  ];
  return conditions.length === 0 ? undefined : sitesJson(sql.join(conditions, sql` and `));
}

function siteFeatures(geometry: SQL, from: SQL): SQL {
  return sql`(select concat('{"type":"FeatureCollection","features":[', string_agg(concat(
    '{"type":"Feature","id":', s.loc_ndx, ',"geometry":', ${geometry}, ',"properties":{', ${siteMembersJson}, '}}'), ','), ']}')
    from ${from})`;
}

const hasBoundarySql = sql`boundary is not null and not boundary_is_imported`;

/** A note while areas of HUC8s are not those of an import. */
const boundaryNote = sql`(select concat(',"note":', to_json(concat(string_agg(areas, ' ' order by areas),
    ' The importer of boundaries brings the ', case when bool_or(is_computed) then 'real' else 'current' end, ' ones.'))
  ) from (select distinct boundary_source is null as is_computed, case when boundary_source is null
      then 'Approximate areas, computed from the stations themselves.'
      else concat(concat_ws(', ', boundary_source, boundary_accuracy), '.') end as areas
    from huc8 where ${hasBoundarySql}) s having count(*) > 0)`;

/** Whose boundary of a HUC8 it is, and how accurate. */
export const boundarySql = sql`coalesce(nullif(concat_ws(', ', boundary_source, boundary_accuracy), ''),
  'Approximate, computed from the stations')`;

/** Important features come first, so that their labels get their places first. */
function mapFeatures(kind: MapFeatureKind): CachedQuery & { access: 'open' } {
  return {
    access: 'open',
    json: sql`(select concat('{"type":"FeatureCollection","features":[',
      string_agg(json_build_object('type', 'Feature', 'id', map_feature_ndx, 'geometry', geometry, 'properties',
        json_build_object('name', name, 'rank', rank, 'source', concat_ws(', ', source, accuracy)))::text, ','
        order by rank, map_feature_ndx), ']}')
      from map_feature where kind = ${kind})`,
  };
}

/** The GeoJSON that map sources refer to by URL. */
export const geometryQueries: Record<string, CachedQuery & { access: 'open' | 'signed-in' }> = {
  'data-points': {
    access: 'open',
    json: siteFeatures(pointJson, sql`(${sitesSql}) s`),
  },
  huc8: {
    access: 'open',
    json: sql`(select concat('{"type":"FeatureCollection"', ${boundaryNote}, ',"features":[',
      string_agg(json_build_object('type', 'Feature', 'id', huc8_ndx, 'geometry', boundary, 'properties',
        json_build_object('huc8_ndx', huc8_ndx, 'huc8_code', huc8_code, 'huc8_name', huc8_name,
          'boundary', ${boundarySql}))::text, ',' order by huc8_ndx), ']}')
      from huc8 where boundary is not null)`,
  },
  huc10: {
    access: 'open',
    json: sql`(select concat('{"type":"FeatureCollection","features":[',
      string_agg(json_build_object('type', 'Feature', 'id', huc10_ndx, 'geometry', boundary, 'properties',
        json_build_object('huc10_code', huc10_code, 'huc10_name', huc10_name))::text, ',' order by huc10_ndx), ']}')
      from huc10 where boundary is not null)`,
  },
  rivers: mapFeatures('river'),
  waterbodies: mapFeatures('waterbody'),
  towns: mapFeatures('town'),
  reaches: {
    access: 'signed-in',
    json: siteFeatures(
      sql`l.reach_geometry`,
      sql`(${sitesSql}) s join location l using (loc_ndx) where l.reach_geometry is not null`,
    ),
  },
};

/** For each filter group, the names in use by sites, with the code and the order of hydrologic units. */
export const filterNameQueries: Record<keyof MapFilters, SQL> = {
  locationTypes: distinctNamesSql('loc_type_name', 'location_type using (loc_type_ndx)'),
  parameterNames: distinctNamesSql(
    'parameter_name',
    'location_parameter using (loc_ndx) join parameter using (parameter_ndx)',
  ),
  dataProviders: distinctNamesSql('data_provider_name', 'data_provider using (data_provider_ndx)'),
  huc8Names: distinctNamesSql('huc8_name', 'huc8 using (huc8_ndx)', 'huc8_code', 'huc8_ndx'),
  huc10Names: distinctNamesSql('huc10_name', 'huc10 using (huc10_ndx)', 'huc10_code'),
  gwDistricts: distinctNamesSql('gw_district_name', 'gw_district using (gw_district_ndx)'),
};

function distinctNamesSql(name: string, joined: string, code = 'null::text', order = 'null::int'): SQL {
  return sql.raw(
    `select ${name}, min(${code}), min(${order}) from location join ${joined} where is_shown group by ${name}`,
  );
}

/** For each map source, who its shapes are from, for its attribution; approximate areas are from nobody. */
export const attributionSql = sql`
  select case kind when 'river' then 'rivers' when 'waterbody' then 'waterbodies' else 'towns' end as id,
    string_agg(distinct source collate "C", ', ' order by source collate "C") as attribution
  from map_feature group by kind
  union all
  select 'huc8', string_agg(distinct boundary_source collate "C", ', ' order by boundary_source collate "C") from huc8 where boundary is not null
  union all
  select 'huc10', 'USGS Watershed Boundary Dataset' from huc10 where boundary is not null group by 1`;
