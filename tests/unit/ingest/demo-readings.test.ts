import { expect, test } from 'vitest';
import { demoStations } from '#ingest/demo/catalog.ts';
import { demoReadings } from '#ingest/demo/readings.ts';
import { seriesOf } from '#ingest/demo/series.ts';
import { basin } from '../../support/basin.ts';

const now = new Date('2026-06-19T17:07:00Z');
const stations = demoStations(basin);
const readingsOf = (id: string, at: Date, hours: number) => {
  const station = stations.find((each) => each.id === id);
  return station ? seriesOf(station).flatMap((series) => demoReadings(station, series, at, hours)) : [];
};

test('the readings of the demonstration are the same whenever they are written', () => {
  const early = readingsOf('13037500', now, 12);
  const later = readingsOf('13037500', new Date(now.getTime() + 3_600_000), 12);
  const shared = later.filter(({ time }) => early.some((each) => each.time === time));
  expect(shared).toHaveLength(44);
  expect(early).toEqual(expect.arrayContaining(shared));
});

test('the readings of the demonstration end before now and are near the daily means', () => {
  const readings = readingsOf('13037500', now, 12);
  expect(readings).toHaveLength(48);
  expect(readings.at(-1)?.time).toBe('2026-06-19T17:00:00.000Z');
  const station = stations.find(({ id }) => id === '13037500');
  const [series] = station ? seriesOf(station) : [];
  // June 19 is the 262nd day of a water year.
  const mean = series?.year(2026)[261] ?? 0;
  for (const { value } of readings) expect(Math.abs(value / mean - 1)).toBeLessThan(0.15);
});

test('the demonstration has readings only of instruments, and some stations are silent', () => {
  const counts = stations.map((station) => ({
    kind: station.shape.kind,
    count: seriesOf(station).reduce((sum, series) => sum + demoReadings(station, series, now, 12).length, 0),
  }));
  const silent = (kind: string) =>
    counts.filter((each) => each.kind === kind).every(({ count }) => count === 0);
  expect(['unregulated', 'reach', 'recharge', 'return-flow'].filter(silent)).toHaveLength(4);
  expect(['stream', 'reservoir', 'snow', 'diversion'].filter(silent)).toEqual([]);
  const streams = counts.filter(({ kind }) => kind === 'stream');
  expect(streams.some(({ count }) => count > 0 && count < 48)).toBe(true);
});
