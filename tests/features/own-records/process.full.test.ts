import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { createImportProcess } from '#ingest/process/import-process.ts';
import { ingest } from '#ingest/run.ts';
import { describeEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { shareStore } from '../../support/shared-store.ts';
import { diversion, insertOwnSites, ownBasin, readDays } from './own-portal.ts';
import { baseMapping } from './wrong-files.ts';

const rows = 100_000;
const start = Date.UTC(2020, 0, 1, 7);

/** A reading each quarter of an hour, in nearly three years; one line in a thousand is wrong. */
function* lines() {
  yield 'site,time,value\n';
  for (let at = 0; at < rows; at += 1) {
    const isWrong = at % 1000 === 500;
    yield `HEII,${new Date(start + at * 900_000).toISOString()},${isWrong ? 'x' : (at % 96) / 4}\n`;
  }
}

describeEngines('a large file of one’s own', (open) => {
  const store = shareStore(open);
  const folder = temporaryFolder('own-process');

  test('is imported by a process of its own, and again without a change', {
    timeout: 1_200_000,
  }, async () => {
    await insertOwnSites(store);
    const file = path.join(folder, 'large.csv');
    await pipeline(Readable.from(lines()), createWriteStream(file));
    const feeds = { gates: { file, ...baseMapping, zone: 'stamp' } };
    const basin = { ...ownBasin, feeds };
    const runImport = () =>
      ingest(store, 'feed gates', { basin, runSource: createImportProcess({ memoryMb: 256 }) });
    const first = await runImport();
    const wrong = rows / 1000;
    expect(first).toMatchObject({ status: 'partial', rows_written: rows - wrong, rows_rejected: wrong });
    expect(first.incomplete[0]?.message).toMatch(/^Line 502: "x" is not a number/);
    expect(first.incomplete.at(-1)?.message).toBe(`${wrong - 20} more lines were refused.`);
    const days = await readDays(store, 1, diversion);
    // The last day is not whole.
    expect(Object.keys(days)).toHaveLength(Math.floor(rows / 96));
    expect(days['2020-01-02']).toBeCloseTo(11.875, 5);
    const again = await runImport();
    expect(again).toMatchObject({ rows_written: 0, rows_unchanged: rows - wrong });
    expect(await readDays(store, 1, diversion)).toEqual(days);
    expect(await store.query('select from daily_value_revision')).toEqual([]);
  });
});
