import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxGapOf } from '#domain/bridge-gaps.ts';
import { forAll } from '../../../support/for-all.ts';

test('a daily record connects adjacent days only, however many are missing', () => {
  const runs = fc.array(
    fc.record({ gap: fc.integer({ min: 2, max: 400 }), days: fc.integer({ min: 4, max: 9 }) }),
    {
      minLength: 1,
    },
  );
  forAll([runs], 100, (each) => {
    const days: number[] = [];
    for (const run of each) {
      const first = (days.at(-1) ?? 0) + run.gap;
      for (let day = 0; day < run.days; day += 1) days.push(first + day);
    }
    expect(maxGapOf(days)).toBe(1);
  });
});

test('a record of monthly readings is a line, and a missing year is a gap', () => {
  const monthly = [0, 30, 61, 91, 122, 152, 517, 548];
  const maxGap = maxGapOf(monthly);
  expect(maxGap).toBeGreaterThan(31);
  expect(maxGap).toBeLessThan(365);
});

test('a record of one value or none has the gap of a daily record', () => {
  expect(maxGapOf([])).toBe(1);
  expect(maxGapOf([7])).toBe(1);
});
