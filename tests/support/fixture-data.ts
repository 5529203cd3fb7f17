import { dataProviders } from '#domain/agencies.ts';
import { locationTypes, parameters } from '#domain/vocabulary.ts';
import type { Store } from '#server/db/store.ts';

const subbasins: readonly (readonly [string, string])[] = [
  ['17040104', 'Palisades'],
  ['17040201', 'Idaho Falls'],
  ['17040203', 'Lower Henrys'],
  ['17040206', 'American Falls'],
  ['17040209', 'Lake Walcott'],
];

/** Fills the lookup tables without changing existing rows. */
export async function insertLookups(store: Store): Promise<void> {
  await insertNames(store, 'location_type', 'loc_type', locationTypes);
  const providers = dataProviders.map(({ name }) => name);
  await insertNames(store, 'data_provider', 'data_provider', providers);
  await insertNames(store, 'gw_district', 'gw_district', ['Bingham', 'Magic Valley', 'North Snake']);
  for (const { ndx, name, units } of parameters) {
    await store.query('insert into parameter values ($1, $2, $3) on conflict do nothing', [ndx, name, units]);
  }
  for (const [index, [code, name]] of subbasins.entries()) {
    await store.query(
      `insert into huc8 (huc8_ndx, huc8_code, huc8_name, boundary) values ($1, $2, $3, $4::text::jsonb)
       on conflict do nothing`,
      [index + 1, code, name, JSON.stringify(square(-114 + index * 0.5, 43))],
    );
    await store.query('insert into huc10 values ($1, $2, $3) on conflict do nothing', [
      index + 1,
      `${code}01`,
      `Upper ${name}`,
    ]);
  }
}

async function insertNames(store: Store, table: string, column: string, list: readonly string[]) {
  for (const [index, name] of list.entries()) {
    await store.query(
      `insert into ${table} (${column}_ndx, ${column}_name) values ($1, $2) on conflict do nothing`,
      [index + 1, name],
    );
  }
}

function square(west: number, south: number) {
  const [east, north] = [west + 0.5, south + 0.5];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/**
 * Inserts three different sites: a gage with two parameters, a well with counts but without subbasin and link, and a
 * reach with a line. Also inserts two map sources and layers, one of each only for signed-in callers.
 */
export async function insertFixture(store: Store): Promise<void> {
  await insertLookups(store);
  await store.query(`
    insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, huc10_ndx,
      gw_district_ndx, latitude_dd, longitude_dd, loc_url, cuwcd_well_number, count_wqdata, reach_geometry)
    overriding system value values
    (1, 'HEII', 'Snake River near Heise', 10, 8, 1, 1, null, 43.6125, -111.66, 'https://example.org/HEII',
      null, 0, null),
    (2, 'W-7', 'Well "7" <east>', 8, 4, null, null, 1, 42.9, -113.25, null, 'CU-7', 4, null),
    (3, 'NEELEY-MINIDOKA', 'Neeley to Minidoka', 11, 1, 5, null, null, 42.7, -113.2, null, null, 0,
      '{"type":"LineString","coordinates":[[-112.9,42.77],[-113.5,42.67]]}')`);
  await store.query("select setval(pg_get_serial_sequence('location', 'loc_ndx'), 3)");
  await store.query(`
    insert into location_parameter values
    (1, 5, '1990-10-01', '2020-09-30', 10957, 30, 10957),
    (1, 1, '1980-10-01', '2020-09-30', 14610, 40, 14600),
    (2, 7, '2001-03-04', '2019-10-02', 60, 19, 61),
    (2, 10, '2001-03-04', '2019-10-02', 12, 6, 12),
    (3, 9, '1991-10-01', '2020-09-30', 10593, 29, 10593)`);
  await store.query(`
    insert into map_source values
    ('data-points', '{"type":"geojson","data":"/api/public-map/geo/data-points"}', 'open'),
    ('reaches', '{"type":"geojson","data":"/api/public-map/geo/reaches"}', 'signed-in')`);
  await store.query(`
    insert into map_layer (id, name, type, source, paint, layout, filter, minzoom, draw_order, legend_order,
      lre_properties, access) values
    ('data-points', 'Data Points', 'circle', 'data-points', '{"circle-radius":5}', '{"visibility":"visible"}',
      '["has","loc_ndx"]', 3.5, 20, 1,
      '{"layerGroup":"Data Points","popup":{"titleField":"loc_name","excludeFields":["loc_ndx"]}}', 'open'),
    ('reaches', 'Reaches', 'line', 'reaches', '{}', '{}', null, null, 10, 2, '{"layerGroup":"Reaches"}',
      'signed-in')`);
}

/** Writes the same, with a record of reach gains in which each year has its own level and season, days are missing, and one value is flagged. */
export async function insertReachFixture(store: Store): Promise<void> {
  await insertFixture(store);
  await store.query('delete from daily_value where (loc_ndx, parameter_ndx) = (3, 9)');
  await store.query(`insert into daily_value select 3, 9, d::date,
    round((100 * sin(extract(year from d + interval '3 months') * 7) + 10 * extract(month from d)
      + extract(day from d) / 10)::numeric, 1),
    case when d >= '2026-05-01' then 'P' else 'A' end, null
    from generate_series('1985-10-01'::timestamp, '2026-08-14', '1 day') d
    where d not in ('1995-07-04', '2003-01-15', '2010-12-31') and not d between '1999-05-01' and '1999-10-31'`);
  await store.query(`update daily_value set flag = 'spike'
    where (loc_ndx, parameter_ndx, rdate) = (3, 9, '2012-06-06')`);
}
