import { describe, expect, test } from 'vitest';
import { dayOrderOf } from '#domain/season/season.ts';
import { isMeltOutSeen, medianMeltOut, type SnowSeason, snowSeasons } from '#domain/snow/snowpack.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';

/** A record from `YYYY-MM-DD` values. */
function recordOf(values: Readonly<Record<string, number>>) {
  return { days: Object.keys(values).map(dayNumber), values: Object.values(values) };
}

const onlySeason = (values: Readonly<Record<string, number>>) => {
  const seasons = snowSeasons(recordOf(values));
  expect(seasons).toHaveLength(1);
  return seasons[0] as SnowSeason;
};

describe('a snow season', () => {
  test('has its peak on the first of equal days, and melts out on the first day without snow after it', () => {
    const season = onlySeason({
      '2019-10-01': 0,
      '2020-04-10': 20,
      '2020-04-11': 20,
      '2020-06-01': 0.1,
      '2020-06-02': 0,
      '2020-06-03': 0.2,
      '2020-06-04': 0,
    });
    expect(season).toMatchObject({ year: 2020, peak: 20, peakDay: dayNumber('2020-04-10') });
    expect(season.meltOut).toEqual({ day: dayNumber('2020-06-02'), dayBefore: dayNumber('2020-06-01') });
  });

  test.each([
    ['no snow at all', { '2019-10-01': 0, '2020-01-01': 0 }],
    ['snow to the last value', { '2019-10-01': 0, '2020-01-01': 3, '2020-01-02': 2 }],
    ['zeros before its peak only', { '2019-10-01': 0, '2019-12-01': 0, '2020-01-01': 3 }],
    ['values below zero after its peak', { '2020-01-01': 3, '2020-05-01': -0.1 }],
    ['a value that is no number after its peak', { '2020-01-01': 3, '2020-05-01': Number.NaN }],
  ])('with %s has no melt-out', (_, values) => {
    expect(onlySeason(values).meltOut).toBeUndefined();
  });

  test('does not melt out in the next water year', () => {
    const seasons = snowSeasons(recordOf({ '2020-04-01': 9, '2020-09-30': 1, '2020-10-01': 0 }));
    expect(seasons.map(({ year, peak, meltOut }) => [year, peak, meltOut])).toEqual([
      [2020, 9, undefined],
      [2021, 0, undefined],
    ]);
  });

  test('counts the days from November to April', () => {
    const days = { '2019-10-31': 1, '2019-11-01': 1, '2020-02-29': 1, '2020-04-30': 1, '2020-05-01': 1 };
    expect(onlySeason(days).winterDays).toBe(3);
  });

  test.each([
    ['2020-06-02', true],
    ['2020-06-08', true],
    ['2020-06-09', false],
  ])('whose snow is last seen on June 1 and missing on %s: the date is known is %s', (day, isSeen) => {
    const { meltOut } = onlySeason({ '2020-04-10': 20, '2020-06-01': 5, [day]: 0 });
    expect(meltOut && isMeltOutSeen(meltOut)).toBe(isSeen);
  });

  test.each([
    ['an empty record', {}],
    ['a record without a value of snow', { '2020-01-01': -1, '2020-01-02': Number.NaN }],
  ])('is absent from %s', (_, values) => {
    expect(snowSeasons(recordOf(values))).toEqual([]);
  });
});

describe('the median melt-out', () => {
  const season = (year: number, meltOutDay: string | undefined, changes: Partial<SnowSeason> = {}) => {
    const day = meltOutDay === undefined ? undefined : dayNumber(`${year}-${meltOutDay}`);
    return {
      year,
      peak: 20,
      peakDay: dayNumber(`${year}-04-01`),
      winterDays: 181,
      meltOut: day === undefined ? undefined : { day, dayBefore: day - 1 },
      ...changes,
    };
  };
  const years = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

  test('is the middle of the days of 1991–2020, a day later in the order of a leap year', () => {
    const all = [
      season(1985, '01-01'),
      ...years(1991, 2020).map((year) => season(year, year % 2 ? '06-10' : '06-12')),
      season(2024, '01-01'),
    ];
    const found = medianMeltOut(all, 2027);
    expect(found).toMatchObject({ count: 30, firstYear: 1991, lastYear: 2020 });
    const order = dayOrderOf(dayNumber('2020-06-11'), 'water');
    expect(found?.order).toBe(order);
    expect(formatDay(dayNumber('2019-10-01') + order - 1)).toBe('2020-06-11');
  });

  test.each([
    ['nine years', years(2000, 2008).map((year) => season(year, '06-10'))],
    ['ten years, two of them in the second half', years(1998, 2007).map((year) => season(year, '06-10'))],
    ['years that do not melt out', years(1991, 2020).map((year) => season(year, undefined))],
    ['years of few winter days', years(1991, 2020).map((year) => season(year, '06-10', { winterDays: 119 }))],
    [
      'years whose melt-out was not seen',
      years(1991, 2020).map((year) => {
        const day = dayNumber(`${year}-06-10`);
        return season(year, '06-10', { meltOut: { day, dayBefore: day - 8 } });
      }),
    ],
  ])('is absent for %s', (_, seasons) => {
    expect(medianMeltOut(seasons, 2027)).toBeUndefined();
  });
});
