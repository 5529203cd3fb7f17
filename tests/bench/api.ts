import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import { sitesSql } from '#server/findings/map-sites.ts';
import { insertSyntheticSites } from '../support/synthetic-sites.ts';
import { type BenchResult, measureProcessor } from './measure.ts';

/** Compares the processor time of the list of 10,000 sites with that of the bare SQL, and measures the second request. */
export async function benchApi(): Promise<BenchResult[]> {
  const store = await openStore('memory://');
  await insertSyntheticSites(store, 10_000);
  const app = createApp({
    store,
    config: parseConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '1000000' }),
  });
  await app.ready();
  const call = (headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: '/api/public-map/wells', headers });

  const sql = await measureProcessor(5, () => store.query(sitesSql));
  // A change before every call prevents a cached response.
  let change = 0;
  const fresh = await measureProcessor(5, async () => {
    change += 1;
    await store.query(`update location set count_wqdata = ${change} where loc_ndx = 100001`);
    await call();
  });
  const repeated = await measureProcessor(5, () => call());
  const first = await call();
  const tag = String(first.headers.etag);
  const second = await call({ 'if-none-match': tag });
  const compressed = await call({ 'accept-encoding': 'br' });
  await app.close();
  await store.close();
  return [
    {
      what: 'API: 10,000 sites after a change, against the bare SQL',
      value: fresh / sql,
      unit: '×',
      limit: 1.7,
      detail: `${fresh.toFixed(0)} ms against ${sql.toFixed(0)} ms`,
    },
    {
      what: 'API: 10,000 sites again, against the bare SQL',
      value: repeated / sql,
      unit: '×',
      limit: 0.55,
      detail: `${repeated.toFixed(1)} ms; ${(first.rawPayload.length / 1024).toFixed(0)} KB, ${(compressed.rawPayload.length / 1024).toFixed(0)} KB as br`,
    },
    {
      what: 'API: second requests not answered by 304',
      value: second.statusCode === 304 ? 0 : 1,
      unit: '',
      limit: 0,
    },
  ];
}
