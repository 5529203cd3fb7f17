import { describe, expect, test } from 'vitest';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import { createLabelPlacer } from '#kits/chart/drawing/label-placement.ts';
import { levelRows } from '#kits/chart/drawing/levels.ts';
import { endRows } from '#kits/chart/drawing/line-ends.ts';
import { lineRows } from '#kits/chart/drawing/line-rows.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';

function line(id: string, overrides: Partial<ChartSeries> = {}): ChartSeries {
  const xs = Array.from({ length: 101 }, (_, at) => at);
  return { id, label: id, side: 'left', color: '#000000', xs, ys: xs, maxGap: 1, ...overrides };
}

/** A plot of 500 × 300 pixels with values from 0 to 100. */
const plotOf = (x: readonly [number, number]) => {
  const axis = { extent: [0, 100], reversed: false, isLog: false } as const;
  return { area: { left: 0, top: 0, width: 500, height: 300 }, x, axes: { left: axis, right: axis } };
};

const leading = line('2026', { emphasis: 'leading', endLabel: '2026 · 13,400' });

test('draws context first and leading lines last', () => {
  const all = [leading, line('2019', { emphasis: 'context' }), line('Median')];
  const order = new Set(lineRows(all, [0, 100], 500).leftLines.map((each) => each.s));
  expect([...order]).toEqual(['2019', 'Median', '2026']);
});

describe('the label at the end of a leading line', () => {
  const endIn = (one: ChartSeries, window: readonly [number, number]) => {
    const plot = plotOf(window);
    return endRows([one], plot, createLabelPlacer(plot, [])).leftEnds[0];
  };

  test('stands right of the last value where there is room, else inside the plot', () => {
    expect(endIn(leading, [0, 200])).toMatchObject({ x: 100, y: 100, align: 'left', text: '2026 · 13,400' });
    expect(endIn(leading, [0, 100])).toMatchObject({ x: 100, align: 'right' });
    expect(endIn(leading, [0, 115])).toMatchObject({ align: 'right' });
  });

  test('stands above where a line runs on at the same height', () => {
    const plot = plotOf([0, 200]);
    const flat = [0, 200].map((x) => ({ x, y: 50, g: 'Median' }));
    const place = createLabelPlacer(plot, [{ side: 'left', kind: 'line', points: flat }]);
    const half = { ...leading, ys: Array.from({ length: 101 }, () => 50) };
    expect(endRows([half], plot, place).leftEnds[0]).toMatchObject({ align: 'left', dy: -16 });
  });

  test('leaves the hollow dot of an estimate in view', () => {
    const estimated = { ...leading, shape: 'dots', isEstimated: (at: number) => at === 100 } as const;
    expect(endIn(estimated, [0, 200])?.h).toBe(true);
    expect(endIn({ ...estimated, shape: 'line' }, [0, 200])?.h).toBe(false);
    expect(endIn({ ...estimated, isEstimated: () => false }, [0, 200])?.h).toBe(false);
  });

  test('names only the line where the window ends before its last value', () => {
    expect(endIn(leading, [0, 60.5])).toMatchObject({ x: 60, text: '2026' });
  });

  test.each([
    ['a line that does not lead', line('a', { endLabel: 'x' }), [0, 100]],
    ['a leading line without a label', line('a', { emphasis: 'leading' }), [0, 100]],
    ['a line without values', { ...leading, xs: [], ys: [] }, [0, 100]],
    ['a window after the line', leading, [150, 200]],
    ['a window before the line', leading, [-50, -10]],
  ] as const)('is absent at %s', (_what, one, window) => {
    expect(endIn(one, window)).toBeUndefined();
  });
});

test('draws steps that last until the next value, and none across a gap', () => {
  const rates = line('canal', { shape: 'steps', xs: [1, 2, 5, 6], ys: [10, 30, 20, 40] });
  const points = lineRows([rates], [1, 6], 500).leftLines.map(({ x, y }) => [x, y]);
  expect(points).toEqual([
    ...[
      [1, 10],
      [2, 10],
      [2, 30],
    ],
    ...[
      [5, 20],
      [6, 20],
      [6, 40],
    ],
  ]);
});

describe('the label of a level', () => {
  const level = { label: 'Capacity', side: 'left', value: 50 } as const;
  const placedBeside = (points: readonly { x: number; y: number; g: string }[], value = 50) => {
    const plot = plotOf([0, 100]);
    const place = createLabelPlacer(plot, [{ side: 'left', kind: 'line', points }]);
    const [row] = levelRows([{ ...level, value }], plot, place).leftLevels;
    return `${row?.align} ${(row?.dy ?? 0) < 0 ? 'above' : 'below'}`;
  };
  const at = (...points: readonly (readonly [number, number])[]) =>
    points.map(([x, y]) => ({ x, y, g: 'a' }));

  test.each([
    ['nothing', at(), 50, 'right above'],
    ['a line at its right end', at([80, 0], [99, 99]), 50, 'left above'],
    ['a line that runs along above it', at([0, 53], [100, 53]), 50, 'right below'],
    ['a long segment without a point near it', at([0, 50], [100, 54]), 50, 'left above'],
    ['the upper edge of the plot', at(), 100, 'right below'],
    ['the lower edge of the plot', at([0, 3], [100, 3]), 0, 'right above'],
  ] as const)('avoids %s', (_what, points, value, expected) => {
    expect(placedBeside(points, value)).toBe(expected);
  });

  test('does not cover that of a level near it', () => {
    const plot = plotOf([0, 100]);
    const rows = levelRows([level, { ...level, value: 51 }], plot, createLabelPlacer(plot, [])).leftLevels;
    expect(rows.map((each) => each.align)).toEqual(['right', 'left']);
  });
});

test('has room for a level above all values, only on its own axis', () => {
  const content: ChartContent = {
    title: 'Palisades',
    time: { kind: 'days' },
    axes: { left: { title: 'Storage', unit: 'AF' }, right: { title: 'Streamflow', unit: 'cfs' } },
    series: [line('storage'), line('flow', { side: 'right' })],
    levels: [{ label: 'Capacity', side: 'left', value: 1400 }],
    source: 'USBR',
  };
  const { signals, rows } = frameOf(content, { width: 800 });
  expect(signals.left[1]).toBeGreaterThanOrEqual(1400);
  expect(signals.right[1]).toBeLessThan(200);
  expect(rows.leftLevels).toMatchObject([{ y: 1400, text: 'Capacity' }]);
  expect(rows.rightLevels).toEqual([]);
});
