import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downsample } from '#kits/chart/drawing/lines.ts';
import type { ChartSeries } from '#kits/chart/index.ts';
import { forAll } from '../../../support/for-all.ts';
import { line, someDays } from './plot.ts';

const values = someDays(600, 200)
  .filter((xs) => xs.length > 0)
  .chain((xs) =>
    fc.tuple(
      fc.constant(xs),
      fc.array(fc.integer({ min: -50, max: 50 }), { minLength: xs.length, maxLength: xs.length }),
    ),
  );
const series = (xs: readonly number[], ys: readonly number[], more: Partial<ChartSeries> = {}) =>
  line('s', xs, { ys, ...more });

describe('downsampling', () => {
  test('keeps the lowest and highest value of every column, and both ends of every gap', () =>
    forAll([values, fc.integer({ min: 1, max: 60 })], 100, ([xs, ys], columns) => {
      const whole = [xs[0] ?? 0, (xs.at(-1) ?? 0) + 1] as const;
      const drawn = new Set(downsample(series(xs, ys), whole, columns).flatMap((each) => each.positions));
      const scale = columns / (whole[1] - whole[0]);
      const byColumn = Map.groupBy(
        xs.map((_, at) => at),
        (at) => Math.floor(((xs[at] ?? 0) - whole[0]) * scale),
      );
      for (const positions of byColumn.values()) {
        const all = positions.map((at) => ys[at] ?? 0);
        const shown = positions.filter((at) => drawn.has(at)).map((at) => ys[at] ?? 0);
        expect(Math.min(...shown)).toBe(Math.min(...all));
        expect(Math.max(...shown)).toBe(Math.max(...all));
      }
      for (const [at, x] of xs.entries()) {
        const isEdge = x - (xs[at - 1] ?? -9) > 1 || (xs[at + 1] ?? 9999) - x > 1;
        if (isEdge) expect(drawn.has(at)).toBe(true);
      }
    }));

  test('draws at most four points per column and segment', () => {
    const xs = Array.from({ length: 10_000 }, (_, at) => at);
    const [stretch, ...others] = downsample(series(xs, xs.map(Math.sin)), [0, 9999], 300);
    expect(others).toEqual([]);
    expect(stretch?.positions.length).toBeLessThanOrEqual(4 * 301);
  });

  test('never joins across a gap, and keeps segments in order', () =>
    forAll([values, fc.integer({ min: 1, max: 400 })], 100, ([xs, ys], columns) => {
      const stretches = downsample(series(xs, ys), [xs[0] ?? 0, xs.at(-1) ?? 0], columns);
      for (const { positions } of stretches) {
        expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
        const [first = 0, last = 0] = [positions[0], positions.at(-1)];
        expect((xs[last] ?? 0) - (xs[first] ?? 0)).toBe(last - first);
      }
    }));

  test('does not part a line that turns provisional', () => {
    const turning = series([1, 2, 3, 4], [5, 6, 7, 8], { isMarked: (at) => at >= 2 });
    expect(downsample(turning, [1, 4], 100)).toEqual([{ positions: [0, 1, 2, 3] }]);
  });

  test('separates estimated values, and joins them to their neighbors', () => {
    const bridged = series([1, 2, 3, 4], [5, 6, 7, 8], { isEstimated: (at) => at === 1 || at === 2 });
    expect(downsample(bridged, [1, 4], 100)).toEqual([
      { positions: [0] },
      { estimated: true, positions: [0, 1, 2] },
      { positions: [2, 3] },
    ]);
  });

  test('continues a line across a skipped day, but not across a gap', () => {
    const leap = { ...series([150, 151, 153, 154], [1, 2, 3, 4]), skippedX: 152 };
    expect(downsample(leap, [1, 366], 400)).toHaveLength(1);
    const gap = { ...series([150, 154], [1, 2]), skippedX: 152 };
    expect(downsample(gap, [1, 366], 400)).toHaveLength(2);
  });

  test('keeps a neighbor on either side of the window', () => {
    const [stretch] = downsample(series([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]), [3, 4], 100);
    expect(stretch?.positions).toEqual([1, 2, 3, 4]);
  });
});
