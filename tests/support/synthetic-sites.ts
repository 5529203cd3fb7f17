import type { Store } from '#server/db/store.ts';
import { insertLookups } from './fixture-data.ts';

/** The portal's bounding box of the basin. */
const basin = { west: -114.43207, east: -111.16265, south: 42.12127, north: 44.55016 };

/**
 * Adds `count` made-up sites spread evenly over the basin, with two or three parameters each, the same ones
 * every time. Ids begin at 100001, so that they never meet real stations.
 */
export async function insertSyntheticSites(store: Store, count: number): Promise<void> {
  await insertLookups(store);
  await store.query(
    `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, huc10_ndx,
       gw_district_ndx, latitude_dd, longitude_dd, loc_url, count_wqdata)
     overriding system value
     select 100000 + i, 'SYN-' || i, 'Synthetic site ' || i,
       (select loc_type_ndx from location_type order by loc_type_ndx limit 1 offset i % 12),
       (select data_provider_ndx from data_provider order by data_provider_ndx limit 1 offset i % 9),
       (select huc8_ndx from huc8 order by huc8_ndx limit 1 offset i % 5),
       (select huc10_ndx from huc10 order by huc10_ndx limit 1 offset i % 5),
       case when i % 3 = 0 then (select min(gw_district_ndx) from gw_district) end,
       round((${basin.south} + (i * 0.6180339887::numeric) % 1 * ${basin.north - basin.south})::numeric, 6),
       round((${basin.west} + (i * 0.7548776662::numeric) % 1 * ${basin.east - basin.west})::numeric, 6),
       case when i % 2 = 0 then 'https://example.org/sites/' || i end, i % 7
     from generate_series(1, $1::integer) i`,
    [count],
  );
  await store.query(
    `insert into location_parameter
     select 100000 + i, 1 + (i + k * 3) % 12, date '1990-10-01' + i % 1000, date '2020-09-30', 9000, 25, 9000
     from generate_series(1, $1::integer) i, generate_series(0, 1 + i % 2) k`,
    [count],
  );
  await store.query('analyze location');
  await store.query('analyze location_parameter');
}
