import { describe, expect, test } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import { openingView, seasonContentOf } from '#features/site-page/screen/season-view.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { heise, seasonOfDays } from './example.ts';

const settings = {
  site: heise,
  view: 'months',
  theme: 'light',
  isReversed: false,
  hasEnded: false,
} as const;

const lineOf = (content: ReturnType<typeof seasonContentOf>, id: string) =>
  content?.series.find((each) => each.id === id);
const daysOf = (xs: ArrayLike<number> = []) => Array.from(xs, formatDay);

test.each([
  [1, '2026-10-01', 'months'],
  [1, '2027-01-31', 'months'],
  [1, '2026-02-01', 'water-year'],
  [1, '2026-09-30', 'water-year'],
  [2, '2026-11-22', 'water-year'],
])('parameter %i opens on %s with %s', (parameter, today, view) => {
  expect(openingView(parameter, today)).toBe(view);
});

describe('the last twelve months', () => {
  const content = seasonContentOf(seasonOfDays(), settings);

  test('run to the latest value, which is labeled', () => {
    const running = lineOf(content, 'running');
    expect([daysOf(running?.xs)[0], daysOf(running?.xs).at(-1)]).toEqual(['2025-11-23', '2026-11-22']);
    expect([running?.xs.length, running?.ys[364]]).toEqual([365, 731]);
    expect([running?.emphasis, running?.endLabel]).toEqual(['leading', '731 cfs']);
    expect(running?.isMarked?.(364)).toBe(true);
    expect(running?.isMarked?.(300)).toBe(false);
    expect(running?.noteOf?.(364)).toMatch(/estimated/i);
  });

  test('have the values of a year before on the same dates, and two months on', () => {
    const before = lineOf(content, 'before');
    const dates = daysOf(before?.xs);
    expect([dates[0], dates.at(-1)]).toEqual(['2025-11-23', '2027-01-21']);
    // November 22, 2025 is the 366th day of the values.
    expect(before?.ys[dates.indexOf('2026-11-22')]).toBe(366);
  });

  test('have normals sixty days ahead', () => {
    expect(content?.bands?.map(({ id }) => id)).toEqual(['Minimum-Maximum', 'P10-P90', 'P25-P75']);
    for (const { xs } of content?.bands ?? []) {
      expect([daysOf(xs)[0], daysOf(xs).at(-1), xs.length]).toEqual(['2025-11-23', '2027-01-21', 425]);
    }
    expect(lineOf(content, 'median')?.endLabel).toBe('median');
  });

  test('of a leap year do not end before February 29, which no year before has', () => {
    const start = formatDay(dayNumber('2028-05-01') - 731);
    const leap = seasonContentOf(seasonOfDays({ start }), settings);
    expect(daysOf(lineOf(leap, 'running')?.xs)).toContain('2028-02-29');
    const before = lineOf(leap, 'before');
    expect(daysOf(before?.xs)).not.toContain('2028-02-29');
    expect(before?.maxGap).toBe(2);
  });

  test('of a record without normals have no ground', () => {
    const plain = seasonContentOf(seasonOfDays({ normals: null }), settings);
    expect([plain?.bands, lineOf(plain, 'median')]).toEqual([[], undefined]);
  });
});

test('a water year is drawn over the one before', () => {
  const content = seasonContentOf(seasonOfDays(), { ...settings, view: 'water-year' });
  expect(content?.time).toEqual({ kind: 'season', firstMonth: 10 });
  expect(content?.series.map(({ id, emphasis }) => [id, emphasis])).toEqual([
    ['Median', undefined],
    ['2026', undefined],
    ['2027', 'leading'],
  ]);
  // October 1 to November 22.
  expect(lineOf(content, '2027')?.xs.length).toBe(53);
  expect(content?.statistics).toBe('Normals: 30 years, 1991–2020');
});

test('a record that is over has only its last year', () => {
  const content = seasonContentOf(seasonOfDays(), { ...settings, hasEnded: true });
  expect(content?.series.map(({ id, xs }) => [id, xs.length])).toEqual([['last-year', 365]]);
  expect(content?.bands).toBeUndefined();
});

test('a reservoir has a line at its capacity', () => {
  const season = seasonOfDays({ parameter_ndx: parameterNdx.storage, units_name: 'AF' });
  const content = seasonContentOf(season, { ...settings, site: { ...heise, capacity_af: 900 } });
  expect(content?.levels).toEqual([{ side: 'left', value: 900, label: 'Capacity 900 AF' }]);
  expect(lineOf(content, 'running')?.noteOf?.(364)).toMatch(/^81 % full/);
});

test.each(['months', 'water-year'] as const)('a reservoir is drawn in percent of full: %s', (view) => {
  const season = seasonOfDays({ parameter_ndx: parameterNdx.storage, units_name: 'AF' });
  const site = { ...heise, capacity_af: 900 };
  const content = seasonContentOf(season, { ...settings, view, site, isPercent: true });
  expect(content?.axes.left.unit).toBe('%');
  expect(content?.levels).toEqual([{ side: 'left', value: 100, label: 'Capacity 900 AF' }]);
  const plain = seasonContentOf(season, { ...settings, view, site });
  const [line, amounts] = [content, plain].map((each) =>
    each?.series.find(({ emphasis }) => emphasis === 'leading'),
  );
  const [share, amount] = [line, amounts].map((each) => Array.from(each?.ys ?? []).at(-1) ?? 0);
  expect(share).toBeCloseTo((amount ?? 0) / 9, 0);
});

test('a depth has its axis reversed', () => {
  expect(seasonContentOf(seasonOfDays(), { ...settings, isReversed: true })?.axes.left.reversed).toBe(true);
});

test('without values there is nothing to draw', () => {
  const none = { start: null, days: [], values: [], approval: '', qualifiers: {} };
  expect(seasonContentOf(seasonOfDays(none), settings)).toBeUndefined();
});
