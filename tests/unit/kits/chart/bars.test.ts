import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barNote, barPaths, timeExtent } from '#kits/chart/drawing/bars.ts';
import { valueExtent } from '#kits/chart/drawing/value-axis.ts';
import type { ChartSeries } from '#kits/chart/index.ts';
import { forAll } from '../../../support/for-all.ts';
import { line, unitPlot } from './plot.ts';

const bars = (
  xs: readonly number[],
  ys: readonly number[] = xs.map(() => 5),
  { id = 's', ...more }: Partial<ChartSeries> = {},
) => line(id, xs, { ys, shape: 'bars', ...more });

/** The bars as rectangles in data units: values from −100 to 100. */
const rowsOf = (all: readonly ChartSeries[], window: readonly [number, number], pixels: number) => {
  const plot = unitPlot(window, [-100, 100]);
  const toX = (pixel: string | undefined) => window[0] + (Number(pixel) / pixels) * (window[1] - window[0]);
  return barPaths(all, { ...plot, area: { ...plot.area, width: pixels } }).flatMap(
    ({ series, bars: filled, hollows }) =>
      [filled, hollows].flatMap((path, at) =>
        [...path.matchAll(/M([-\d.]+) ([-\d.]+)H([-\d.]+)V([-\d.]+)H[-\d.]+Z/g)].map(([, x, y, x2, y2]) => ({
          s: series.id,
          h: at === 1,
          x: toX(x),
          x2: toX(x2),
          y: 100 - Number(y),
          y2: 100 - Number(y2),
        })),
      ),
  );
};

describe('bars', () => {
  test('of sums over months are as wide as the shortest month', () => {
    const [first] = rowsOf([bars([0, 31, 59, 90])], [-14, 104], 600);
    expect((first?.x2 ?? 0) - (first?.x ?? 0)).toBeCloseTo(28 * 0.82, 1);
  });

  test('keep the highest and the lowest value of every window, at least two pixels wide', () => {
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 400 });
    forAll([values, fc.integer({ min: 20, max: 300 })], 100, (ys, pixels) => {
      const all = [bars([...ys.keys()], ys)];
      const window = [-0.5, ys.length - 0.5] as const;
      const drawn = rowsOf(all, window, pixels);
      expect(Math.max(0, ...drawn.map((each) => each.y))).toBe(Math.max(0, ...ys));
      expect(Math.min(0, ...drawn.map((each) => each.y))).toBe(Math.min(0, ...ys));
      for (const { x, x2 } of drawn)
        expect(((x2 - x) * pixels) / ys.length).toBeGreaterThanOrEqual(Math.min(2, pixels) * 0.81 - 0.11);
    });
  });

  test('of many days in a narrow plot say how many days they are the highest of', () => {
    const noteOf = (series: readonly ChartSeries[], window: readonly [number, number], pixels: number) =>
      barNote({ series, time: { kind: 'days' } }, window, pixels);
    const year = [bars(Array.from({ length: 365 }, (_, at) => at))];
    expect(noteOf(year, [0, 365], 100)).toBe('Each bar is the highest of 8 days; zoom in for single days.');
    expect(noteOf(year, [0, 365], 900)).toBeUndefined();
    expect(noteOf([], [0, 365], 100)).toBeUndefined();
  });

  test('of more than six series are lines', () => {
    const all = Array.from({ length: 7 }, (_, at) => bars([1, 2], [3, 4], { id: String(at) }));
    expect(rowsOf(all, [0.5, 2.5], 300)).toEqual([]);
  });

  test('have room at the ends of the time axis, and zero on theirs', () => {
    expect(timeExtent([bars([10, 11, 12])])).toEqual([9.5, 12.5]);
    expect(valueExtent([bars([1, 2], [90, 100])], [1, 2])[0]).toBe(0);
    expect(valueExtent([bars([1, 2], [-90, -100])], [1, 2])[1]).toBe(0);
  });

  test.each([
    ['no value', [], []],
    ['a value that is no number', [1], [Number.NaN]],
    ['only zeros', [1, 2], [0, 0]],
  ] as const)('are absent with %s', (_what, xs, ys) => {
    expect(rowsOf([bars(xs, ys)], [0, 3], 300)).toEqual([]);
  });
});
