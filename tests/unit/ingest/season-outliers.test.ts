import { describe, expect, test } from 'vitest';
import { findJumps, isFarOutside, isSharedRise, usualSize } from '#ingest/quality/flag-outliers.ts';

const jumpsOf = (values: readonly number[], isSigned = false) => {
  const days = [...values.keys()];
  return findJumps({ days, values }, usualSize(values), isSigned).map(({ day }) => day);
};

describe('single days', () => {
  test.each([
    ['a day at 35 times the flow', [100, 102, 3500, 101, 100], [2]],
    ['a day at a hundredth', [100, 102, 1, 101, 100], [2]],
    ['three days', [100, 102, 3500, 3600, 3400, 101], [2, 3, 4]],
    ['four days, which are no single days', [100, 102, 3500, 3600, 3400, 3500, 101, 100], []],
    ['a step that stays', [100, 102, 3500, 3600, 3400, 3500], []],
    ['twice the flow', [100, 102, 210, 101], []],
    ['a last day at 35 times the flow', [100, 102, 101, 3500], [3]],
    ['a last day at five times the flow, which may be a flood', [100, 102, 101, 500], []],
    ['a zero within a flow', [100, 102, 0, 101], [2]],
    ['a flow within zeros', [0, 0, 0, 0, 50, 0, 0, 0], [4]],
    ['only zeros', [0, 0, 0], []],
    ['one value', [5], []],
    ['no value', [], []],
  ])('%s', (_, values, expected) => {
    expect(jumpsOf(values)).toEqual(expected);
  });

  test('of a signed series jump by its usual size', () => {
    expect(jumpsOf([-500, 400, -300, 20_000, -200, 450], true)).toContain(3);
  });

  test.each([
    ['three times the highest', 3000, true],
    ['slightly more than the highest', 1200, false],
    ['a tenth of the lowest', 10, true],
    ['slightly less than the lowest', 90, false],
  ])('%s of the season', (_, value, expected) => {
    expect(isFarOutside(value, { low: 100, high: 1000 }, { size: 100, isSigned: false })).toBe(expected);
  });

  test('are no outliers where the season has had nothing and they are small', () => {
    const august = { low: 0, high: 0 };
    expect(isFarOutside(0.1, august, { size: 8, isSigned: false })).toBe(false);
    expect(isFarOutside(9, august, { size: 8, isSigned: false })).toBe(true);
  });

  const jump = { day: 10, value: 5000, at: 10, rise: Math.log(10) };
  const neighbor = (...values: readonly number[]) => values.map((value, at) => ({ day: 6 + at, value }));
  test.each([
    ['a flood that comes down the river a day earlier', neighbor(200, 210, 220, 1500, 900, 400, 300), true],
    ['one that arrives two days later', neighbor(200, 210, 220, 215, 220, 260, 900), true],
    ['a river that stays as it was', neighbor(200, 210, 220, 215, 220, 210, 205), false],
    ['a river that falls', neighbor(200, 210, 220, 215, 100, 50, 20), false],
    ['a neighbor without values', [], false],
  ])('with %s', (_, values, expected) => {
    expect(isSharedRise(jump, values)).toBe(expected);
  });
});
