import { expect, test } from 'vitest';
import { describeEngines } from '../../support/engines.ts';
import { countStored, createLoad, runImport } from '../../support/import-load.ts';

describeEngines('a large import', (open) => {
  // How fast it is compared with a bare COPY is tested in tests/full.
  test('writes every row of all HydroMet columns of the basin, and flags none', async () => {
    const store = await open();
    try {
      const load = createLoad(20_000);
      expect((await runImport(load, store)).rows_written).toBe(load.count);
      expect(await countStored(store)).toEqual({ n: load.count, flagged: 0 });
    } finally {
      await store.close();
    }
  });
});
