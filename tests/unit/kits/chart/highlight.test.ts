import { describe, expect, test } from 'vitest';
import { withGrayContext } from '#kits/chart/drawing/context-color.ts';
import { type DrawnPlot, xPixel, yPixel } from '#kits/chart/drawing/plot-scale.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { drawnEnds, highlightPath } from '#kits/chart/reading/highlight-path.ts';

const plot: DrawnPlot = {
  area: { left: 60, top: 10, width: 200, height: 100 },
  x: [0, 20],
  axes: {
    left: { extent: [0, 50], reversed: false, isLog: false },
    right: { extent: [-10, 10], reversed: true, isLog: false },
  },
};

function line(id: string, overrides: Partial<ChartSeries> = {}): ChartSeries {
  return { id, label: id, side: 'left', color: '#0077bb', xs: [0], ys: [0], maxGap: 1, ...overrides };
}

describe('a highlighted line', () => {
  test('lies where the chart draws it, on both axes', () => {
    expect([xPixel(plot, 0), xPixel(plot, 20), xPixel(plot, 5)]).toEqual([0, 200, 50]);
    expect([yPixel(plot, 'left', 0), yPixel(plot, 'left', 50)]).toEqual([100, 0]);
    expect([yPixel(plot, 'right', -10), yPixel(plot, 'right', 10)]).toEqual([0, 100]);
  });

  test('lies between powers of ten on a logarithmic axis, which has no zero', () => {
    const log = {
      ...plot,
      axes: { ...plot.axes, left: { extent: [1, 100], reversed: false, isLog: true } },
    } as const;
    expect([1, 10, 100].map((value) => yPixel(log, 'left', value))).toEqual([100, 50, 0]);
    expect(Number.isFinite(yPixel(log, 'left', 0))).toBe(false);
    expect(Number.isFinite(yPixel(log, 'left', -5))).toBe(false);
  });

  test('is broken on a logarithmic axis where it reaches zero', () => {
    const log = {
      ...plot,
      axes: { ...plot.axes, left: { extent: [1, 100], reversed: false, isLog: true } },
    } as const;
    const dry = line('dry', { xs: [0, 1, 2, 3, 4], ys: [100, 10, 0, 10, 1] });
    expect(highlightPath(log, dry).line).toBe('M0.0 0.0L10.0 50.0M30.0 50.0L40.0 100.0');
  });

  test('leaves the labels of leading lines where they are', () => {
    const end = {
      x: 10,
      y: 25,
      s: '2026',
      text: '2026 · 25',
      h: false,
      align: 'right',
      dx: -9,
      dy: -16,
    } as const;
    expect(drawnEnds(plot, { leftEnds: [end], rightEnds: [] })).toEqual([
      { id: '2026', text: '2026 · 25', anchor: 'end', dot: { x: 100, y: 50 }, label: { x: 91, y: 34 } },
    ]);
  });

  test('is broken at gaps, and drawn as steps where the line is', () => {
    const gap = line('gap', { xs: [0, 1, 10, 11], ys: [0, 25, 50, 0] });
    expect(highlightPath(plot, gap)).toEqual({
      line: 'M0.0 100.0L10.0 50.0M100.0 0.0L110.0 100.0',
      estimates: '',
    });
    const steps = line('steps', { xs: [0, 1], ys: [0, 50], shape: 'steps' });
    expect(highlightPath(plot, steps).line).toBe('M0.0 100.0L10.0 100.0L10.0 0.0');
  });

  test('has its estimated part apart, which is dashed', () => {
    const estimated = line('e', { xs: [0, 1, 2, 3], ys: [0, 25, 50, 50], isEstimated: (at) => at > 1 });
    const path = highlightPath(plot, estimated);
    expect(path.line).toBe('M0.0 100.0L10.0 50.0');
    expect(path.estimates).toBe('M10.0 50.0L20.0 0.0L30.0 0.0');
  });
});

describe('lines for comparison', () => {
  const content = (count: number): ChartContent => ({
    title: 'Streamflow',
    source: 'USGS',
    time: { kind: 'season', firstMonth: 10 },
    axes: { left: { title: 'Streamflow', unit: 'cfs' } },
    series: [
      ...Array.from({ length: count }, (_, at) => line(String(2000 + at), { emphasis: 'context' })),
      line('Median'),
      line('2026', { emphasis: 'leading' }),
    ],
  });
  const grayOf = (count: number, theme: 'light' | 'dark') =>
    withGrayContext(content(count), theme).series.filter((each) => each.color !== '#0077bb');

  test('keep their colors up to eight', () => {
    const eight = content(8);
    expect(withGrayContext(eight, 'light')).toBe(eight);
  });

  test.each(['light', 'dark'] as const)(
    'are all gray from nine on, but no other line is, in the %s theme',
    (theme) => {
      const gray = grayOf(9, theme);
      expect(gray).toHaveLength(9);
      expect(new Set(gray.map((each) => each.color)).size).toBe(1);
    },
  );
});
