import { expect, test } from 'vitest';
import { createCrosshair, type TimeAxis } from '#kits/chart/index.ts';
import { axisKey, createReading, linkCrosshair } from '#kits/chart/reading/read-out.ts';

const season: TimeAxis = { kind: 'season', firstMonth: 10 };

/** Charts that share a crosshair; each has values on the x that are multiples of its step. */
function createCharts(...charts: readonly { readonly time: TimeAxis; readonly step: number }[]) {
  const crosshair = createCrosshair();
  const readings = charts.map(({ time, step }, at) => {
    const reading = createReading();
    const end = linkCrosshair(crosshair, reading, {
      id: `chart-${at}`,
      axis: axisKey(time),
      nearest: (x) => (x > 366 ? undefined : Math.round(x / step) * step),
    });
    return { $pointed: reading.$pointed, end };
  });
  return { crosshair, readings };
}

test('charts with the same axis follow the one that is pointed at, each to its nearest value', () => {
  const { readings } = createCharts({ time: season, step: 1 }, { time: season, step: 7 });
  const [first, second] = readings;
  first?.$pointed.set({ by: 'pointer', x: 100, y: 20 });
  expect(second?.$pointed.get()).toEqual({ by: 'crosshair', x: 98 });
  expect(first?.$pointed.get()).toEqual({ by: 'pointer', x: 100, y: 20 });
  first?.$pointed.set(undefined);
  expect(second?.$pointed.get()).toBeUndefined();
});

test('a chart that is pointed at takes over, and the first follows it', () => {
  const { readings } = createCharts({ time: season, step: 1 }, { time: season, step: 1 });
  const [first, second] = readings;
  first?.$pointed.set({ by: 'keys', x: 10 });
  second?.$pointed.set({ by: 'pointer', x: 20, y: 0 });
  expect(first?.$pointed.get()).toEqual({ by: 'crosshair', x: 20 });
});

test.each([
  ['days', { kind: 'days' }],
  ['a season from another month', { kind: 'season', firstMonth: 11 }],
  ['months', { kind: 'months', names: ['Oct', 'Nov'] }],
] as const)('a chart of %s does not follow one of a season', (_what, time) => {
  const { readings } = createCharts({ time: season, step: 1 }, { time, step: 1 });
  readings[0]?.$pointed.set({ by: 'keys', x: 10 });
  expect(readings[1]?.$pointed.get()).toBeUndefined();
});

test('a chart shows nothing where it has no value, and nothing after its end', () => {
  const { crosshair, readings } = createCharts({ time: season, step: 1 }, { time: season, step: 1 });
  const [first, second] = readings;
  first?.$pointed.set({ by: 'keys', x: 10 });
  first?.$pointed.set({ by: 'keys', x: 400 });
  expect(second?.$pointed.get()).toBeUndefined();
  first?.end();
  expect(crosshair.get()).toBeUndefined();
  first?.$pointed.set({ by: 'keys', x: 10 });
  expect(second?.$pointed.get()).toBeUndefined();
});
