import { describe, expect, test } from 'vitest';
import { frameOf } from '#kits/chart/frame.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { endRows } from '#kits/chart/line-ends.ts';
import { lineRows } from '#kits/chart/line-rows.ts';

function line(id: string, overrides: Partial<ChartSeries> = {}): ChartSeries {
  const xs = Array.from({ length: 101 }, (_, at) => at);
  return { id, label: id, side: 'left', color: '#000000', xs, ys: xs, maxGap: 1, ...overrides };
}

const leading = line('2026', { emphasis: 'leading', endLabel: '2026 · 13,400' });

test('draws context first and leading lines last', () => {
  const all = [leading, line('2019', { emphasis: 'context' }), line('Median')];
  const order = new Set(lineRows(all, [0, 100], 500).leftLines.map((each) => each.s));
  expect([...order]).toEqual(['2019', 'Median', '2026']);
});

describe('the label at the end of a leading line', () => {
  const endIn = (one: ChartSeries, window: readonly [number, number]) =>
    endRows([one], window, 500).leftEnds[0];

  test('stands right of the last value where there is room, else inside the plot', () => {
    expect(endIn(leading, [0, 200])).toMatchObject({ x: 100, y: 100, align: 'left', text: '2026 · 13,400' });
    expect(endIn(leading, [0, 100])).toMatchObject({ x: 100, align: 'right' });
    expect(endIn(leading, [0, 115])).toMatchObject({ align: 'right' });
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
  expect(rows.leftLevels).toEqual([{ y: 1400, text: 'Capacity' }]);
  expect(rows.rightLevels).toEqual([]);
});
