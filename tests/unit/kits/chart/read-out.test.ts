import { describe, expect, test } from 'vitest';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import {
  describeReadOut,
  latestX,
  maxReadings,
  type ReadingOrder,
  readOut,
  selectReadings,
} from '#kits/chart/reading/read-out.ts';
import { flowContent, line as lineOf } from './plot.ts';

const line = (id: string, { xs = [0, 1], ...more }: Partial<ChartSeries> = {}) =>
  lineOf(id, Array.from(xs), { ys: [1500, 1510], ...more });

const content: ChartContent = {
  ...flowContent,
  mark: { label: 'Provisional', meaning: 'May change.' },
  estimatedMark: { label: 'Estimated', meaning: 'Fills a gap.' },
  series: [
    line('Heise', {
      isMarked: (index) => index === 1,
      isEstimated: (index) => index === 1,
      noteOf: (index) => (index === 1 ? 'affected by ice' : undefined),
    }),
  ],
};

test('remarks in the read-out whether a value is provisional or estimated, and its note', () => {
  const [plain, marked] = [readOut(content, 0), readOut(content, 1)];
  expect(plain.readings[0]?.remarks).toEqual([]);
  expect(marked.readings[0]?.remarks).toEqual(['provisional', 'estimated', 'affected by ice']);
  expect(describeReadOut(plain)).toMatch(/Heise 1,500 cfs$/);
  expect(describeReadOut(marked)).toMatch(/Heise 1,510 cfs provisional estimated affected by ice$/);
});

/** Fifty lines whose values are 0, 10, … 490 at x 1; larger values are drawn higher. */
const fifty = Array.from({ length: 50 }, (_, at) => line(`s${at}`, { ys: [0, at * 10] }));
const pixelOf: ReadingOrder['pixelOf'] = (_series, value) => 600 - value;
const labelsAt = (series: readonly ChartSeries[], x: number, order: Partial<ReadingOrder>) => {
  const { nearest, listed, more } = selectReadings(series, x, { pixelOf, ...order });
  return { nearest, labels: listed.map((each) => each.id), more };
};

describe('of many series, the read-out', () => {
  test('lists the twelve nearest to the pointer: that at the pointer, then from the highest to the lowest', () => {
    expect(labelsAt(fifty, 1, { y: 600 - 252 })).toEqual({
      nearest: 's25',
      labels: ['s25', 's31', 's30', 's29', 's28', 's27', 's26', 's24', 's23', 's22', 's21', 's20'],
      more: 38,
    });
  });

  test('lists as drawn where larger values are drawn lower', () => {
    const down: ReadingOrder['pixelOf'] = (_series, value) => value;
    const { labels } = labelsAt(fifty, 1, { y: 0, pixelOf: down });
    expect(labels.slice(0, 3)).toEqual(['s0', 's1', 's2']);
  });

  test('puts the series that is hovered in the legend first, also if it is far or has no value', () => {
    const { nearest, labels } = labelsAt(fifty, 1, { y: 600, highlighted: 's49' });
    expect([nearest, labels[0], labels.length]).toEqual(['s49', 's49', maxReadings]);
    const silent = [...fifty, line('silent', { xs: [], ys: [] })];
    expect(labelsAt(silent, 1, { y: 600, highlighted: 'silent' }).labels[0]).toBe('silent');
  });

  test('begins at the leading line where only a day is pointed at', () => {
    const led = fifty.map((each, at) => (at === 40 ? { ...each, emphasis: 'leading' as const } : each));
    expect(labelsAt(led, 1, {})).toMatchObject({ nearest: 's40', more: 38 });
    expect(labelsAt(fifty, 1, {})).toMatchObject({ nearest: undefined });
    expect(labelsAt(fifty, 1, {}).labels[0]).toBe('s49');
  });

  test('always has twelve rows, so that the page beneath does not jump', () => {
    const sparse = fifty.map((each, at) => (at < 45 ? { ...each, xs: [0], ys: [1] } : each));
    expect(labelsAt(sparse, 1, { y: 0 })).toMatchObject({ nearest: 's49', more: 38 });
    expect(labelsAt(sparse, 1, { y: 0 }).labels).toHaveLength(maxReadings);
    expect(labelsAt(fifty, 7, { y: 0 })).toMatchObject({ nearest: undefined, more: 38 });
  });

  test('says to screen readers how many are left out', () => {
    const text = describeReadOut(readOut({ ...content, series: fifty }, 1));
    expect(text).toMatch(/^01-02-1970: s49 490 cfs, s48 480 cfs, .*, s38 380 cfs, 38 more series$/);
  });
});

test('leaves up to twelve series in their order, and says which is nearest', () => {
  const twelve = fifty.slice(0, 12);
  const { nearest, labels, more } = labelsAt(twelve, 1, { y: 600 - 48 });
  expect(labels).toEqual(twelve.map((each) => each.id));
  expect([nearest, more]).toEqual(['s5', 0]);
});

test('finds an excluded value where the line has none', () => {
  const excluded = { xs: [3], ys: [9000], noteOf: () => 'Flagged' };
  expect(labelsAt([line('a'), line('b', { excluded })], 3, { y: 0 }).nearest).toBe('b');
});

describe('the latest date', () => {
  const series = [line('a', { xs: [0, 5, 9], ys: [1, 2, 3] }), line('b', { xs: [2, 12], ys: [1, 2] })];
  test.each([
    ['of all lines', series, [0, 20], 12],
    ['within the window', series, [0, 8], 5],
    ['at the edge of the window', series, [0, 9], 9],
    ['of the leading line', [{ ...series[0], emphasis: 'leading' }, series[1]], [0, 20], 9],
    [
      'of any line where the leading line has no value',
      [{ ...series[0], emphasis: 'leading' }, series[1]],
      [10, 20],
      12,
    ],
    ['of a window without values', series, [13, 20], undefined],
    ['of no lines', [], [0, 20], undefined],
  ] as const)('%s', (_what, all, window, expected) => {
    expect(latestX({ ...content, series: all as readonly ChartSeries[] }, window)).toBe(expected);
  });
});
