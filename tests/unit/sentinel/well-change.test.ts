import { expect, test } from 'vitest';
import { describeWellChange, wellState } from '#features/sentinel/well-change.ts';

test('the latest depth, and its change against the reading nearest to a year before', () => {
  expect(wellState([0, 100, 360, 380, 740], [50, 51, 52, 53, 55])).toEqual({
    day: 740,
    depth: 55,
    change: 2,
  });
  expect(wellState([0, 740], [50, 55])).toEqual({ day: 740, depth: 55, change: undefined });
  expect(wellState([], [])).toBeUndefined();
});

test('in words', () => {
  expect(describeWellChange(0.424)).toBe('0.42 ft deeper than a year before');
  expect(describeWellChange(-3)).toBe('3.00 ft higher than a year before');
  expect(describeWellChange(0.001)).toBe('As deep as a year before');
  expect(describeWellChange(undefined)).toBe('No reading a year before');
});
