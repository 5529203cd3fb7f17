import { expect, test } from 'vitest';
import { describeWellChange, describeWells, wellState } from '#domain/well-change.ts';

test('compares the latest reading with the one closest to one year earlier', () => {
  expect(wellState([0, 100, 360, 380, 740], [50, 51, 52, 53, 55])).toEqual({
    day: 740,
    value: 55,
    before: 380,
    change: 2,
  });
  expect(wellState([0, 740], [50, 55])).toEqual({
    day: 740,
    value: 55,
    before: undefined,
    change: undefined,
  });
  expect(wellState([], [])).toBeUndefined();
});

test.each([
  ['20 days early', [355, 740], 355],
  ['21 days early', [354, 740], undefined],
  ['20 days late', [395, 740], 395],
  ['21 days late', [396, 740], undefined],
  ['two equally near, of which the earlier counts', [370, 380, 740], 370],
])('a reading %s', (_, days, before) => {
  expect(wellState(days, days)?.before).toBe(before);
});

test('describes the change', () => {
  expect(describeWellChange(0.424)).toBe('0.42 ft lower than a year ago');
  expect(describeWellChange(-3)).toBe('3.00 ft higher than a year ago');
  expect(describeWellChange(0.001)).toBe('as a year ago');
  expect(describeWellChange(undefined)).toBe('no reading a year ago');
});

test('counts the wells by their change over a year', () => {
  expect(describeWells([0.4, 1, -1, 0.001, undefined])).toBe(
    '5 sentinel wells: 2 lower than a year ago, 1 higher than a year ago, 1 as a year ago, 1 without a reading a year ago',
  );
  expect(describeWells([-2])).toBe('1 sentinel well: 1 higher than a year ago');
});
