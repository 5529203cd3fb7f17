import { describe, expect, test } from 'vitest';
import { linePath, lineWidthOf } from '#kits/chart/drawing/lines.ts';
import { line, unitPlot } from './plot.ts';

const plot = unitPlot([0, 100]);
test('an isolated value is a dot, a diamond on the right axis', () => {
  expect(linePath(line('s', [50]), plot, 500)).toMatchObject({
    line: '',
    dots: expect.stringContaining('a2.9'),
  });
  expect(linePath(line('s', [50], { side: 'right' }), plot, 500).dots).not.toContain('a');
});

test('steps hold each value until the next one, and none across a gap', () => {
  const rates = line('s', [1, 2, 5, 6], { ys: [10, 30, 20, 40], shape: 'steps' });
  expect(linePath(rates, plot, 500).line).toBe('M1 90L2 90L2 70M5 80L6 80L6 60');
});

describe('dots', () => {
  const xs = Array.from({ length: 50 }, (_, at) => at);
  const dots = line('s', xs, { shape: 'dots', isEstimated: (at) => at === 7 });
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
