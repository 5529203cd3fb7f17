import { describe, expect, test } from 'vitest';
import { describeStatisticYears, statisticLabel, statisticYearsOf } from '#domain/statistic-label.ts';
import { formatOrdinal } from '#features/water-year/shared/labels.ts';
import { describeStanding } from '#features/water-year/shared/standing-text.ts';
import { createStanding } from '../../support/standing.ts';

const daily = { measure: 'value', year: 'water', today: '2026-11-21' } as const;

describe('the standing of the latest value', () => {
  const describeLatest = (
    latest: NonNullable<Parameters<typeof createStanding>[0]>['latest'],
    rest: Parameters<typeof createStanding>[0] = {},
    options: Parameters<typeof describeStanding>[1] = daily,
  ) => {
    const { lead, rest: after } = describeStanding(createStanding({ ...rest, latest }), options);
    return `${lead}${after}`;
  };
  const depth = { parameter_ndx: 7, units_name: 'ft' };

  test.each([
    [
      'a class, a rank and a percentage',
      describeLatest({}),
      '1,540 cfs on 11/19, provisional · below normal for the date · 83 % of the median of 30 years, 1991–2020 · 12th lowest of 47 years on record',
    ],
    [
      'what a median of few years rests on',
      describeLatest({ count: 12, first_year: 2000, last_year: 2020 }),
      '1,540 cfs on 11/19, provisional · below normal for the date · 83 % of the median of 12 years, 2000–2020 · 12th lowest of 47 years on record',
    ],
    [
      'a record once, not as class and as rank',
      describeLatest({ rank: 1, low_rank: 47, class: 'highest on record', approval: 'A' }),
      '1,540 cfs on 11/19 · the highest of 47 years on record for the date · 83 % of the median of 30 years, 1991–2020',
    ],
    [
      'values that other years had, too',
      describeLatest({
        value: 0,
        rank: 10,
        low_rank: 1,
        class: 'normal',
        percent_of_median: null,
        median: 0,
        difference: 0,
      }),
      '0 cfs on 11/19, provisional · normal for the date · equal to the median of 30 years, 1991–2020 · the lowest of 47 years on record, the same as in 37 other years',
    ],
    [
      'the only year, without a median',
      describeLatest({
        rank: 1,
        low_rank: 1,
        years: 1,
        class: null,
        median: null,
        percent_of_median: null,
        difference: null,
        count: null,
        first_year: null,
        last_year: null,
      }),
      '1,540 cfs on 11/19, provisional · the only year on record for the date',
    ],
    [
      'a difference where a ratio means nothing',
      describeLatest(
        { value: 45.4, median: 43.1, difference: 2.3, percent_of_median: null, class: 'above normal' },
        { parameter_ndx: 5, units_name: '°F' },
      ),
      '45.4 °F on 11/19, provisional · above normal for the date · 2.3 °F above the median of 30 years, 1991–2020, 43.1 °F · 12th lowest of 47 years on record',
    ],
    [
      'inches of snow while the median is below one',
      describeLatest(
        { value: 0.4, median: 0.7, difference: -0.3, percent_of_median: null },
        { parameter_ndx: 2, units_name: 'in' },
      ),
      '0.4 in on 11/19, provisional · below normal for the date · 0.3 in below the median of 30 years, 1991–2020, 0.7 in · 12th lowest of 47 years on record',
    ],
    [
      'a depth to water by its water level',
      describeLatest(
        {
          value: 45.2,
          rank: 2,
          low_rank: 45,
          years: 46,
          class: 'much above normal',
          median: 46.4,
          difference: -1.2,
          percent_of_median: null,
        },
        depth,
      ),
      '45.2 ft on 11/19, provisional · water level much above normal for the date · water level 1.2 ft above the median of 30 years, 1991–2020, a depth of 46.4 ft · 2nd highest water level of 46 years on record',
    ],
    [
      'a month, if the statistics are monthly',
      describeLatest(
        {
          value: 47.1,
          rank: 20,
          low_rank: 7,
          years: 26,
          period: 'month',
          median: 46.4,
          difference: 0.7,
          percent_of_median: null,
        },
        depth,
      ),
      '47.1 ft on 11/19, provisional · water level below normal for November · water level 0.7 ft below the median for November of 30 years, 1991–2020, a depth of 46.4 ft · 7th lowest water level of 26 years on record',
    ],
    [
      'a volume in three digits, with its estimated days',
      describeLatest(
        { value: 583_412, estimated_days: 2, median: 612_000, percent_of_median: 95.3, difference: -28_588 },
        { units_name: 'AF' },
        { ...daily, measure: 'volume' },
      ),
      '583,000 AF from October 1 to 11/19, 2 days estimated, provisional · below normal to that date · 95 % of the median of 30 years, 1991–2020 · 12th lowest of 47 years on record',
    ],
    [
      'a volume of an irrigation year',
      describeLatest(
        { value: 412 },
        { units_name: 'AF' },
        { ...daily, measure: 'volume', year: 'irrigation' },
      ),
      '412 AF from November 1 to 11/19, provisional · below normal to that date · 83 % of the median of 30 years, 1991–2020 · 12th lowest of 47 years on record',
    ],
  ])('is described with %s', (_, text, expected) => {
    expect(text).toBe(expected);
  });

  test('has the year of its date if that is not the year of today', () => {
    const text = describeLatest({ rdate: '2025-12-31' }, {}, { ...daily, today: '2026-01-02' });
    expect(text).toMatch(/^1,540 cfs on 12\/31\/2025, provisional · /);
  });

  test('never ranks a depth to water itself', () => {
    for (const rank of [1, 2, 20, 40, 46]) {
      const text = describeLatest({ rank, low_rank: 47 - rank, years: 46, percent_of_median: null }, depth);
      expect(text).toMatch(/(highest|lowest) water level of 46 years/);
    }
  });

  test('needs a value', () => {
    expect(describeStanding(createStanding({ latest: null }), daily)).toEqual({
      lead: '',
      rest: 'This record has no values yet.',
    });
  });
});

describe('the label of a statistic', () => {
  const basis = (count: number, first_year = 1991, last_year = 2020) =>
    ({ count, first_year, last_year, period: 'day' }) as const;

  test.each([
    ['all of the period', [basis(30), basis(30)], 'Median of 30 years, 1991–2020'],
    ['nearly all of it', [basis(24, 1993, 2019)], 'Median of 24 years, 1991–2020'],
    ['too few for the whole period', [basis(23, 1993, 2019)], 'Median of 23 years, 1993–2019'],
    ['twelve years', [basis(12, 2000, 2020)], 'Median of 12 years, 2000–2020'],
    ['differing days', [basis(30), basis(24, 1992)], 'Median of 24 to 30 years, 1991–2020'],
    [
      'differing days of a short record',
      [basis(12, 2000), basis(14, 1999)],
      'Median of 12 to 14 years, 1999–2020',
    ],
    [
      'days on both sides of the limit',
      [basis(22, 1999), basis(25, 1996)],
      'Median of 22 to 25 years, 1996–2020',
    ],
  ])('names %s', (_, records, expected) => {
    expect(statisticLabel('Median', statisticYearsOf(records))).toBe(expected);
  });

  test('is its name without anything to rest on', () => {
    expect(statisticYearsOf([])).toBeUndefined();
    expect(statisticLabel('Median', undefined)).toBe('Median');
  });

  test('says that a statistic is monthly', () => {
    const years = statisticYearsOf([{ ...basis(26), period: 'month' }]);
    expect(statisticLabel('Maximum', years)).toBe('Monthly maximum of 26 years, 1991–2020');
    expect(years && describeStatisticYears(years)).toBe('26 years, 1991–2020');
  });
});

test('ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 111].map(formatOrdinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '111th',
  ]);
});
