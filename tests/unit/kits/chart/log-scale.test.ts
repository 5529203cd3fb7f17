import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canBeLog } from '#kits/chart/axes.ts';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import { logExtent, logTicks, omittedNote } from '#kits/chart/drawing/value-axis.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { forAll } from '../../../support/for-all.ts';
import { flowContent, line as lineOf } from './plot.ts';

const line = (ys: readonly number[], { id = 's', ...more }: Partial<ChartSeries> = {}) =>
  lineOf(
    id,
    ys.map((_, at) => at + 1),
    { ys, ...more },
  );
const flow = { title: 'Streamflow', unit: 'cfs', offersLog: true } as const;
const content: ChartContent = {
  ...flowContent,
  axes: { left: flow },
  series: [line([0, 12, 400, -3, 5, 3900])],
};
const size = { theme: 'light', width: 800, height: 600, isLog: true } as const;

describe('a logarithmic axis', () => {
  test.each([
    [1, 100, '1 2 5 10 20 50 100'],
    [20, 500, '20 50 100 200 500'],
    [1, 100_000, '1 10 100 1000 10000 100000'],
  ])('from %d to %d has the labels %s', (from, to, expected) => {
    expect(logTicks([from, to]).join(' ')).toBe(expected);
  });

  test.each([[[-5, 0]], [[]]])('without a positive value in %j is from 1 to 10', (ys) => {
    expect(logExtent([line(ys)], [0, 9])).toEqual([1, 10]);
  });

  test('contains every positive value, and has a few labels', () => {
    const value = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    forAll([fc.array(value, { minLength: 1, maxLength: 9 })], 100, (ys) => {
      const extent = logExtent([line(ys)], [0, 9]);
      expect(extent[0]).toBeLessThanOrEqual(Math.min(...ys));
      expect(extent[1]).toBeGreaterThanOrEqual(Math.max(...ys));
      const { length } = logTicks(extent);
      expect(length).toBeGreaterThanOrEqual(1);
      expect(length).toBeLessThanOrEqual(13);
    });
  });

  test.each([
    [[1, 6], true, '2 values of zero or less cannot be drawn on a log scale.'],
    [[1, 3], true, '1 value of zero or less cannot be drawn on a log scale.'],
    [[2, 3], true, undefined],
    [[1, 6], false, undefined],
  ] as const)('of %j, log %s, notes what it leaves out', (window, isLog, note) => {
    expect(omittedNote(content, window, isLog)).toBe(note);
  });

  test('draws a band that reaches zero from its bottom, and says so', () => {
    const band = { id: 'b', label: 'b', side: 'left', color: '#dddddd' } as const;
    const banded = {
      ...content,
      bands: [{ ...band, xs: [1, 2, 3], lows: [0, 20, -4], highs: [900, 800, 0] }],
    };
    const { paths, notes } = frameOf(banded, size);
    expect(paths.clipped[0]?.d).not.toMatch(/NaN|Infinity/);
    expect(notes).toHaveLength(1);
    expect(omittedNote({ ...banded, series: [] }, [1, 3], true)).toBe(
      'Where a band reaches zero or less, it is drawn from the bottom of the log scale.',
    );
  });

  test('draws bars, levels and excluded values only at places that it has', () => {
    const { paths, labels } = frameOf(
      {
        ...content,
        series: [
          line([21, 40], { shape: 'bars' }),
          line([30, 50, 0], { id: 'l', excluded: { xs: [1.5], ys: [-2], noteOf: () => 'x' } }),
        ],
        levels: [
          { label: 'Zero', side: 'left', value: 0 },
          { label: 'Limit', side: 'left', value: 100 },
        ],
      },
      size,
    );
    for (const { d } of [...paths.clipped, ...paths.free]) expect(d).not.toMatch(/NaN|Infinity/);
    expect(paths.clipped.filter(({ d }) => /^M0 [\d.]+H/.test(d))).toHaveLength(1);
    for (const { y } of labels) expect(Number.isFinite(y)).toBe(true);
  });

  test('is offered for a used axis that allows it, and leaves the other as it is', () => {
    const stage = { title: 'Stage', unit: 'ft' };
    expect(canBeLog(content)).toBe(true);
    expect(canBeLog({ ...content, axes: { left: stage } })).toBe(false);
    expect(canBeLog({ ...content, axes: { left: stage, right: flow } })).toBe(false);
    const two = {
      ...content,
      axes: { left: flow, right: stage },
      series: [line([1, 2]), line([-1, 7], { id: 'r', side: 'right' })],
    };
    const { signals } = frameOf(two, size);
    expect(signals.right[0]).toBeLessThan(0);
    expect(omittedNote(two, [1, 2], true)).toBeUndefined();
  });
});
