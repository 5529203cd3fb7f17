import type { Store } from '#server/db/store.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import type { BenchResult } from './measure.ts';
import { measureInTurn, type RecordDatabases } from './record-databases.ts';

const rounds = 200;

/**
 * Compares years of the longest record of streamflow on PostgreSQL, in a database with 3.3 million daily values and in
 * one with 33 million. Without a server on this machine there is no result.
 */
export async function benchComparison({ stores, unavailable }: RecordDatabases): Promise<BenchResult[]> {
  if (unavailable) console.log(`      The comparison of years was not measured: ${unavailable}.`);
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000' };
  const portals = stores.map((store) => openTestApp(store, { environment }));
  try {
    const [store] = stores;
    if (!store) return [];
    const url = `/api/wy-analysis-comparison/1/${await findLongest(store)}/Minimum,Median,Maximum,2025,2026`;
    const compare = async (portal: TestApp) => {
      const answer = await portal.send(url, 'User');
      if (answer.statusCode !== 200) throw new Error(`The comparison failed: ${answer.payload}`);
    };
    const [few = Number.NaN, many] = await measureInTurn(portals, rounds, compare);
    const what = 'Comparison of a record of 46 years, PostgreSQL';
    if (many === undefined) return [{ what, value: few, unit: 'ms', limit: 10 }];
    const detail = `${many.toFixed(1)} ms among 33 million values, ${few.toFixed(1)} ms among 3.3 million`;
    return [
      { what, value: many, unit: 'ms', limit: 10, detail },
      { what: 'Comparison among ten times as many values', value: many / few, unit: '×', limit: 1.2, detail },
    ];
  } finally {
    for (const portal of portals) await portal.close();
  }
}

async function findLongest(store: Store): Promise<number> {
  const [row] = await store.query<{ loc_ndx: number }>(
    'select loc_ndx from location_parameter where parameter_ndx = 1 order by num_days desc, loc_ndx limit 1',
  );
  return row?.loc_ndx ?? 0;
}
