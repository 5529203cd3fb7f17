import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyNoPercent } from '#domain/season/gain-units.ts';
import { minGainForPercent, percentOf } from '#domain/statistics/percent-of.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { forAll } from '../../support/for-all.ts';

const base = (minimum: number, median: number, maximum: number) => ({ minimum, median, maximum });

test.each([
  ['no statistics', undefined, 30, 'no median'],
  ['a median of zero', base(-900, 0, 900), 30, 'median not above zero'],
  ['a median of minus zero', base(-900, -0, 900), 30, 'median not above zero'],
  ['a loss as median', base(-9000, -6000, -3000), 30, 'median not above zero'],
  ['a median that is no number', base(0, Number.NaN, 1), 30, 'median not above zero'],
  ['a median of next to nothing, 9.9 cfs', base(200, 297, 790), 30, 'small median'],
  ['the same sum over fewer days, 10.6 cfs', base(200, 297, 790), 28, undefined],
  ['10 cfs on each day', base(200, 300, 790), 30, undefined],
  ['a median that is small against what years had', base(-4000, 4999, 11_000), 31, 'small median'],
  ['a median of a third of that', base(-4000, 5000, 11_000), 31, undefined],
  ['a steady reach', base(70_000, 80_000, 90_000), 31, undefined],
  ['one value in all years', base(400, 400, 400), 31, undefined],
] as const)('a percentage of %s', (_, statistics, days, expected) => {
  expect(whyNoPercent(statistics, days)).toBe(expected);
});

test('where a percentage is given, no year of the statistics is above 400 % or below −200 %', () => {
  const value = fc.integer({ min: -100_000, max: 100_000 });
  forAll([fc.tuple(value, value, value), fc.integer({ min: 1, max: 366 })], 100, (values, days) => {
    const [minimum = 0, median = 0, maximum = 0] = values.toSorted((one, other) => one - other);
    if (whyNoPercent({ minimum, median, maximum }, days) !== undefined) return;
    expect((100 * maximum) / median).toBeLessThanOrEqual(400 + 1e-9);
    expect((100 * minimum) / median).toBeGreaterThanOrEqual(-200 - 1e-9);
    expect(median / days).toBeGreaterThanOrEqual(minGainForPercent - 1e-9);
  });
});

test('the gain of a day has no percentage of a small one', () => {
  expect(percentOf(26.6, 9.99, parameterNdx.reachGain)).toBeUndefined();
  expect(percentOf(26.6, 10, parameterNdx.reachGain)).toBeCloseTo(266);
  expect(percentOf(26.6, 9.99, parameterNdx.streamflow)).toBeCloseTo(266.27);
});
