import { describe, expect, test } from 'vitest';
import { completenessOf, extentOf, lettersOfYear } from '#domain/statistics/completeness.ts';
import { dayNumber } from '#lib/calendar.ts';

const extent = (first: string, last: string) => ({ first: dayNumber(first), last: dayNumber(last) });

describe('the extent of a record', () => {
  const record = { ...extent('2000-01-01', '2024-05-01'), por_end: '2024-04-30' };
  test.each([
    ['reaches yesterday while it reports', '2024-05-03', '2024-05-02'],
    ['reaches yesterday while it is late', '2025-05-03', '2025-05-02'],
    ['ends with its last value when it has ended', '2027-05-03', '2024-05-01'],
    ['contains a value of today', '2024-05-01', '2024-05-01'],
  ])('%s', (_, today, last) => {
    const found = extentOf(record, 1, { text: today, day: dayNumber(today) });
    expect(found).toEqual(extent('2000-01-01', last));
  });
});

describe('the completeness of a record', () => {
  test('counts the days of part years, leap years, and years without values', () => {
    const counts = [
      { year: 2023, approved: 2, provisional: 0, flagged: 0 },
      { year: 2025, approved: 0, provisional: 3, flagged: 1 },
    ];
    expect(completenessOf(counts, extent('2023-09-29', '2024-10-05'))).toEqual({
      first_year: 2023,
      approved: [2, 0, 0],
      provisional: [0, 0, 3],
      flagged: [0, 0, 1],
      missing: [0, 366, 1],
    });
  });
});

describe('the days of a year', () => {
  const values = [
    { day: dayNumber('2023-10-01'), state: 'approved' as const },
    { day: dayNumber('2024-02-29'), state: 'provisional' as const },
    { day: dayNumber('2024-03-02'), state: 'flagged' as const },
  ];

  test('are 366 letters by the order of the day', () => {
    const letters = lettersOfYear(values, 2024, extent('2023-10-01', '2024-03-03'));
    expect(letters).toHaveLength(366);
    expect(letters.slice(0, 2) + letters.slice(151, 156)).toBe('AMPMFM-');
  });

  test('have no February 29 in other years', () => {
    const letters = lettersOfYear([], 2023, extent('2020-01-01', '2024-01-01'));
    expect(letters).toBe(`${'M'.repeat(151)}-${'M'.repeat(214)}`);
  });

  test('are none outside the record', () => {
    expect(lettersOfYear([], 1950, extent('2020-01-01', '2024-01-01'))).toBe('-'.repeat(366));
  });
});
