import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parameterNdx } from '#domain/vocabulary.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { basin } from './basin.ts';

const gages = targetsOf(basin, 'usgs')
  .all.filter(({ parameter }) => parameter === parameterNdx.streamflow)
  .map(({ key }) => key)
  .slice(0, 40);

/** How many series `writeFeatures` writes. */
export const seriesOfFeatures = gages.length;

/** A collection of daily values, gage by gage, as the Water Data API writes it. */
function* features(daysPerGage: number): Generator<string> {
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

/** Writes a saved response of the Water Data API, some 420 bytes a value, and returns its bytes. */
export async function writeFeatures(file: string, daysPerGage: number): Promise<number> {
  await pipeline(Readable.from(features(daysPerGage)), createWriteStream(file));
  return (await stat(file)).size;
}
