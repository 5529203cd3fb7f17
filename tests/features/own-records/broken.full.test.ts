import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import { describeEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { shareStore } from '../../support/shared-store.ts';
import { insertOwnSites, ownBasin } from './own-portal.ts';
import { baseMapping } from './wrong-files.ts';

const rows = 520_000;
const stampOf = (at: number) => new Date(Date.UTC(2010, 0, 1) + at * 900_000).toISOString();

function* brokenCsv() {
  yield 'site,time,value\n';
  for (let at = 0; at < rows; at += 1) yield `HEII,${stampOf(at)},${at === rows - 9 ? '\0' : at % 9}\n`;
}

function* brokenJson() {
  yield '[';
  for (let at = 0; at < rows; at += 1)
    yield `${at === 0 ? '' : ','}{"site":"HEII","time":"${stampOf(at)}","value":${at % 9}}\n`;
}

describeEngines('a file of more rows than are in memory at a time', (open) => {
  const store = shareStore(open);
  const folder = temporaryFolder('own-broken');

  test.each([
    ['a zero byte near its end', brokenCsv, {}],
    ['a list that breaks off', brokenJson, { format: 'json' as const }],
  ])('with %s is refused, and nothing of it is stored', { timeout: 600_000 }, async (_, parts, mapping) => {
    await insertOwnSites(store);
    const file = path.join(folder, 'broken');
    await pipeline(Readable.from(parts()), createWriteStream(file));
    const feeds = { gates: { file, ...baseMapping, zone: 'stamp', ...mapping } };
    const report = await ingest(store, 'feed gates', { basin: { ...ownBasin, feeds } });
    expect(report).toMatchObject({ status: 'failed', rows_read: 0, rows_written: 0 });
    expect(report.failures).toHaveLength(1);
    expect(await store.query('select from own_reading limit 1')).toEqual([]);
  });
});
