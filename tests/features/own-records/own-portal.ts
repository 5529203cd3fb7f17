import type { Basin } from '#contract/basin/basin.ts';
import { stage } from '#features/own-records/contract.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { insertFixture } from '../../support/fixture-data.ts';

export { stage };

/** A basin in which nothing is listed but the miner's inches of Idaho. */
export const ownBasin: Basin = {
  ...{ name: 'Own', hydrologic_units: [], huc8s: [], ground_water_districts: [], quality: {}, sites: [] },
  map: { center: [43, -112], zoom: 7, search_box: [-114, 42, -110, 45] },
  miners_inches_per_cfs: 50,
};

/** The parameters of the own site, which is the first one of the fixture: a gage on a canal. */
export const diversion = 6;

/** Makes two sites of the fixture own ones: a canal, and a well. */
export async function insertOwnSites(store: Store): Promise<void> {
  await insertFixture(store);
  await store.query('delete from location_parameter');
  await store.query(`insert into own_site (loc_ndx, parameters, limit_minutes, changed_by) values
    (1, '{6,5,10}', 120, 'test'), (2, '{7,10,3}', 1500, 'test')`);
}

export const inDays = (count: number) => addDays(todayInBasin(new Date()), count);

/** The daily values of a record by day, as they are shown. */
export async function readDays(
  store: Store,
  location: number,
  parameter: number,
): Promise<Record<string, number>> {
  const rows = await store.query<{ day: string; value: number }>(
    `select rdate::text as day, result_value_daily::float8 as value from daily_value
      where loc_ndx = $1 and parameter_ndx = $2 order by rdate`,
    [location, parameter],
  );
  return Object.fromEntries(rows.map(({ day, value }) => [day, value]));
}
