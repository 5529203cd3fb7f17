import { expect, test } from 'vitest';
import { fanOf } from '#features/outlook/rules/outlook-result.ts';

const remaining = { 90: 100, 75: 150, 70: 160, 50: 200, 30: 240, 25: 260, 10: 400 };

test('spreads a volume over the days by the median share that had come in past years', () => {
  const fan = fanOf(
    [
      [1, 1, 2],
      [30, 0, 10],
      [0, 5, 5],
    ],
    1000,
    remaining,
  );
  // Of the shares 1/4, 3/4 and 0, then 1/2, 3/4 and 1/2.
  expect(fan.p50).toEqual([1050, 1100, 1200]);
  expect(fan.p90).toEqual([1025, 1050, 1100]);
  expect(fan.p10.at(-1)).toBe(1400);
  expect(fan.p75.at(-1)).toBe(1150);
  expect(fan.p25.at(-1)).toBe(1260);
});

test('leaves out years in which nothing came, as noise below zero may say of a single day', () => {
  expect(
    fanOf(
      [
        [0, 0],
        [-2, 1],
        [1, 3],
      ],
      0,
      remaining,
    ).p50,
  ).toEqual([50, 200]);
});

test('is empty without past years', () => {
  expect(fanOf([], 10, remaining)).toEqual({ p90: [], p75: [], p50: [], p25: [], p10: [] });
});
