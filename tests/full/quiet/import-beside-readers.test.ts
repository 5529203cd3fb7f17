import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { openStore } from '#server/db/open-store.ts';
import { otherRiverPath } from '../../support/basin.ts';
import {
  type ImportPortal,
  killImportPortal,
  measureImportMemory,
  startImportPortal,
} from '../../support/import-portal.ts';
import { temporaryFolder } from '../../support/set-up.ts';

/** A quarter of the stations that the NRCS has in the western United States, each with 20 years. */
const stationCount = 230;
const dayCount = 7300;
const stations = Array.from({ length: stationCount }, (_, at) => `${5001 + at}:ID:SNTL`);

/** How many rows the report has: about 1.7 million, in 55 MB. */
const reportRows = stationCount * dayCount;

/** Writes a basin file that has the stations of the report. */
function writeBasinOfReport(file: string): void {
  const sites = stations.map(
    (station, at) => `
  - id: "${station}"
    name: Station ${station}
    type: SNOTEL
    provider: NRCS Snotel
    lat: ${(44 + at / 10_000).toFixed(4)}
    lon: -116.2
    huc8: "17050199"
    series: { Snow Water Equivalent: { nrcs: "${station}" } }`,
  );
  writeFileSync(file, `${readFileSync(otherRiverPath, 'utf8').trimEnd()}${sites.join('')}\n`);
}

/** Writes a report of the NRCS with one station and day a row, day after day. */
async function writeReport(file: string): Promise<void> {
  await pipeline(Readable.from(reportText()), createWriteStream(file));
}

function* reportText(): Generator<string> {
  yield 'Date,Station Id,Snow Water Equivalent (in) Start of Day Values\n';
  const first = dayNumber('2020-12-31') - dayCount + 1;
  for (let at = 0; at < dayCount; at += 1) {
    const day = formatDay(first + at);
    let text = '';
    for (const [index, station] of stations.entries())
      text += `${day},${station},${((at * 7 + index) % 997) / 10}00000\n`;
    yield text;
  }
}

/** How long a health check may wait at most, 99 of 100 of them, as a share of the import, which the machine slows as much. */
const maxWaitOfImport = 1 / 200;

/** What the portal and the process of the import may need more than the portal before the import. */
const maxMoreMemoryMb = 300;

const folder = temporaryFolder('import');
const file = path.join(folder, 'all.csv');
let portal: ImportPortal;

beforeAll(async () => {
  await writeReport(file);
  writeBasinOfReport(path.join(folder, 'basin.yaml'));
  await start();
}, 180_000);

afterAll(() => killImportPortal(portal));

async function start() {
  portal = await startImportPortal({
    DATA_DIR: path.join(folder, 'data'),
    BASIN_FILE: path.join(folder, 'basin.yaml'),
  });
}

const runImport = (onProgress: (message: string) => void = () => {}) =>
  handOver(path.join(folder, 'data'), { source: 'nrcs', file }, { onProgress });

test('answers health checks while it imports 1.7 million rows of 55 MB', { timeout: 900_000 }, async () => {
  const times: number[] = [];
  let failed = 0;
  let isDone = false;
  const importing = measureImportMemory(portal, () => runImport()).finally(() => {
    isDone = true;
  });
  const began = performance.now();
  const checks: Promise<void>[] = [];
  const check = async () => {
    const asked = performance.now();
    const { ok } = await fetch(`${portal.address}/api/health`);
    if (!ok) failed += 1;
    times.push(performance.now() - asked);
  };
  while (!isDone) {
    // Not one after the other: a check that waits long must not hide those that people would have sent meanwhile.
    checks.push(check());
    await setTimeout(25);
  }
  await Promise.all(checks);
  const { result, memory } = await importing;
  const moreMemory = memory.portalGrowth + memory.importPeak;
  expect(result).toMatchObject({ status: 'succeeded', rows_written: reportRows });
  const seconds = (performance.now() - began) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  console.log(
    `${reportRows} values in ${seconds.toFixed(1)} s; ${times.length} health checks: median ${quantile(0.5).toFixed(0)} ms, 99 % within ${quantile(0.99).toFixed(0)} ms, longest ${quantile(1).toFixed(0)} ms; ${Math.round(memory.portalGrowth)} MB more in the portal, ${Math.round(memory.importPeak)} MB in the process of the import.`,
  );
  expect(failed).toBe(0);
  expect(quantile(0.99) / 1000).toBeLessThan(maxWaitOfImport * seconds);
  expect(moreMemory).toBeLessThan(maxMoreMemoryMb);
});

test('ends the run of a killed portal as interrupted', { timeout: 300_000 }, async () => {
  const { promise: began, resolve } = Promise.withResolvers<void>();
  const importing = runImport((message) => message.includes('written') && resolve());
  importing.catch(() => {});
  await began;
  await killImportPortal(portal);
  await expect(importing).rejects.toBeInstanceOf(HandOverFailed);
  await start();
  const exited = once(portal.child, 'exit');
  portal.child.kill('SIGTERM');
  await exited;
  const store = await openStore(path.join(folder, 'data'));
  const runs = await store.query('select status from ingest_run order by ingest_run_ndx');
  await store.close();
  expect(runs).toEqual([{ status: 'succeeded' }, { status: 'interrupted' }]);
});
