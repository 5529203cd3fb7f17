import { describe, expect, test } from 'vitest';
import {
  choiceCodec,
  describeDifference,
  describeStatistic,
  describeSummary,
  formatMonthDay,
  formatNumber,
} from '#features/official-statistics/screen.ts';
import { createComparison } from '../../support/record-rows.ts';

const initial = { statistic: 'median', day: '2026-04-09' } as const;

describe('the choice in the address', () => {
  test.each([
    ['', initial],
    ['statistic=peak', { statistic: 'peak', day: '2026-04-09' }],
    ['day=2024-02-29', { statistic: 'median', day: '2024-02-29' }],
    ['day=2026-02-29', initial],
    ['day=2026-13-01', initial],
    ['day=04-01', initial],
    ['day=', initial],
    ['statistic=mean&day=yesterday', initial],
  ])('%s', (query, expected) => {
    expect(choiceCodec(initial).read(query).value).toEqual(expected);
  });

  test('has only what is not the default', () => {
    const { write } = choiceCodec(initial);
    expect(write(initial)).toBe('');
    expect(write({ statistic: 'peak', day: '2024-02-29' })).toBe('statistic=peak&day=2024-02-29');
  });
});

test('numbers have the digits that their size can bear', () => {
  expect([1022584.5, 315.54, 8.754, 0, -0.05, 1234.5].map(formatNumber)).toEqual([
    '1,022,585',
    '315.5',
    '8.75',
    '0',
    '−0.05',
    '1,235',
  ]);
});

test('a statistic is named by its day', () => {
  expect(formatMonthDay('02-29')).toBe('Feb 29');
  expect(describeStatistic({ statistic: 'median', day: '2026-04-01' })).toBe('Medians of Apr 01');
  expect(describeStatistic({ statistic: 'peak', day: '2026-04-01' })).toBe(
    'Median peaks of snow water equivalent',
  );
});

test('the summary says what agrees and what is not counted', () => {
  const summary = { compared: 4, agreeing: 3, without_percent: 1, demonstration: 2, largest: [] };
  expect(describeSummary({ summary })).toBe(
    '3 of 4 agree within 2 percent. 1 has no percentage. 2 series with demonstration values are not counted.',
  );
  expect(describeSummary({ summary: { ...summary, without_percent: 0, demonstration: 0 } })).toBe(
    '3 of 4 agree within 2 percent.',
  );
});

test('a difference has both values and its direction', () => {
  const row = createComparison({ our_value: 149.5, agency_value: 100, difference_percent: 49.5 });
  expect(describeDifference(row)).toBe(
    'Snake River near Heise, Streamflow: 149.5 cfs instead of 100 cfs (+49.5 %)',
  );
  expect(describeDifference({ ...row, our_value: 50, difference_percent: -50 })).toContain(
    '50 cfs instead of 100 cfs (−50.0 %)',
  );
});
