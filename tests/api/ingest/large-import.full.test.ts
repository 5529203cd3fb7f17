import { expect, test } from 'vitest';
import { describeEngines } from '../../support/engines.ts';
import { countStored, createLoad, runImport } from '../../support/import-load.ts';

describeEngines('a large import', (open) => {
  // How fast it is compared with a bare COPY is tested in tests/full.
  test('writes every row of ten series and flags none', async () => {
    await using store = await open();
    const load = createLoad(5_000, 10);
    expect((await runImport(load, store)).rows_written).toBe(load.count);
    expect(await countStored(store)).toEqual({ n: load.count, flagged: 0 });
  });
});
