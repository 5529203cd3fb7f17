import { describe, expect, test } from 'vitest';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import { shadeExtent } from '#kits/chart/drawing/shade.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';

/** Ten days from 2020-03-28, marked at the positions that `marks` names. */
function line(marks: readonly number[], overrides: Partial<ChartSeries> = {}): ChartSeries {
  const xs = Array.from({ length: 10 }, (_, at) => 18_349 + at);
  const isMarked = (at: number) => marks.includes(at);
  return {
    id: 's',
    label: 's',
    side: 'left',
    color: '#000000',
    xs,
    ys: xs,
    maxGap: 1,
    isMarked,
    ...overrides,
  };
}

const tail = [4, 5, 6, 7, 8, 9];

describe('the shade behind marked values', () => {
  test.each([
    ['the running tail', [line(tail)], [18_353, 18_358]],
    ['only the tail, not marks before it', [line([0, 2, ...tail])], [18_353, 18_358]],
    ['nothing for scattered marks', [line([1, 4, 8])], undefined],
    ['nothing for a line without values', [line(tail, { xs: [], ys: [] })], undefined],
    ['nothing without marks', [line([])], undefined],
    ['everything if all is marked', [line([0, 1, 2, 3, ...tail])], [18_349, 18_358]],
    ['the tails of all lines', [line(tail), line([9])], [18_353, 18_358]],
    ['the leading line before others', [line(tail), line([9], { emphasis: 'leading' })], [18_358, 18_358]],
    ['nothing if the leading line has none', [line(tail), line([], { emphasis: 'leading' })], undefined],
  ] as const)('spans %s', (_what, all, expected) => {
    expect(shadeExtent(all)).toEqual(expected);
  });

  const content: ChartContent = {
    title: 'Streamflow',
    time: { kind: 'days' },
    axes: { left: { title: 'Streamflow', unit: 'cfs' } },
    series: [line(tail)],
    mark: { label: 'Provisional', meaning: 'May change.' },
    source: 'USGS',
  };
  const rowIn = (window: readonly [number, number], overrides: Partial<ChartContent> = {}) =>
    frameOf({ ...content, ...overrides }, { width: 730, window }).rows.shade[0];

  test('names its first day, also where the window begins later', () => {
    expect(rowIn([18_349, 18_358])).toMatchObject({ x: 18_353, x2: 18_358, text: 'provisional from 04/01' });
    expect(rowIn([18_355, 18_357])).toMatchObject({ x: 18_355, x2: 18_357, text: 'provisional from 04/01' });
  });

  test('is absent before and after it, and where nothing says what marks are', () => {
    expect(rowIn([18_349, 18_352])).toBeUndefined();
    expect(rowIn([18_359, 18_400])).toBeUndefined();
    const { mark: _mark, ...unmarked } = content;
    expect(frameOf(unmarked, { width: 730 }).rows.shade).toEqual([]);
  });

  test('is a day wide for one value, with its text on the side where there is room', () => {
    const row = rowIn([18_349, 18_358], { series: [line([9])] });
    expect(row).toMatchObject({ x: 18_357.5, x2: 18_358, align: 'right' });
  });

  test('has its text at the lower end where a line is at the upper', () => {
    const flat = line(tail, { ys: Array.from({ length: 10 }, () => 5) });
    const low = line([], { id: 'low', ys: Array.from({ length: 10 }, (_, at) => (at < 5 ? 0 : 4)) });
    const all = { ...content, series: [flat, low] };
    const textIn = (height: number) => frameOf(all, { width: 730, height }).rows.shade[0];
    expect(textIn(600)?.isLow).toBe(false);
    expect(textIn(120)?.isLow).toBe(true);
  });

  test('names the year where it differs, and the month of months', () => {
    expect(
      rowIn([17_900, 18_358], { series: [line([0, 1], { xs: [18_200, 18_358], ys: [1, 2] })] })?.text,
    ).toBe('provisional from 10/31/2019');
    const months = { kind: 'months', names: ['Oct', 'Nov', 'Dec'] } as const;
    const gains = line([1, 2], { xs: [1, 2, 3], ys: [1, 2, 3] });
    expect(rowIn([1, 3], { time: months, series: [gains] })?.text).toBe('provisional from Nov');
  });
});
