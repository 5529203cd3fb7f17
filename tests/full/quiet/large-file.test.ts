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
import { basin } from '../../support/basin.ts';

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

const gages = targetsOf(basin, 'usgs')
  .all.filter(({ parameter }) => parameter === parameterNdx.streamflow)
  .map(({ key }) => key)
  .slice(0, 40);
const daysPerGage = 20_000;

/** A collection of daily values, gage by gage, as the Water Data API writes it. */
function* features(): Generator<string> {
  yield '{"type":"FeatureCollection","features":[';
  const first = dayNumber('2020-12-31') - daysPerGage + 1;
  for (const [index, gage] of gages.entries()) {
    for (let at = 0; at < daysPerGage; at += 1) {
      const id = `90a0ea36-ab1f-33a9-e746-${index}-${at}`;
      const properties = {
        id,
        time_series_id: `36ab1f33a9e7464b8b7a3a4e1a6b64${index}`,
        monitoring_location_id: `USGS-${gage}`,
        parameter_code: '00060',
        statistic_id: '00003',
        time: formatDay(first + at),
        value: String((at * 7 + index) % 997),
        unit_of_measure: 'ft^3/s',
        approval_status: 'Approved',
        qualifier: null,
        last_modified: '2026-03-01T00:00:00.000+00:00',
      };
      const comma = index + at === 0 ? '' : ',';
      yield comma + JSON.stringify({ type: 'Feature', geometry: null, id, properties });
    }
  }
  yield ']}\n';
}

/** Writes a file, and reads it in a process of its own. Its heap may have `heapMb`: garbage is collected late otherwise. */
async function readLarge(source: string, pieces: Generator<string>, heapMb: number, mode = '') {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'large-'));
  try {
    const file = path.join(folder, 'saved');
    await pipeline(Readable.from(pieces), createWriteStream(file));
    const { size } = await stat(file);
    const script = path.resolve(import.meta.dirname, '../../support/parse-large-file.ts');
    const limits = ['--max-semi-space-size=8', `--max-old-space-size=${heapMb}`];
    const { stdout } = await promisify(execFile)(process.execPath, [...limits, script, source, file, mode]);
    process.stdout.write(`${Math.round(size / 1e6)} MB: ${stdout}\n`);
    return { size, ...JSON.parse(stdout) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('reads 20 million rows of 600 MB in less than 300 MB of memory', { timeout: 600_000 }, async () => {
  const result = await readLarge('nrcs', rows(), 160);
  expect(result.series).toBe(stations.length);
  expect(result.values).toBe(Math.floor(rowCount / stations.length) * stations.length);
  expect(result.peakMb).toBeLessThan(300);
});

test('reads 300 MB of JSON in less than 300 MB of memory', { timeout: 120_000 }, async () => {
  const result = await readLarge('usgs', features(), 512, 'thread');
  expect(result.size).toBeGreaterThan(300_000_000);
  expect(result).toMatchObject({ series: gages.length, values: gages.length * daysPerGage });
  expect(result.peakMb).toBeLessThan(300);
});
