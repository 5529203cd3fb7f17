import { describe, expect, test } from 'vitest';
import {
  describeStatisticYears,
  statisticLabel,
  statisticYearsOf,
} from '#domain/statistics/statistic-label.ts';
import { formatOrdinal } from '#lib/count-text.ts';
import { describeLatest } from '#season/years/record-text.ts';
import { createStanding } from '../../support/standing.ts';

const today = '2026-11-21';
const volumes = { measure: 'volume', year: 'water', today } as const;

describe('the standing of the latest value', () => {
  const sentenceOf = (
    of: NonNullable<Parameters<typeof createStanding>[0]>,
    options: Parameters<typeof describeLatest>[1],
  ) => describeLatest(createStanding(of), options, 'row')?.sentence;

  test('is that of the finding', () => {
    expect(sentenceOf({}, { measure: 'value', year: 'water', today: '2026-06-19' })).toBe(
      '12,700 cfs on Jun 18, water year 2026, provisional: below normal, 24th percentile of 28 years, 88 % of the median.',
    );
    expect(sentenceOf({ latest: null }, { ...volumes, measure: 'value' })).toBeUndefined();
  });

  const noNormal = { class: null, percentile: null, percent_of_median: null, count: null, period: null };
  const few = { ...noNormal, first_year: null, last_year: null, rank: 1, low_rank: 4, years: 4 };
  test.each([
    [
      'three digits, and its estimated days',
      { value: 583_412, estimated_days: 2, percent_of_median: 95.3 },
      {},
      '583 KAF from Oct 1 to Nov 19, 2 days estimated, provisional: below normal, 18th percentile of 30 years, 95 % of the median.',
    ],
    [
      'the first day of an irrigation year',
      { value: 412 },
      { year: 'irrigation' },
      '412 AF from Nov 1 to Nov 19, provisional: below normal, 18th percentile of 30 years, 83 % of the median.',
    ],
    [
      'the years of a short record',
      { approval: 'A', count: 12, first_year: 2000, last_year: 2020 },
      {},
      '1.54 KAF from Oct 1 to Nov 19: below normal, 18th percentile of 12 years, 2000–2020, 83 % of the median.',
    ],
    [
      'a record once',
      { class: 'highest on record', rank: 1, low_rank: 47, approval: 'A', percent_of_median: 264 },
      {},
      '1.54 KAF from Oct 1 to Nov 19: highest on record for the date, of 47 years, 264 % of the median.',
    ],
    [
      'why there is no class',
      { ...few, approval: 'A' },
      {},
      '1.54 KAF from Oct 1 to Nov 19. No normal yet: 4 years of record, 10 needed.',
    ],
    [
      'its age, and the year of its date',
      { rdate: '2025-12-31' },
      { today: '2026-01-20' },
      '1.54 KAF from Oct 1 to Dec 31, 2025, 20 days old, provisional: below normal, 18th percentile of 30 years, 83 % of the median.',
    ],
    [
      'nothing but the end of a record that has ended',
      { rdate: '2017-09-30', value: 2660 },
      {},
      'This record ended on Sep 30, 2017. Last volume 2.66 KAF.',
    ],
  ] as const)('of a volume has %s', (_, latest, options, expected) => {
    const standing = { units_name: 'AF', finding: null, latest };
    expect(sentenceOf(standing, { ...volumes, ...options })).toBe(expected);
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
