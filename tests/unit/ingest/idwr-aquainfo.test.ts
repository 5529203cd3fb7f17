import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import { chooseDataset, parseAquaLocations, parseAquaPoints } from '#ingest/agencies/idwr-aquainfo/parse.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { SourceRefused } from '#ingest/source.ts';
import { dayNumber } from '#lib/calendar.ts';
import { basin } from '../../support/basin.ts';

const [target] = targetsOf(basin, 'aquainfo').all.map((each) => each.target);
const read = (points: unknown, since?: string) => {
  if (!target) throw new Error('the basin has no well of AquaInfo');
  return parseAquaPoints(
    JSON.stringify({ points }),
    { name: 'A Depth', target },
    since ? dayNumber(since) : undefined,
  );
};
const point = (timeStamp: string, numericValue1: number | null) => ({ timeStamp, numericValue1 });

test('takes one reading a day as its value, and counts a repeated point once', () => {
  const series = read([
    point('2026-03-08T00:00:00-07:00', 2),
    point('2026-03-08T00:00:00-07:00', 2),
    // Still March 7 in Denver.
    point('2026-03-08T06:30:00Z', 10),
    point('2026-03-09T12:00:00-06:00', null),
  ]);
  expect(series).toMatchObject({
    kind: 'read',
    missing: 1,
    readings: [
      { day: dayNumber('2026-03-07'), value: 10, approval: 'P' },
      { day: dayNumber('2026-03-08'), value: 2 },
    ],
  });
  expect(read([point('2026-03-07T12:00:00Z', 1)], '2026-03-08')).toMatchObject({ readings: [] });
});

test('refuses several readings within a day', () => {
  expect(read([point('2026-03-08T00:00:00-07:00', 2), point('2026-03-08T00:15:00-07:00', 2)])).toEqual({
    kind: 'refused',
    name: 'A Depth',
    message:
      "Point 2: 2026-03-08 has several readings within the day, not a daily value. Use the location's dataset with the label Daily.",
  });
});

test('refuses an invalid time and an unexpected response', () => {
  expect(() => read([point('yesterday', 1)])).toThrow('point 1: "yesterday" is not a time');
  expect(() => read('none')).toThrow(SourceRefused);
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
test.skipIf(!existsSync(sample))('parses the sample in the documented format', () => {
  const { locations, telemetry } = JSON.parse(readFileSync(sample, 'utf8'));
  expect(parseAquaLocations(JSON.stringify(locations))[0]?.datasets[0]?.parameter).toBe('Discharge');
  expect(read(telemetry.points)).toMatchObject({
    readings: [{ day: dayNumber('2019-10-22'), value: 0.5175 }],
  });
});
