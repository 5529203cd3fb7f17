import { expect, test } from 'vitest';
import type { Store } from '#server/db/store.ts';
import { describeEngines } from '../../support/engines.ts';
import { copyLoad, createLoad, type ImportLoad, runImport } from '../../support/import-load.ts';

/** Other tests run beside this one: the best of some rounds is what the importer can do. */
const rounds = 3;
/** So many of them are the load. */
const recordsOf45Years = 30;

describeEngines('a large import', (open) => {
  const inEmpty = async (work: (store: Store) => Promise<number>) => {
    const store = await open();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };

  test('takes no more than three times as long as a bare COPY of the same rows', {
    timeout: 300_000,
  }, async () => {
    const ratios: number[] = [];
    while (ratios.length < rounds && ratios.every((ratio) => ratio >= 3)) {
      const load = createLoad(500_000, recordsOf45Years);
      const copied = await inEmpty((store) => copyLoad(load, store));
      ratios.push((await inEmpty((store) => timeImport(load, store))) / copied);
    }
    expect(Math.min(...ratios)).toBeLessThan(3);
  });
});

async function timeImport(load: ImportLoad, store: Store): Promise<number> {
  const began = performance.now();
  const report = await runImport(load, store);
  const taken = performance.now() - began - load.buildMs();
  expect(report.rows_written).toBe(load.count);
  const [row] = await store.query('select count(*)::int as n, count(flag)::int as flagged from daily_value');
  expect(row).toEqual({ n: load.count, flagged: 0 });
  return taken;
}
