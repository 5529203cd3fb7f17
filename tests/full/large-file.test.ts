import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
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

const rowCount = 20_000_000;
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

test('reads 20 million rows of 600 MB in less than 300 MB of memory', { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'large-'));
  try {
    const file = path.join(folder, 'report.csv');
    await pipeline(Readable.from(rows()), createWriteStream(file));
    const { size } = await stat(file);
    const script = path.resolve(import.meta.dirname, '../support/parse-large-file.ts');
    // Without limits, the engine collects garbage only when it has used several hundred megabytes.
    const limits = ['--max-semi-space-size=8', '--max-old-space-size=160'];
    const { stdout } = await promisify(execFile)(process.execPath, [...limits, script, file]);
    const result = JSON.parse(stdout);
    process.stdout.write(`${Math.round(size / 1e6)} MB: ${stdout}\n`);
    expect(result.series).toBe(stations.length);
    expect(result.values).toBe(Math.floor(rowCount / stations.length) * stations.length);
    expect(result.peakMb).toBeLessThan(300);
  } finally {
    await rm(folder, { recursive: true });
  }
});
