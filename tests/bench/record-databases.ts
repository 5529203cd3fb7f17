import { seedDemo } from '#ingest/demo/index.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { createDatabase } from '../support/database-templates.ts';
import { demoSample } from '../support/demo-sample.ts';
import { createCluster } from '../support/postgres.ts';
import { isShort, median } from './measure.ts';

/** Databases on PostgreSQL with the demonstration's daily values once, and with so many copies of them. */
/** What the parts of features can measure with. */
export type BenchStores = {
  readonly demo: () => Promise<Store>;
  readonly databases: () => Promise<RecordDatabases>;
};

export type RecordDatabases = {
  readonly stores: readonly Store[];
  /** Why there are none. */
  readonly unavailable?: string;
  remove(): Promise<void>;
};

export async function createRecordDatabases(copies?: number): Promise<RecordDatabases> {
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    return { stores: [], unavailable: cluster.unavailable, remove: async () => {} };
  }
  const { url, name } = await createDatabase(cluster.url);
  let store = await openStore(url);
  const valuesOf = isShort ? demoSample : undefined;
  await seedDemo(store, { basin, through: yesterdayInBasin(new Date()), valuesOf });
  await store.query('vacuum analyze');
  const stores = [store];
  if (copies !== undefined) {
    // A database is copied only while nobody uses it.
    await store.close();
    const larger = await createDatabase(cluster.url, name);
    store = await openStore(larger.url);
    await copyRecords(store, copies);
    await store.query('vacuum analyze');
    stores.splice(0, 1, await openStore(url), store);
  }
  return {
    stores,
    remove: async () => {
      for (const store of stores) await store.close();
      await cluster.remove();
    },
  };
}

/**
 * The milliseconds of a call on each store: the median of the fastest quarter, because what else runs on the machine
 * does not count. The stores take turns, so that it slows all of them.
 */
export async function measureInTurn<Target>(
  targets: readonly Target[],
  usualRounds: number,
  call: (target: Target, round: number) => Promise<unknown>,
): Promise<number[]> {
  // One of them counts.
  const rounds = isShort ? 4 : usualRounds;
  const times = targets.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, target] of targets.entries()) {
      // The first call brings the pages of the database into memory.
      await call(target, round);
      const began = performance.now();
      await call(target, round);
      times[at]?.push(performance.now() - began);
    }
  }
  return times.map((each) => median(each.sort((one, other) => one - other).slice(0, rounds / 4)));
}

/**
 * Adds copies of all values at places of their own that are not on the map: a portal's brief reads the records of its
 * basin whatever else is in the table.
 */
export async function copyRecords(store: Store, count: number): Promise<void> {
  const shift = '(select max(loc_ndx) from location where is_shown)';
  for (let copy = 1; copy < count; copy += 1) {
    await store.query(
      `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd, is_shown)
       overriding system value
       select loc_ndx + $1::int * ${shift}, loc_id || '-' || $1::int, loc_name, loc_type_ndx, data_provider_ndx,
         latitude_dd, longitude_dd, false from location where is_shown`,
      [copy],
    );
    await store.query(
      `insert into daily_value select v.loc_ndx + $1::int * ${shift}, v.parameter_ndx, v.rdate, v.result_value_daily,
         v.approval, v.qualifier, v.flag from daily_value v join location l on l.loc_ndx = v.loc_ndx and l.is_shown`,
      [copy],
    );
    for (const table of ['location_parameter', 'statistic_day']) {
      await store.query(
        `insert into ${table} select r.* from ${table} t join location l on l.loc_ndx = t.loc_ndx and l.is_shown
         cross join lateral jsonb_populate_record(t, jsonb_build_object('loc_ndx', t.loc_ndx + $1::int * ${shift})) r`,
        [copy],
      );
    }
  }
}
