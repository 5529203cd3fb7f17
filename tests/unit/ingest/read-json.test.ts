import { describe, expect, test } from 'vitest';
import type { SourceName } from '#domain/agencies.ts';
import { formatDay } from '#lib/calendar.ts';
import { readSource } from '../../support/read-source.ts';

const days = Array.from({ length: 6000 }, (_, at) => formatDay(at));
const feature = (time: string) => ({
  properties: {
    monitoring_location_id: 'USGS-13037500',
    parameter_code: '00060',
    statistic_id: '00003',
    time,
    value: '1500',
    unit_of_measure: 'ft^3/s',
  },
});
const station = (at: number) => ({
  stationTriplet: at === 0 ? '577:WY:SNTL' : `x${at}:WY:SNTL`,
  data: [
    {
      stationElement: { elementCode: 'WTEQ', storedUnitCode: 'in' },
      values: [{ date: '2026-01-01', value: 8.5 }],
    },
  ],
});
const point = (day: string) => ({ timeStamp: `${day}T12:00:00.000Z`, numericValue1: 101 });

/** A large answer of each service, its sites, how many values it has, and how it is named in messages. */
const answers = [
  ['usgs', { type: 'FeatureCollection', features: days.map(feature) }, [], days.length],
  ['nrcs', days.map((_, at) => station(at)), [], 1],
  ['nrcs', [days.map((_, at) => station(at))], [], 1],
  ['idwr', days.map((day) => ({ SiteID: '13037505', HSTDate: day, 'Flow (CFS)': 345.5 })), [], days.length],
  ['aquainfo', { points: days.map(point) }, ['AQI-MV1 Depth to Water'], days.length],
] as const;

async function read(source: SourceName, text: string, sites: readonly string[]) {
  const { found, message } = await readSource(source, text, sites.length > 0 ? { sites } : {});
  const values = found.reduce((sum, each) => sum + (each.kind === 'read' ? each.readings.days.length : 0), 0);
  return { values, message };
}

describe.each(answers)('a large answer of %s', (source, answer, sites, count) => {
  const text = JSON.stringify(answer);

  test('is read whole', { tags: ['full'] }, async () => {
    expect(await read(source, text, sites)).toEqual({ values: count, message: '' });
  });

  test.each([
    ['breaks off after thousands of elements', text.slice(0, text.length * 0.9), 'It breaks off after 5'],
    ['breaks off before its end', text.slice(0, -1), 'It breaks off after 6000 whole elements'],
    ['has something after its end', `${text}]`, 'is not JSON'],
    ['has a page in its middle', `${text.slice(0, text.length / 2)}<html>`, 'is not JSON'],
  ])('is refused whole if it %s', { tags: ['full'] }, async (_, damaged, said) => {
    const { values, message } = await read(source, damaged, sites);
    expect(values).toBe(0);
    expect(message).toContain(said);
  });
});

test.each<[SourceName, string, readonly string[], string]>([
  ['usgs', '{"type":"FeatureCollection"}', [], 'features: Invalid input'],
  ['usgs', '{"features":{"a":1}}', [], 'features: Invalid input'],
  ['usgs', '{"features":[1]}', [], 'features.0: Invalid input'],
  ['nrcs', '{"error":1}', [], 'at the top level'],
  ['nrcs', '[1]', [], '0: Invalid input'],
  ['idwr', '{"error":1}', [], 'at the top level'],
  ['idwr', '[[]]', [], '0: Invalid input'],
  ['aquainfo', '{"points":"none"}', ['AQI-MV1 Depth to Water'], 'points: Invalid input'],
])('%s: refuses %s', async (source, text, sites, said) => {
  const { values, message } = await read(source, text, sites);
  expect(values).toBe(0);
  expect(message).toContain(said);
});
