import type { Store } from '#server/db/store.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import type { BenchResult } from './measure.ts';
import { measureInTurn, type RecordDatabases } from './record-databases.ts';

const rounds = 80;

/**
 * Compares years of the longest record of streamflow on PostgreSQL, against reading its daily values with SQL, and against the
 * same in a database with four times as many values. Without a server on this machine there is no result.
 */
export async function benchComparison({ stores, unavailable }: RecordDatabases): Promise<BenchResult[]> {
  if (unavailable) console.log(`      The comparison of years was not measured: ${unavailable}.`);
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000' };
  const portals = stores.map((store) => openTestApp(store, { environment }));
  try {
    const [store] = stores;
    if (!store) return [];
    const location = await findLongest(store);
    const url = `/api/wy-analysis-comparison/1/${location}/Minimum,Median,Maximum,2025,2026`;
    const compare = (portal: TestApp) => async () => {
      const answer = await portal.send(url, 'User');
      if (answer.statusCode !== 200) throw new Error(`The comparison failed: ${answer.payload}`);
    };
    const readRecord = () =>
      store.query(
        `select rdate, result_value_daily from daily_value where loc_ndx = ${location} and parameter_ndx = 1 order by rdate`,
      );
    const [sql = Number.NaN, few = Number.NaN, many] = await measureInTurn(
      [readRecord, ...portals.map(compare)],
      rounds,
      (call) => call(),
    );
    const result = {
      what: 'Comparison of a record of 46 years, PostgreSQL, against reading the record with SQL',
      value: few / sql,
      unit: '×',
      limit: 0.6,
      detail: `${few.toFixed(1)} ms against ${sql.toFixed(1)} ms`,
    };
    if (many === undefined) return [result];
    return [
      result,
      {
        what: 'Comparison among four times as many values',
        value: many / few,
        unit: '×',
        limit: 1.25,
        detail: `${many.toFixed(1)} ms against ${few.toFixed(1)} ms`,
      },
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
