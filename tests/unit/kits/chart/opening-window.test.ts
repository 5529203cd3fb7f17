import { describe, expect, test } from 'vitest';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { openingWindow } from '#kits/chart/opening-window.ts';
import { flowContent, line } from './plot.ts';

const year = Array.from({ length: 366 }, (_, at) => at + 1);
/** Low in winter, 20,000 cfs in June. */
const snowmelt = (x: number) => 1000 + 19_000 * Math.exp(-(((x - 250) / 40) ** 2));
const normals = line('Median', year, { ys: year.map(snowmelt) });

function river(lastDay: number, changes: Partial<ChartContent> = {}): ChartContent {
  const xs = year.slice(0, lastDay);
  const running = line('2027', xs, { ys: xs.map((x) => snowmelt(x) + x), emphasis: 'leading' });
  return {
    ...flowContent,
    time: { kind: 'season', firstMonth: 10 },
    followsSeason: true,
    series: [normals, running],
    ...changes,
  };
}

describe('the window in which a chart of a season opens', () => {
  test('is the last and the next 60 days where the running year is small', () => {
    expect(openingWindow(river(100), false)).toEqual([40, 160]);
    expect(openingWindow(river(30), false)).toEqual([1, 121]);
  });

  test.each([
    ['after the peak', river(300), false],
    [
      'on a logarithmic scale',
      { ...river(100), axes: { left: { ...flowContent.axes.left, offersLog: true } } },
      true,
    ],
    ['of a chart of no season', river(100, { followsSeason: false }), false],
    ['without a running year', river(100, { series: [normals] }), false],
  ])('is everything %s', (_, content, isLog) => {
    expect(openingWindow(content, isLog)).toBeUndefined();
  });

  test('is everything where it would show the running year no larger', () => {
    const flat = line('Median', year, { ys: year.map((x) => (x % 2 === 0 ? 0 : 20_000)) });
    const content = river(100);
    expect(openingWindow({ ...content, series: [flat, ...content.series.slice(1)] }, false)).toBeUndefined();
  });

  test('leaves a capacity far above the values off its axis, which the whole year has', () => {
    const content = river(100, { levels: [{ label: 'Capacity', side: 'left', value: 90_000 }] });
    const size = { theme: 'light', width: 800, height: 600 } as const;
    const top = (window: ReturnType<typeof openingWindow>) => frameOf(content, { ...size, window });
    const opened = top(openingWindow(content, false));
    expect(opened.plot.axes.left.extent[1]).toBeLessThan(5000);
    expect(opened.labels.map(({ text }) => text)).not.toContain('Capacity');
    expect(top(undefined).plot.axes.left.extent[1]).toBeGreaterThanOrEqual(90_000);
  });
});
