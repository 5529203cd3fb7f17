import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChartSeries, LegendSort } from '#kits/chart/index.ts';
import { nextSort, sortSummaries, summarize } from '#kits/chart/legend/summary.ts';

function line(label: string, xs: readonly number[], ys: readonly number[]): ChartSeries {
  return { id: label, label, side: 'left', color: '#000000', xs, ys, maxGap: 1 };
}

describe('the summary of a series', () => {
  const heise = line('Heise', [1, 2, 3, 9], [10, -40, 30, 5]);

  test.each([
    ['all values', [0, 10], { last: { x: 9, value: 5 }, min: -40, max: 30, mean: 1.25, count: 4 }],
    [
      'both edges of the window',
      [2, 3],
      { last: { x: 3, value: 30 }, min: -40, max: 30, mean: -5, count: 2 },
    ],
    ['a single value', [9, 9], { last: { x: 9, value: 5 }, min: 5, max: 5, mean: 5, count: 1 }],
    ['a window between values', [4, 8], { count: 0 }],
    ['a window before all values', [-5, 0], { count: 0 }],
  ] as const)('counts %s', (_what, window, expected) => {
    expect(summarize(heise, window)).toEqual({ series: heise, ...expected });
  });

  test('of a series without values is empty', () => {
    expect(summarize(line('silent', [], []), [0, 10])).toMatchObject({ count: 0 });
  });

  test('has its mean between minimum and maximum', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 50 }), (ys) => {
        const {
          min = 0,
          max = 0,
          mean = 0,
          count,
        } = summarize(
          line(
            'a',
            ys.map((_, at) => at),
            ys,
          ),
          [0, 50],
        );
        expect(count).toBe(ys.length);
        expect([min, max]).toEqual([Math.min(...ys), Math.max(...ys)]);
        expect(mean).toBeGreaterThanOrEqual(min - 1e-3);
        expect(mean).toBeLessThanOrEqual(max + 1e-3);
      }),
    );
  });
});

describe('the legend table', () => {
  const rows = [
    line('USGS Well 10', [1, 2], [5, 50]),
    line('silent', [], []),
    line('USGS Well 4', [1, 3], [-7, 40]),
  ].map((each) => summarize(each, [0, 10]));
  const namesBy = (sort: LegendSort) => sortSummaries(rows, sort).map((each) => each.series.label);

  test.each([
    ['in the order of the chart', 'none', ['USGS Well 10', 'silent', 'USGS Well 4']],
    [
      'by name, numbers as numbers',
      { by: 'label', descending: false },
      ['silent', 'USGS Well 4', 'USGS Well 10'],
    ],
    ['by value', { by: 'last', descending: true }, ['USGS Well 10', 'USGS Well 4', 'silent']],
    ['by date', { by: 'date', descending: true }, ['USGS Well 4', 'USGS Well 10', 'silent']],
    ['with the empty ones last', { by: 'min', descending: false }, ['USGS Well 4', 'USGS Well 10', 'silent']],
    ['by count', { by: 'count', descending: false }, ['silent', 'USGS Well 10', 'USGS Well 4']],
  ] as const)('sorts %s', (_what, sort, expected) => {
    expect(namesBy(sort)).toEqual(expected);
  });

  test('sorts names from A, numbers from the highest, and reverses with the next click', () => {
    expect(nextSort('none', 'label')).toEqual({ by: 'label', descending: false });
    const first = nextSort({ by: 'label', descending: true }, 'max');
    expect(first).toEqual({ by: 'max', descending: true });
    expect(nextSort(first, 'max')).toEqual({ by: 'max', descending: false });
  });
});
