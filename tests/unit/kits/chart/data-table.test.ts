import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tableOf, toChartCsv } from '#kits/chart/export/data-table.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { xsWithin } from '#kits/chart/reading/bisect.ts';
import { describeReadOut, readOut } from '#kits/chart/reading/read-out.ts';
import { keyAction } from '#kits/chart/state.ts';
import { toFileName } from '#kits/ui/print/download.ts';
import { toLines, toTsv } from '#lib/csv.ts';
import { forAll } from '../../../support/for-all.ts';
import { flowContent, line, someDays } from './plot.ts';

const series = (id: string, xs: readonly number[], more: Partial<ChartSeries> = {}) =>
  line(id, xs, { ys: xs.map((x) => x + 0.5), ...more });

const toCopy = (exported: Parameters<typeof tableOf>[0]) => toTsv(toLines(tableOf(exported)));

const marked = series('=Heise', [18262, 18263, 18265], { isMarked: (at) => at === 2 });
const well = series('Well, 7', [18263], { side: 'right' });
const facts = { time: 'Exported now', address: 'https://example.org/a?b=1' };
const content: ChartContent = {
  ...flowContent,
  title: 'Flow and depth',
  axes: { left: { title: 'Streamflow', unit: 'cfs' }, right: { title: 'Depth', unit: 'ft' } },
  series: [marked, well],
  mark: { label: 'Provisional', meaning: 'May change.' },
  footer: (x) => (x === 18263 ? 'Sum: 3' : undefined),
};

describe('the table of numbers', () => {
  test('has every day of every series once, in order, within the window', () => {
    const days = someDays(50, 30);
    forAll([fc.array(days, { maxLength: 4 }), fc.integer({ min: 0, max: 25 })], 100, (all, from) => {
      const lines = all.map((xs, index) => series(String(index), xs));
      const rows = xsWithin(lines, [from, from + 20]);
      const expected = [...new Set(all.flat())].filter((x) => x >= from && x <= from + 20);
      expect(rows).toEqual(expected.toSorted((one, other) => one - other));
    });
  });

  test('exports a CSV with units, empty gaps, a column of marks and escaped formulas', () => {
    const csv = toChartCsv({ content, window: [18262, 18265] }, facts);
    expect(csv.split('\r\n')).toEqual([
      '# Flow and depth',
      '# Source: USGS',
      '# Exported now',
      '# Address: https://example.org/a?b=1',
      '# Legend: =Heise: line; Well, 7: dashed line',
      '# Provisional: May change.',
      'Date,\'=Heise (cfs),\'=Heise (cfs) Provisional,"Well, 7 (ft)"',
      '2020-01-01,18262.5,,',
      '2020-01-02,18263.5,,18263.5',
      '2020-01-04,18265.5,Provisional,',
      '',
    ]);
  });

  test('has what the numbers rest on', () => {
    const csv = toChartCsv(
      {
        content: {
          ...content,
          subtitle: 'By water year',
          notes: ['Median of 12 years'],
          statistics: 'Normals: 1991–2020, 30 years',
          series: [{ ...marked, isEstimated: (at) => at === 0 }, well],
          estimatedMark: { label: 'Estimated', meaning: 'Fills a gap.' },
          bands: [{ ...well, id: 'b', label: '10–90 %', lows: [1], highs: [2] }],
          levels: [{ label: 'Capacity', side: 'left', value: 9 }],
        },
        window: [18262, 18262],
      },
      facts,
    );
    expect(csv.split('\r\n').slice(0, 10)).toEqual([
      '# Flow and depth',
      '# By water year',
      '# Median of 12 years',
      '# Normals: 1991–2020, 30 years',
      '# Source: USGS',
      '# Exported now',
      '# Address: https://example.org/a?b=1',
      '# Legend: =Heise: line; Well, 7: dashed line; 10–90 %: band; Capacity: level',
      '# Provisional: May change.',
      '# Estimated: Fills a gap.',
    ]);
  });

  test.each([
    ['marks', { isMarked: (at: number) => at === 2 }, 'Provisional'],
    ['estimates', { isEstimated: (at: number) => at === 2 }, 'Estimated'],
    ['remarks', { noteOf: (at: number) => (at === 2 ? 'ice' : undefined) }, 'Remark'],
    ['excluded values', { excluded: { xs: [18264], ys: [1], noteOf: () => 'spike' } }, 'Excluded'],
  ] as const)('has a column of %s only where the window has any, also in the copy', (_what, more, name) => {
    const shown = { ...content, series: [series('Heise', [18262, 18263, 18265], more)] };
    const headOf = (to: number) => toCopy({ content: shown, window: [18262, to] }).split('\n')[0] ?? '';
    expect(headOf(18265)).toContain(`\tHeise (cfs) ${name}`);
    expect(headOf(18263)).toBe('Date\tHeise (cfs)');
    const csv = toChartCsv({ content: shown, window: [18262, 18263] }, facts).split('\r\n');
    expect(csv.find((line) => line.startsWith('Date'))).toBe('Date,Heise (cfs)');
  });

  test('copies with tabs and escaped formulas', () => {
    expect(toCopy({ content: { ...content, series: [marked] }, window: [0, 18262] }).split('\n')[0]).toBe(
      "Date\t'=Heise (cfs)",
    );
    expect(toCopy({ content: { ...content, series: [well] }, window: [0, 20_000] })).toBe(
      'Date\tWell, 7 (ft)\n2020-01-02\t18263.5',
    );
  });
});

describe('the read-out', () => {
  test('lists every series, also those without a value, with the footer', () => {
    const { label, readings, footer } = readOut(content, 18263);
    expect(label).toBe('01-02-2020');
    expect(readings.map((each) => each.value)).toEqual(['18,300 cfs', '18,300 ft']);
    expect(footer).toBe('Sum: 3');
    expect(readOut(content, 18262).readings[1]).toMatchObject({
      value: 'no value',
      hasValue: false,
    });
  });

  test('is one sentence for screen readers', () => {
    expect(describeReadOut(readOut(content, 18265))).toBe('01-04-2020: =Heise 18,300 cfs provisional');
    expect(describeReadOut(readOut({ ...content, series: [well] }, 1))).toBe('01-02-1970: no values');
  });
});

test.each([
  ['ArrowRight', undefined, { kind: 'read', x: 18262 }],
  ['ArrowLeft', undefined, { kind: 'read', x: 18265 }],
  ['ArrowRight', 18263, { kind: 'read', x: 18265 }],
  ['Shift+ArrowRight', 18256, { kind: 'read', x: 18263 }],
  ['Home', 18265, { kind: 'read', x: 18262 }],
  ['+', undefined, { kind: 'zoom', factor: 0.5 }],
  ['Escape', undefined, { kind: 'leave' }],
  ['Tab', undefined, undefined],
] as const)('%s at %s reads, zooms, leaves or does nothing', (keys, at, action) => {
  const key = keys.replace('Shift+', '');
  const press = { key, shiftKey: key !== keys };
  expect(keyAction(press, { shown: [marked], at, window: [18262, 18265] })).toEqual(action);
});

test('names a file by title and time, whatever the title contains', () => {
  const now = new Date('2026-11-21T16:05:00Z');
  expect(toFileName('Flow / depth: "A"', now, 'csv')).toBe('Flow depth A 2026-11-21 0905.csv');
  expect(toFileName('///', now, 'png')).toBe('chart 2026-11-21 0905.png');
});
