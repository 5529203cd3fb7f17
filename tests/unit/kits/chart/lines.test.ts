import { describe, expect, test } from 'vitest';
import { xPixel, yPixel } from '#kits/chart/drawing/layout.ts';
import { byEmphasis, linePath, lineWidthOf } from '#kits/chart/drawing/lines.ts';
import type { ChartSeries } from '#kits/chart/index.ts';
import { unitPlot } from './plot.ts';

function line(
  xs: readonly number[],
  ys: readonly number[],
  overrides: Partial<ChartSeries> = {},
): ChartSeries {
  return { id: 's', label: 's', side: 'left', color: '#000000', xs, ys, maxGap: 1, ...overrides };
}

const plot = unitPlot([0, 100]);
const log = { ...unitPlot([0, 100], [1, 100], { isLog: true }), area: { ...plot.area, height: 100 } };

describe('the line of a series', () => {
  test('is broken at gaps', () => {
    expect(linePath(line([0, 1, 10, 11], [0, 25, 50, 0]), plot, 500).line).toBe('M0 100L1 75M10 50L11 100');
  });

  test('holds each value of steps until the next one, and none across a gap', () => {
    const rates = line([1, 2, 5, 6], [10, 30, 20, 40], { shape: 'steps' });
    expect(linePath(rates, plot, 500).line).toBe('M1 90L2 90L2 70M5 80L6 80L6 60');
  });

  test('has its estimated part apart, which is dashed', () => {
    const estimated = line([0, 1, 2, 3], [0, 25, 50, 50], { isEstimated: (at) => at > 1 });
    expect(linePath(estimated, plot, 500)).toMatchObject({
      line: 'M0 100L1 75',
      estimates: 'M1 75L2 50L3 50',
    });
  });

  test('is a dot where a value has no neighbor, a diamond on the right axis', () => {
    expect(linePath(line([50], [5]), plot, 500)).toMatchObject({
      line: '',
      dots: expect.stringContaining('a2.9'),
    });
    expect(linePath(line([50], [5], { side: 'right' }), plot, 500).dots).not.toContain('a');
  });

  test('has a gap on a logarithmic axis where it reaches zero', () => {
    const dry = line([0, 1, 2, 3, 4], [100, 10, 0, 10, 1]);
    expect(linePath(dry, log, 500).line).toBe('M0 0L1 50M3 50L4 100');
  });
});

describe('dots', () => {
  const xs = Array.from({ length: 50 }, (_, at) => at);
  const dots = line(xs, xs, { shape: 'dots', isEstimated: (at) => at === 7 });
  const countIn = (path: string) => path.split('M').length - 1;
  const wide = (pixels: number, window: readonly [number, number] = [0, 49]) => ({
    ...unitPlot(window),
    area: { ...plot.area, width: pixels },
  });

  test('stand at each value that has room, hollow where estimated, on a thin line', () => {
    const path = linePath(dots, wide(500), 500);
    expect(countIn(path.dots)).toBe(50);
    expect(countIn(path.hollows)).toBeGreaterThan(0);
    expect(lineWidthOf(dots)).toBe(1);
  });

  test('are left out where they would merge into a band, and outside the window', () => {
    expect(linePath(dots, wide(200), 200).dots).toBe('');
    expect(countIn(linePath(dots, wide(200, [10, 12]), 200).dots)).toBe(3);
  });
});

test('values lie between powers of ten on a logarithmic axis, which has no zero', () => {
  expect([1, 10, 100].map((value) => yPixel(log, 'left', value))).toEqual([100, 50, 0]);
  expect(Number.isFinite(yPixel(log, 'left', 0))).toBe(false);
  expect(xPixel(plot, 25)).toBe(25);
  expect(yPixel(unitPlot([0, 1], [0, 100], { reversed: true }), 'left', 0)).toBe(0);
});

test('leading lines are drawn last and thickest, those for comparison first', () => {
  const all = [
    line([], [], { id: '2026', emphasis: 'leading' }),
    line([], [], { id: '1977', emphasis: 'context' }),
    line([], [], { id: 'Median', width: 1.25 }),
    line([], [], { id: '2011' }),
  ];
  const ordered = byEmphasis(all);
  expect(ordered.map(({ id }) => id)).toEqual(['1977', 'Median', '2011', '2026']);
  expect(ordered.map(lineWidthOf)).toEqual([1, 1.25, 1.75, 3]);
});
