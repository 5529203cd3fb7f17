import { briefRequestOf } from '#contract/basin-brief-request.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { addDays, dayNumber, yesterdayInBasin } from '#lib/calendar.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { readBriefOf } from '#server/modules/brief/brief.ts';
import { basin } from '../support/basin.ts';
import { createDatabase } from '../support/database-templates.ts';
import { createCluster } from '../support/postgres.ts';
import { type BenchResult, median } from './measure.ts';

/** Each round asks for another day, so that no answer is that of a cache. */
const rounds = 60;
/** Copies of the demonstration's 3.3 million values in the larger database, its own among them. */
export const copies = 10;

const request = briefRequestOf(basin);

/**
 * Measures the brief of past days without any cache, on the embedded database and on PostgreSQL among 3.3 million
 * values, and on PostgreSQL among 33 million. Without a server on this machine there are no results of PostgreSQL.
 */
export async function benchBrief({ isLarge = true } = {}): Promise<BenchResult[]> {
  const through = yesterdayInBasin(new Date());
  const embedded = await openStore('memory://');
  await seedDemo(embedded, { basin, through });
  const [time = Number.NaN] = await measureInTurn([embedded], through);
  await embedded.close();
  const what = 'Brief of a day, uncached, among 3.3 million values';
  const result: BenchResult = { what: `${what}, embedded`, value: time, unit: 'ms', limit: 50 };
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    console.log(`      The brief was not measured on PostgreSQL: ${cluster.unavailable}.`);
    return [result];
  }
  const portals: { store: Store; drop(): Promise<void> }[] = [];
  try {
    for (const count of isLarge ? [1, copies] : [1]) {
      const { url, drop } = await createDatabase(cluster.url);
      const store = await openStore(url);
      portals.push({ store, drop });
      await seedDemo(store, { basin, through });
      if (count > 1) await copyRecords(store, count);
      await store.query('vacuum analyze');
    }
    const [few = Number.NaN, many] = await measureInTurn(
      portals.map(({ store }) => store),
      through,
    );
    const ofPostgres = { what: `${what}, PostgreSQL`, value: few, unit: 'ms', limit: 50 };
    if (many === undefined) return [result, ofPostgres];
    const detail = `${many.toFixed(1)} ms among 33 million values, ${few.toFixed(1)} ms among 3.3 million`;
    const ratio = {
      what: 'Brief among ten times as many values',
      value: many / few,
      unit: '×',
      limit: 1.2,
      detail,
    };
    return [result, ofPostgres, ratio];
  } finally {
    for (const { store, drop } of portals) {
      await store.close();
      await drop();
    }
    await cluster.remove();
  }
}

/** The milliseconds of a brief. The databases take turns, so that what else runs on the machine slows all of them. */
async function measureInTurn(stores: readonly Store[], through: string): Promise<number[]> {
  const times = stores.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const on = dayNumber(addDays(through, -round * 97));
    for (const [at, store] of stores.entries()) {
      // The first read of a day brings its pages into memory.
      await readBriefOf(store, request, on);
      const began = performance.now();
      await readBriefOf(store, request, on);
      times[at]?.push(performance.now() - began);
    }
  }
  // The fastest quarter: what else runs on the machine does not count.
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
