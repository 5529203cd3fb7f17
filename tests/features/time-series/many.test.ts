import { describe, expect, test } from 'vitest';
import { sumContent, viewsOf } from '#features/time-series/screen/many.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { classPaths, commonPlot } from '#kits/chart/many/ManySeries.tsx';

function seriesOf(id: string, values: Record<number, number>, side: 'left' | 'right' = 'left'): ChartSeries {
  const xs = Object.keys(values).map(Number);
  return {
    id,
    label: id,
    side,
    color: '#000000',
    xs,
    ys: Object.values(values),
    maxGap: 1,
    isMarked: (at) => xs[at] === 3,
  };
}

function contentOf(series: readonly ChartSeries[], unit = 'cfs'): ChartContent {
  return {
    title: 'Streamflow',
    time: { kind: 'days' },
    axes: {
      left: { title: 'Streamflow', unit },
      right: { title: 'Depth to Water', unit: 'ft', reversed: true },
    },
    series,
    source: 'USGS',
  };
}

const manySeries = Array.from({ length: 13 }, (_, at) => seriesOf(`s${at}`, { 1: at, 2: 1 }));

describe('the views of many series', () => {
  test('are offered above twelve lines, and a sum where a sum means something', () => {
    expect(viewsOf(contentOf(manySeries.slice(1)))).toEqual([]);
    expect(viewsOf(contentOf(manySeries))).toEqual(['lines', 'multiples', 'classes', 'sum']);
    expect(viewsOf(contentOf(manySeries, 'ft'))).toEqual(['lines', 'multiples', 'classes']);
  });

  test('the sum has a value where every series has one, and is provisional where one of them is', () => {
    const well = seriesOf('well', { 1: 40, 2: 41 }, 'right');
    const { series, notes } = sumContent(
      contentOf([seriesOf('a', { 1: 10, 2: 20, 3: 30 }), seriesOf('b', { 2: 5, 3: 6, 4: 7 }), well]),
    );
    const [sum, ...others] = series;
    expect([...Array.from(sum?.xs ?? [])]).toEqual([2, 3]);
    expect([...Array.from(sum?.ys ?? [])]).toEqual([25, 36]);
    expect([sum?.isMarked?.(0), sum?.isMarked?.(1)]).toEqual([false, true]);
    expect(sum?.label).toBe('Sum of 2 locations');
    expect(others).toEqual([well]);
    expect(notes).toEqual(['The sum has a value on days on which every location has one.']);
    expect(
      sumContent(contentOf([seriesOf('a', { 1: 10 }), seriesOf('b', { 2: 5 })])).series[0]?.xs,
    ).toHaveLength(0);
  });

  test('small drawings of an axis have one scale', () => {
    const plot = commonPlot(
      contentOf([
        seriesOf('a', { 1: 10, 9: 90 }),
        seriesOf('b', { 2: 100 }),
        seriesOf('w', { 3: 5, 4: 9 }, 'right'),
      ]),
    );
    expect(plot.x).toEqual([1, 9]);
    expect(plot.axes.left).toEqual({ extent: [0, 110], reversed: false, isLog: false });
    expect(plot.axes.right.reversed).toBe(true);
    expect(plot.axes.right.extent[1]).toBeLessThan(20);
  });
});

describe('a row of the heat map', () => {
  const rowOf = (classes: string, start = 0) => ({ id: 'a', label: 'a', start, classes });

  test('joins equal days, and leaves out days without a class', () => {
    const { columns, paths } = classPaths(rowOf('11-335'), [0, 9]);
    expect(columns).toBe(10);
    expect(paths).toEqual(['M0 0H2V1H0Z', '', 'M3 0H5V1H3Z', '', 'M5 0H6V1H5Z']);
  });

  test('begins where its record begins', () => {
    expect(classPaths(rowOf('5', 12), [10, 19]).paths[4]).toBe('M2 0H3V1H2Z');
  });

  test('shows the middle class of several days, the farther from normal of two, and nothing for mostly unknown ones', () => {
    const of = (cell: string) => {
      const { paths } = classPaths(rowOf(cell.repeat(900)), [0, cell.length * 900 - 1]);
      return paths.findIndex((d) => d !== '') + 1;
    };
    expect([of('112'), of('133'), of('23'), of('34'), of('5--'), of('55-')]).toEqual([1, 3, 2, 4, 0, 5]);
  });
});
