import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtempDisposable, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { basin } from '../support/basin.ts';
import { seriesOfFeatures, writeFeatures } from '../support/large-features.ts';

const rowCount = 5_000_000;
const daysPerGage = 10_000;
const stations = targetsOf(basin, 'nrcs')
  .all.filter(({ parameter }) => parameter === parameterNdx.swe)
  .map(({ key }) => key);

/** Rows of a report for many stations and years, one station a row. */
function* rows(): Generator<string> {
  yield 'Date,Station Id,Snow Water Equivalent (in) Start of Day Values\n';
  const days = Math.floor(rowCount / stations.length);
  const first = dayNumber('2020-12-31') - days + 1;
  for (let at = 0; at < days; at += 1) {
    const day = formatDay(first + at);
    let text = '';
    for (const [index, station] of stations.entries())
      text += `${day},${station},${((at * 7 + index) % 997) / 10}00000\n`;
    yield text;
  }
}

/** Writes a file, and reads it in a process whose heap is as small as that of an import. */
async function readLarge(source: string, write: (file: string) => Promise<unknown>) {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'large-'));
  const file = path.join(folder.path, 'saved');
  await write(file);
  const { size } = await stat(file);
  const script = path.resolve(import.meta.dirname, '../support/parse-large-file.ts');
  const limits = ['--max-semi-space-size=4', '--max-old-space-size=160'];
  const { stdout } = await promisify(execFile)(process.execPath, [...limits, script, source, file]);
  process.stdout.write(`${Math.round(size / 1e6)} MB: ${stdout}\n`);
  return { size, ...JSON.parse(stdout) };
}

test('reads 5 million rows of 160 MB in less than 280 MB of memory', { timeout: 2_400_000 }, async () => {
  const result = await readLarge('nrcs', (file) => pipeline(Readable.from(rows()), createWriteStream(file)));
  expect(result.series).toBe(stations.length);
  expect(result.values).toBe(Math.floor(rowCount / stations.length) * stations.length);
  expect(result.peakMb).toBeLessThan(280);
});

test('reads 150 MB of JSON in less than 280 MB of memory', { timeout: 1_200_000 }, async () => {
  const result = await readLarge('usgs', (file) => writeFeatures(file, daysPerGage));
  expect(result.size).toBeGreaterThan(150_000_000);
  expect(result).toMatchObject({ series: seriesOfFeatures, values: seriesOfFeatures * daysPerGage });
  expect(result.peakMb).toBeLessThan(280);
});
