import { describe, expect, test } from 'vitest';
import { linePath } from '#kits/chart/drawing/lines.ts';
import { line, unitPlot } from './plot.ts';

const plot = unitPlot([0, 100]);

describe('dots', () => {
  const xs = Array.from({ length: 50 }, (_, at) => at);
  const dots = line('s', xs, { shape: 'dots', isEstimated: (at) => at === 7 });
  const countIn = (path: string) => path.split('M').length - 1;
  const wide = (pixels: number, window: readonly [number, number] = [0, 49]) => ({
    ...unitPlot(window),
    area: { ...plot.area, width: pixels },
  });

  test('are left out where they would merge into a band, and outside the window', () => {
    expect(linePath(dots, wide(200), 200).dots).toBe('');
    expect(countIn(linePath(dots, wide(200, [10, 12]), 200).dots)).toBe(3);
  });
});
