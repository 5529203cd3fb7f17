import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import {
  type AquaLocation,
  chooseDataset,
  matchLocation,
  parseAquaLocations,
  parseAquaPoints,
} from '#ingest/agencies/idwr-aquainfo.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { toSourceText } from '#ingest/reading/read-source-file.ts';
import { dayNumber } from '#lib/calendar.ts';
import { basin } from '../../support/basin.ts';

const [target] = targetsOf(basin, 'aquainfo').all.map((each) => each.target);
const read = async (points: unknown, since?: string) => {
  if (!target) throw new Error('the basin has no well of AquaInfo');
  return parseAquaPoints(
    toSourceText(JSON.stringify({ points })),
    { name: 'A Depth', target },
    since ? dayNumber(since) : undefined,
  );
};
const point = (timeStamp: string, numericValue1: number | null) => ({ timeStamp, numericValue1 });

test('takes one reading a day as its value, and counts a repeated point once', async () => {
  const series = await read([
    point('2026-03-08T00:00:00-07:00', 2),
    point('2026-03-08T00:00:00-07:00', 2),
    // Still March 7 in Denver.
    point('2026-03-08T06:30:00Z', 10),
    point('2026-03-09T12:00:00-06:00', null),
  ]);
  expect(series).toMatchObject({
    kind: 'read',
    missing: [dayNumber('2026-03-09')],
    readings: {
      days: [dayNumber('2026-03-07'), dayNumber('2026-03-08')],
      values: [10, 2],
      marks: [{ approval: 'P' }, {}],
    },
  });
  expect(await read([point('2026-03-07T12:00:00Z', 1)], '2026-03-08')).toMatchObject({
    readings: { days: [] },
  });
});

test('chooses the daily dataset of a parameter, in a unit that can be converted', () => {
  const dataset = (uniqueId: string, name: string, unit: string, label: string) => ({
    uniqueId,
    parameter: name,
    unit,
    label,
  });
  const datasets = [
    dataset('a', 'Discharge', 'ft^3/s', 'Telemetry'),
    dataset('b', 'Discharge', 'ft^3/s', 'Daily'),
    dataset('c', 'Discharge', 'm^3/s', 'Daily'),
    dataset('d', 'Depth to Water', 'm', 'Daily'),
  ];
  expect(chooseDataset(datasets, parameterNdx.streamflow)?.uniqueId).toBe('b');
  expect(chooseDataset(datasets, parameterNdx.depthToWater)?.uniqueId).toBe('d');
  expect(
    chooseDataset([dataset('e', 'Discharge', 'degC', 'Daily')], parameterNdx.streamflow),
  ).toBeUndefined();
  expect(chooseDataset(datasets, parameterNdx.swe)).toBeUndefined();
});

const sample = path.resolve(
  import.meta.dirname,
  '../../../../shared/data/samples/idwr_aquainfo_CONSTRUCTED.json',
);
test.skipIf(!existsSync(sample))('parses the sample in the documented format', async () => {
  const { locations, telemetry } = JSON.parse(readFileSync(sample, 'utf8'));
  expect(parseAquaLocations(JSON.stringify(locations))[0]?.datasets[0]?.parameter).toBe('Discharge');
  expect(await read(telemetry.points)).toMatchObject({
    readings: { days: [dayNumber('2019-10-22')], values: [0.5175] },
  });
});

const site = { name: 'Magic Valley Observation Well near Jerome', lat: 42.74, lon: -114.47 };
/** 0.001° of latitude are 111 m. */
const location = (identifier: string, locationName: string | null, north = 0): AquaLocation => ({
  identifier,
  locationName,
  latitude: site.lat + north,
  longitude: site.lon,
  datasets: [],
});
const jerome = location('08S 17E 01BBB1', 'JEROME MAGIC VALLEY 1', 0.001);
const far = location('08S 17E 02AAA1', 'Magic Valley near Jerome', 0.003);

test('finds a location by its identifier, wherever it is', () => {
  const named = { ...far, identifier: 'aqi-mv1', latitude: null };
  expect(matchLocation('AQI-MV1', site, [jerome, named])).toEqual({ location: named, note: undefined });
});

test('matches a placeholder by name and distance, and says so', () => {
  expect(matchLocation('AQI-MV1', site, [far, jerome, location('X', 'Fish Hatchery')])).toEqual({
    location: jerome,
    note: 'Matched AQI-MV1 (Magic Valley Observation Well near Jerome) to 08S 17E 01BBB1 (JEROME MAGIC VALLEY 1, 111 m) by its name and distance. Write 08S 17E 01BBB1 into the basin file.',
  });
});

test.each([
  ['of the same name 334 m away', [far], 'no location matches', 'Locations there: none.'],
  ['of another name', [location('X', 'Fish Hatchery')], 'no location matches', 'X (Fish Hatchery, 0 m)'],
  [
    'with only common words in common',
    [location('X', 'Observation Well near Twin Falls')],
    'no location matches',
    'X (Observation Well near Twin Falls, 0 m)',
  ],
  ['without a name', [location('X', null)], 'no location matches', 'X (without a name, 0 m)'],
  [
    'of two that match',
    [jerome, location('Y', 'Jerome', 0.002)],
    'several locations match',
    '08S 17E 01BBB1 (JEROME MAGIC VALLEY 1, 111 m); Y (Jerome, 222 m)',
  ],
])('does not match a placeholder to a location %s', (_, locations, reason, list) => {
  const match = matchLocation('AQI-MV1', site, locations);
  expect(match).toMatchObject({ refusal: expect.stringContaining(reason) });
  expect(match).toMatchObject({ refusal: expect.stringContaining(list) });
});

test('matches no identifier that is not a placeholder', () => {
  expect(matchLocation('2002-1', site, [jerome])).toEqual({
    refusal: 'The service has no location with that identifier.',
  });
});
