import { expect, test } from 'vitest';
import { demoStations } from '#ingest/demo/catalog.ts';
import { extendDemo, seedDemo } from '#ingest/demo/index.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { demoSample } from '../support/demo-sample.ts';
import { describeEngines } from '../support/engines.ts';
import { emptyTables, shareStore } from '../support/shared-store.ts';

const stations = demoStations(basin);

async function contents(store: Store): Promise<string> {
  const ids = stations.flatMap(({ id }, i) => (demoSample.has(id) ? [i + 1] : [])).join();
  // Digests, so that a failure does not print a hundred thousand rows.
  const values = await store.query(
    `SELECT loc_ndx, parameter_ndx, count(*)::int AS n, max(rdate)::text AS last,
       md5(string_agg(rdate::text || result_value_daily || approval || coalesce(qualifier, '') || coalesce(flag, ''), ',' ORDER BY rdate)) AS digest
     FROM daily_value WHERE loc_ndx IN (${ids}) GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const summaries = await store.query(
    `SELECT loc_ndx, parameter_ndx, por_start::text, por_end::text, num_days, num_years, total_samples
     FROM location_parameter WHERE loc_ndx IN (${ids}) ORDER BY 1, 2`,
  );
  return JSON.stringify({ values, summaries }, null, 1);
}

describeEngines('Demo data', (open) => {
  const store = shareStore(open);

  test('are the same whether extended or seeded later, even when the approved part changes', {
    timeout: 1_200_000,
  }, async () => {
    await seedDemo(store, { basin, through: '2025-02-20', valuesOf: demoSample });
    // A day, then a month, as after two restarts.
    const day = await extendDemo(store, { basin, through: '2025-02-21' });
    expect(day.values).toBeGreaterThan(0);
    await extendDemo(store, { basin, through: '2025-03-20' });
    const extended = await contents(store);
    await emptyTables(store);
    await seedDemo(store, { basin, through: '2025-03-20', valuesOf: demoSample });
    expect(extended).toBe(await contents(store));
    expect(await extendDemo(store, { basin, through: '2025-03-20' })).toEqual({ values: 0 });
    expect(await extendDemo(store, { basin, through: '2024-01-01' })).toEqual({ values: 0 });
  });
});
