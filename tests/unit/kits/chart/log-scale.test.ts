import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import { canBeLog, logExtent, logTicks, omittedNote } from '#kits/chart/drawing/log-scale.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';

function line(ys: readonly number[], overrides: Partial<ChartSeries> = {}): ChartSeries {
  const xs = ys.map((_, at) => at + 1);
  return { id: 's', label: 's', side: 'left', color: '#000000', xs, ys, maxGap: 1, ...overrides };
}

const flow = { title: 'Streamflow', unit: 'cfs', offersLog: true } as const;
const content: ChartContent = {
  title: 'Streamflow',
  time: { kind: 'days' },
  axes: { left: flow },
  series: [line([0, 12, 400, -3, 5, 3900])],
  source: 'USGS',
};

describe('a logarithmic axis', () => {
  test.each([
    [
      [37, 4100],
      [20, 5000],
    ],
    [
      [1000, 1000],
      [100, 10_000],
    ],
    [
      [0.004, 0.3],
      [0.002, 0.5],
    ],
    [
      [100, 200],
      [100, 200],
    ],
    [
      [-5, 0],
      [1, 10],
    ],
    [[], [1, 10]],
    [
      [Number.NaN, 3, 0],
      [2, 5],
    ],
  ] as const)('of the values %j is %j', (ys, expected) => {
    expect(logExtent([line(ys)], [0, 9])).toEqual(expected);
  });

  test.each([
    [
      [1, 100],
      [1, 2, 5, 10, 20, 50, 100],
    ],
    [
      [20, 500],
      [20, 50, 100, 200, 500],
    ],
    [
      [0.02, 0.5],
      [0.02, 0.05, 0.1, 0.2, 0.5],
    ],
    [
      [1, 100_000],
      [1, 10, 100, 1000, 10_000, 100_000],
    ],
  ] as const)('from %j has the labels %j', (extent, expected) => {
    expect(logTicks(extent)).toEqual(expected);
  });

  test('contains every positive value, and has 2 to 13 labels', () => {
    const value = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), (ys) => {
        const extent = logExtent([line(ys)], [0, 9]);
        expect(extent[0]).toBeLessThanOrEqual(Math.min(...ys));
        expect(extent[1]).toBeGreaterThanOrEqual(Math.max(...ys));
        const { length } = logTicks(extent);
        expect(length).toBeGreaterThanOrEqual(2);
        expect(length).toBeLessThanOrEqual(13);
      }),
    );
  });

  test('has gaps at zero and below, says how many, and only in the window', () => {
    const { rows, signals } = frameOf(content, { width: 800, isLog: true });
    expect(signals.left).toEqual([5, 5000]);
    expect(rows.leftLines.map((each) => each.y)).toEqual([12, 400, 5, 3900]);
    expect(new Set(rows.leftLines.map((each) => each.g)).size).toBe(2);
    expect(omittedNote(content, [1, 6], true)).toBe(
      '2 values of zero or less cannot be drawn on a log scale.',
    );
    expect(omittedNote(content, [1, 3], true)).toBe(
      '1 value of zero or less cannot be drawn on a log scale.',
    );
    expect(omittedNote(content, [2, 3], true)).toBeUndefined();
    expect(omittedNote(content, [1, 6], false)).toBeUndefined();
  });

  test('draws a band that reaches zero from its bottom, and says so', () => {
    const band = { id: 'b', label: 'b', side: 'left', color: '#dddddd' } as const;
    const banded = {
      ...content,
      bands: [{ ...band, xs: [1, 2, 3], lows: [0, 20, -4], highs: [900, 800, 0] }],
    };
    const { rows, signals } = frameOf(banded, { width: 800, isLog: true });
    expect(rows.leftBands.map(({ x, y, y2 }) => [x, y, y2])).toEqual([
      [1, signals.left[0], 900],
      [2, 20, 800],
    ]);
    expect(omittedNote({ ...banded, series: [] }, [1, 3], true)).toBe(
      'Where a band reaches zero or less, it is drawn from the bottom of the log scale.',
    );
  });

  test('begins bars at its bottom, leaves out levels of zero, and moves excluded values to the edge', () => {
    const { rows, signals } = frameOf(
      {
        ...content,
        series: [
          line([21, 40], { shape: 'bars' }),
          line([30, 50], { id: 'l', excluded: { xs: [1.5], ys: [-2], noteOf: () => 'x' } }),
        ],
        levels: [
          { label: 'Zero', side: 'left', value: 0 },
          { label: 'Limit', side: 'left', value: 100 },
        ],
      },
      { width: 800, isLog: true },
    );
    expect(rows.leftBars.map((each) => each.y2)).toEqual([20, 20]);
    expect(rows.leftLevels.map((each) => each.text)).toEqual(['Limit']);
    expect(rows.leftExcluded[0]).toMatchObject({ y: signals.left[0], p: 'below' });
  });

  test('labels the end of a line that ends at zero where it was last drawn', () => {
    const ended = line([10, 20, 0], { emphasis: 'leading', endLabel: '2026 · 0' });
    const { rows } = frameOf({ ...content, series: [ended] }, { width: 800, isLog: true });
    expect(rows.leftEnds[0]).toMatchObject({ x: 2, y: 20 });
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
    const { signals } = frameOf(two, { width: 800, isLog: true });
    expect(signals.right[0]).toBeLessThan(0);
    expect(omittedNote(two, [1, 2], true)).toBeUndefined();
  });
});
