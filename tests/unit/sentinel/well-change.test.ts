import { expect, test } from 'vitest';
import { describeWellChange } from '#domain/well-change-text.ts';
import { wellState } from '#features/sentinel/well-change.ts';

test('compares the latest depth with the reading closest to one year earlier', () => {
  expect(wellState([0, 100, 360, 380, 740], [50, 51, 52, 53, 55])).toEqual({
    day: 740,
    depth: 55,
    change: 2,
  });
  expect(wellState([0, 740], [50, 55])).toEqual({ day: 740, depth: 55, change: undefined });
  expect(wellState([], [])).toBeUndefined();
});

test('describes the change', () => {
  expect(describeWellChange(0.424)).toBe('0.42 ft deeper than one year earlier');
  expect(describeWellChange(-3)).toBe('3.00 ft higher than one year earlier');
  expect(describeWellChange(0.001)).toBe('As deep as one year earlier');
  expect(describeWellChange(undefined)).toBe('No reading one year earlier');
});
