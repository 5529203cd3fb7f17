import { expect, test } from 'vitest';
import { describeStanding, formatOrdinal } from '#features/water-year/shared/labels.ts';

test('describes the standing of the latest value', () => {
  const latest = {
    rdate: '2026-11-19',
    value: 2020,
    approval: 'P',
    rank: 28,
    years: 47,
    percent_of_median: 97.6,
  };
  expect(describeStanding(latest, 'cfs')).toBe(
    'Latest: 2,020 cfs on 11/19/2026, provisional; 28th highest of 47 years on record for that day, 98 % of the 1991–2020 median.',
  );
  expect(describeStanding({ ...latest, approval: 'A', years: 1, percent_of_median: null }, 'ft')).toBe(
    'Latest: 2,020 ft on 11/19/2026; the only year on record for that day.',
  );
  expect(describeStanding({ ...latest, rank: 1 }, 'cfs')).toContain('; the highest of 47 years');
  expect(describeStanding({ ...latest, rank: 47 }, 'cfs')).toContain('; the lowest of 47 years');
  expect(describeStanding(null, 'cfs')).toBe('This record has no values yet.');
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
