import { describe, expect, test } from 'vitest';
import { differenceOf, summarizeDifferences } from '#domain/statistics/official-statistics.ts';

describe('the difference between two statistics', () => {
  test.each([
    ['a flow', 10.2, 10, 1, 0.2, 2],
    ['a flow below', 9, 10, 1, -1, -10],
    ['equal ones', 8.7, 8.7, 2, 0, 0],
    ['without the noise of binary fractions', 8.8, 8.7, 2, 0.1, 1.14942529],
    ['a dry creek', 0.4, 0, 1, 0.4, undefined],
    ['less than an inch of snow', 1.2, 0.9, 2, 0.3, undefined],
    ['an inch of snow', 1.2, 1, 2, 0.2, 20],
    ['a temperature', 34, 32, 5, 2, undefined],
    ['a depth to water', 34, 32, 7, 2, undefined],
    ['an elevation', 4800, 4790, 8, 10, undefined],
  ])('%s', (_, ours, theirs, parameter, difference, percent) => {
    expect(differenceOf({ ours, theirs, parameter })).toEqual({ difference, percent });
  });
});

test('the summary lists the largest differences first', () => {
  const row = (difference_percent: number | null) => ({
    difference_percent,
  });
  const rows = [row(2), row(-2.1), row(40), row(-50), row(null)];
  expect(summarizeDifferences(rows)).toEqual({
    compared: 4,
    agreeing: 1,
    without_percent: 1,
    largest: [row(-50), row(40), row(-2.1)],
  });
  expect(summarizeDifferences([])).toEqual({
    compared: 0,
    agreeing: 0,
    without_percent: 0,
    largest: [],
  });
  expect(summarizeDifferences(Array.from({ length: 9 }, (_, at) => row(at + 10))).largest).toHaveLength(5);
});
