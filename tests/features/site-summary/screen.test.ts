import { describe, expect, test, vi } from 'vitest';
import type { LatestValue } from '#features/site-summary/contract.ts';
import { type SiteRow, toSiteRows } from '#features/site-summary/files.ts';
import { createColumns, createSiteSummary } from '#features/site-summary/screen/screen.ts';
import { formatCell } from '#lib/table/columns.ts';
import { fakeAddress, fakeServer, setClock } from '../../support/fake-server.ts';
import { createSummaryRow } from '../../support/record-rows.ts';

const site = createSummaryRow();

const latest: LatestValue = {
  loc_ndx: 14,
  parameter_ndx: 1,
  rdate: '2025-11-19',
  value: 4350.5,
  class: 'above normal',
  percentile: 83,
  of: { period: 'day', count: 30, first_year: 1991, last_year: 2020 },
  rank: null,
  normal_years: 30,
  later_normal_years: 15,
};
const today = '2025-11-21';
const row: SiteRow = { ...site, latest, reporting: 'current' };

test('joins each record with its own latest value', () => {
  const storage = { ...site, parameter_ndx: 4 };
  const rows = toSiteRows([site, storage], [{ ...latest, loc_ndx: 15 }, latest], today);
  expect(rows.map((each) => each.latest)).toEqual([latest, undefined]);
});

test.each([
  ['2025-11-19', 3650, 'current'],
  ['2025-11-01', 3650, 'late'],
  ['2025-11-01', 50, 'current'],
  ['2020-11-01', 3650, 'ended'],
  [null, 0, 'none'],
] as const)('a record that ends on %s with %d values is %s', (por_end, total_samples, expected) => {
  const [found] = toSiteRows([{ ...site, por_end, num_days: 3650, total_samples }], [], today);
  expect(found?.reporting).toBe(expected);
});

test('shows the latest value with its unit, its day and its class, and nothing without one', () => {
  const texts = (of: SiteRow) =>
    ['latest', 'units', 'latest-day', 'class'].map((id) => {
      const column = createColumns(today).find((each) => each.id === id);
      return column && formatCell(column, of);
    });
  expect(texts(row)).toEqual(['4,350.5 cfs', 'cfs', '11/19/2025', 'above normal']);
  expect(texts({ ...row, latest: undefined })).toEqual(['', 'cfs', '', '']);
  expect(texts({ ...row, latest: { ...latest, value: 0, class: null } })).toEqual([
    '0 cfs',
    'cfs',
    '11/19/2025',
    '',
  ]);
});

test('shows where the latest value stands by bar and words, and of a record that has ended that it has', () => {
  const standing = (of: Partial<LatestValue>, changes: Partial<SiteRow> = {}) => {
    const column = createColumns(today).find((each) => each.id === 'class');
    const record = { ...row, ...changes, latest: { ...latest, ...of } };
    return { text: column?.shown?.(record)?.text, age: column?.mark?.(record), value: column?.value(record) };
  };
  expect(standing({})).toEqual({
    text: 'above normal, 83rd percentile of 30 years',
    age: undefined,
    value: 'above normal',
  });
  expect(standing({ rdate: '2025-11-10' })).toMatchObject({ age: '11 days old' });
  expect(standing({ rdate: '2017-09-30' })).toEqual({
    text: 'ended Sep 30, 2017',
    age: undefined,
    value: null,
  });
  const noNormal = { class: null, percentile: null, of: null };
  const few = { ...noNormal, rank: { rank: 1, low_rank: 7, years: 7 } };
  expect(standing(few).text).toBe('no normal yet: 7 years of record, 10 needed');
  const rank = { rank: 1, low_rank: 47, years: 47 };
  expect(standing({ parameter_ndx: 7, class: 'highest on record', rank }).text).toBe(
    'water level highest on record on Nov 19, of 47 years',
  );
});

test('a record is late compared with its usual interval, and has ended two years later', () => {
  const end = (today: string) => createColumns(today).find((column) => column.id === 'end');
  const note = (today: string, por_end: string | null) =>
    end(today)?.note?.({ ...row, por_end, num_days: 3650, total_samples: 3650 });
  expect(note('2025-11-24', '2025-11-19')).toBeUndefined();
  expect(note('2025-11-25', '2025-11-19')).toBe('Late: no value for 6 days; it usually has one every day');
  expect(note('2027-11-24', '2025-11-19')).toMatch(/^Late/);
  expect(note('2027-11-25', '2025-11-19')).toMatch(/has ended/);
  expect(note('2026-11-21', null)).toBeUndefined();
  const mark = (reporting: SiteRow['reporting']) => end(today)?.mark?.({ ...row, reporting });
  expect([mark('current'), mark('late'), mark('ended')]).toEqual([undefined, 'late', undefined]);
});

describe('the latest values', () => {
  function open(latestValues: () => unknown, query = '') {
    fakeServer({
      listSiteSummaries: () => [
        { ...site, por_end: '2025-11-27' },
        { ...site, loc_ndx: 15, num_days: 3650, total_samples: 3650 },
      ],
      listLatestValues: latestValues,
    });
    const bar = fakeAddress(query);
    setClock('2025-11-28T18:00:00Z');
    const screen = createSiteSummary({ rowActions: [] });
    return { screen, history: bar.history, stop: screen.start() };
  }

  test('that fail leave the table, with a notice', async () => {
    const { screen, stop } = open(() => Promise.reject(new Error('down')));
    await vi.waitFor(() => expect(screen.$faults.get()).toHaveLength(1));
    await vi.waitFor(() => expect(screen.$rows.get()).toHaveLength(2));
    expect(screen.$isWaiting.get()).toBe(false);
    expect(screen.$faults.get()).toMatchObject([{ what: 'The latest values' }]);
    stop();
  });
});

describe('a record without a class says why', () => {
  const column = createColumns(today).find(({ id }) => id === 'class');
  const tooFew = 'No class, because it compares with statistics: they need ';

  test.each([
    [
      'the statistics are not stored',
      [null, null],
      1,
      'No class yet: the statistics of this record are being computed.',
    ],
    ['no year', [0, 0], 1, `${tooFew}10 years from 1991 to 2020, and this record has 0.`],
    ['nine years', [9, 5], 1, `${tooFew}10 years from 1991 to 2020, and this record has 9.`],
    [
      'two years of the first half',
      [17, 15],
      1,
      `${tooFew}3 years in each half of 1991 to 2020, and this record has 2 in 1991–2005 and 15 in 2006–2020.`,
    ],
    [
      'enough years, but not on the day',
      [30, 15],
      1,
      'No class, because it compares with statistics: of the 30 years from 1991 to 2020 in which this record has values, too few have one on the same day as the latest.',
    ],
    [
      'a well with enough years, but not in the month',
      [30, 15],
      7,
      'No class, because it compares with statistics: of the 30 years from 1991 to 2020 in which this record has values, too few have one in the same month as the latest.',
    ],
  ] as const)('%s', (_, [normal_years, later_normal_years], parameter_ndx, note) => {
    const found = {
      ...row,
      parameter_ndx,
      latest: { ...latest, class: null, normal_years, later_normal_years },
    };
    expect(column?.note?.(found)).toBe(note);
  });

  test('and nothing where it has one, or no value at all', () => {
    for (const each of [row, { ...row, latest: undefined }]) {
      expect(column?.note?.(each)).toBeUndefined();
    }
  });
});
