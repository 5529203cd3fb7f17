import { describe, expect, test } from 'vitest';
import { describeSeries, type SeriesValues } from '#domain/finding/series-text.ts';
import { findingOf } from '#features/time-series/screen/finding.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { dayNumber } from '#lib/calendar.ts';

const line = (label: string, values: Record<string, number>, rest: Partial<SeriesValues> = {}) => ({
  label,
  unit: 'cfs',
  isDepth: false,
  xs: Object.keys(values).map(dayNumber),
  ys: Object.values(values),
  ...rest,
});
const depth = { unit: 'ft', isDepth: true };

describe('what the lines of a graph come to', () => {
  test('of one line, compares the last value with that of a year before', () => {
    const heise = { '2021-09-30': 4640, '2022-03-01': 2000, '2022-09-30': 4120 };
    expect(describeSeries([line('Heise', heise)])).toBe(
      'Heise: 4,120 cfs on Sep 30, 2022, 520 cfs less than a year before.',
    );
    expect(describeSeries([line('Well', { '2021-09-30': 45, '2022-09-30': 44 }, depth)])).toBe(
      'Well: 44 ft below ground on Sep 30, 2022, 1 ft higher than a year before.',
    );
    expect(describeSeries([line('Leap', { '2019-02-28': 5000, '2020-02-29': 5000 })])).toBe(
      'Leap: 5,000 cfs on Feb 29, 2020, the same as a year before.',
    );
  });

  test('of a shorter line, names the lowest and the highest value', () => {
    expect(
      describeSeries([line('Heise', { '2022-07-01': 9000, '2022-08-01': 100, '2022-09-30': 4120 })]),
    ).toBe('Heise: 4,120 cfs on Sep 30, 2022; lowest since Jul 1, 2022: 100 cfs, highest: 9,000 cfs.');
    expect(describeSeries([line('Well', { '2022-07-01': 40, '2022-09-30': 44 }, depth)])).toBe(
      'Well: 44 ft below ground on Sep 30, 2022; lowest since Jul 1, 2022: 44 ft below ground, highest: 40 ft below ground.',
    );
    expect(describeSeries([line('Once', { '2022-07-01': 9000 })])).toBe('Once: 9,000 cfs on Jul 1, 2022.');
  });

  test('of several lines, names the highest and the lowest on the last day that most of them have', () => {
    const all = [
      line('Lorenzo', { '2022-09-29': 1, '2022-09-30': 12 }),
      line('Heise', { '2022-09-30': 4120, '2022-10-01': 9000 }),
      line('Ended', { '2020-01-01': 70 }),
      line('Irwin', { '2022-09-30': 300 }),
    ];
    expect(describeSeries(all)).toBe(
      'Highest of 3 on Sep 30, 2022: Heise, 4,120 cfs; lowest: Lorenzo, 12 cfs.',
    );
    const wells = [line('Deep', { '2022-09-30': 90 }, depth), line('Artesian', { '2022-09-30': -2 }, depth)];
    expect(describeSeries(wells)).toBe(
      'Highest water level of 2 on Sep 30, 2022: Artesian, 2 ft above ground; lowest: Deep, 90 ft below ground.',
    );
    const bare = ['Ririe', 'Island Park'].map((name) => line(name, { '2022-09-30': 0 }, { unit: 'in' }));
    expect(describeSeries(bare)).toBe('All 2 on Sep 30, 2022: 0 in.');
  });

  test('says nothing without a value, and each by itself without a common day', () => {
    expect(describeSeries([])).toBeUndefined();
    expect(describeSeries([line('Empty', {})])).toBeUndefined();
    expect(describeSeries([line('A', { '2022-01-01': 1000 }), line('B', { '2022-01-02': 2000 })])).toBe(
      'A: 1,000 cfs on Jan 1, 2022. B: 2,000 cfs on Jan 2, 2022.',
    );
  });
});

test('the title of a graph is of what it shows: the window, no hidden line, both axes, a derived series by itself', () => {
  const series = [
    {
      ...line('Heise', { '2022-09-29': 5000, '2022-09-30': 4120, '2022-10-01': 1000 }),
      id: 'left-1',
      side: 'left',
    },
    { ...line('Lorenzo', { '2022-09-30': 12 }), id: 'left-2', side: 'left' },
    { ...line('Well', { '2022-09-30': 44 }, { unit: 'ft' }), id: 'right-3', side: 'right' },
    { ...line('Drop', { '2022-09-30': 3 }, { unit: 'ft' }), id: 'derived-1', side: 'right' },
  ].map((each) => ({ ...each, color: '', maxGap: 1 }));
  const axes = {
    left: { title: 'Streamflow', unit: 'cfs' },
    right: { title: 'Depth to Water', unit: 'ft', reversed: true },
  };
  const content = { title: '', time: { kind: 'days' }, axes, series, source: '' } as ChartContent;
  const window = [dayNumber('2022-09-30'), dayNumber('2022-09-30')] as const;
  expect(findingOf(content, { window, hidden: ['left-2'] })).toBe(
    'Heise: 4,120 cfs on Sep 30, 2022. Well: 44 ft below ground on Sep 30, 2022. Drop: 3 ft on Sep 30, 2022.',
  );
  expect(findingOf(content, { window: [0, 1], hidden: [] })).toBeUndefined();
});
