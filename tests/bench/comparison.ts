import { openStore } from '#server/db/open-store.ts';
import { summarizeSeries } from '#server/db/record-summary.ts';
import { refreshStatistics } from '#server/db/statistic-day.ts';
import type { Store } from '#server/db/store.ts';
import { createDatabase } from '../support/database-templates.ts';
import { insertLookups } from '../support/fixture-data.ts';
import { createCluster } from '../support/postgres.ts';
import { openTestApp, roleVerifier } from '../support/test-app.ts';
import { type BenchResult, median } from './measure.ts';

const rounds = 400;
/** Values of 46 years. */
const valuesPerRecord = 16_801;
const comparison = '/api/wy-analysis-comparison/1/1/Minimum,Median,Maximum,2025,2026';

/**
 * Compares years of a record of 46 years on PostgreSQL, in a database with 3.3 million daily values and in one with 33
 * million. Without a server on this machine there is no result.
 */
export async function benchComparison(): Promise<BenchResult[]> {
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    console.log(`      The comparison of years was not measured: ${cluster.unavailable}.`);
    return [];
  }
  const portals = [];
  try {
    for (const values of [3_300_000, 33_000_000]) {
      portals.push(await openPortal(cluster.url, Math.ceil(values / valuesPerRecord)));
    }
    const [few = Number.NaN, many = Number.NaN] = await measureInTurn(portals.map(({ call }) => call));
    const detail = `${many.toFixed(1)} ms among 33 million values, ${few.toFixed(1)} ms among 3.3 million`;
    return [
      { what: 'Comparison of a record of 46 years, PostgreSQL', value: many, unit: 'ms', limit: 10, detail },
      { what: 'Comparison among ten times as many values', value: many / few, unit: '×', limit: 1.2, detail },
    ];
  } finally {
    for (const { close } of portals) await close();
    await cluster.remove();
  }
}

async function openPortal(server: string, records: number) {
  const { url, drop } = await createDatabase(server);
  const store = await openStore(url);
  await insertLookups(store);
  await insertRecords(store, records);
  const portal = openTestApp(store, {
    verifier: roleVerifier,
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  });
  return {
    call: async () => {
      const answer = await portal.send({ url: comparison, headers: { authorization: 'Bearer User' } });
      if (answer.statusCode !== 200) throw new Error(`The comparison failed: ${answer.payload}`);
    },
    close: async () => {
      await portal.close();
      await store.close();
      await drop();
    },
  };
}

/** The milliseconds that each call takes. They take turns, so that what else runs on the machine slows all of them. */
async function measureInTurn(calls: readonly (() => Promise<void>)[]): Promise<number[]> {
  const times = calls.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, call] of calls.entries()) {
      const began = performance.now();
      await call();
      times[at]?.push(performance.now() - began);
    }
  }
  // The fastest quarter: what else runs on the machine does not count.
  return times.map((each) => median(each.sort((one, other) => one - other).slice(0, rounds / 4)));
}

async function insertRecords(store: Store, count: number): Promise<void> {
  await store.query(
    `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
     overriding system value select i, 'BENCH-' || i, 'Gage ' || i, 1, 1, 43.5, -112 from generate_series(1, $1::int) i`,
    [count],
  );
  await store.query(
    `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily)
     select i, 1, day, 1000 + (i * 37 + extract(doy from day)::int * 11 + extract(year from day)::int * 101) % 977
     from generate_series(1, $1::int) i, generate_series(date '1980-10-01', date '2026-09-30', interval '1 day') day`,
    [count],
  );
  const key = { loc_ndx: 1, parameter_ndx: 1 };
  await store.transaction(async (transaction) => {
    await summarizeSeries(transaction, [key]);
    await refreshStatistics(transaction, [key]);
  });
  // The other records have the statistics of the first: only their number matters.
  for (const table of ['location_parameter', 'statistic_day']) {
    await store.query(
      `insert into ${table} select r.* from generate_series(2, $1::int) i, ${table} t,
         jsonb_populate_record(t, jsonb_build_object('loc_ndx', i)) r where t.loc_ndx = 1`,
      [count],
    );
  }
  await store.query('vacuum analyze');
}
