import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxGapOf } from '#domain/time-series/gaps.ts';

test('a daily record joins neighboring days only, however many are missing', () => {
  const runs = fc.array(
    fc.record({ gap: fc.integer({ min: 2, max: 400 }), days: fc.integer({ min: 4, max: 9 }) }),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(runs, (each) => {
      const days: number[] = [];
      for (const run of each) {
        const first = (days.at(-1) ?? 0) + run.gap;
        for (let day = 0; day < run.days; day += 1) days.push(first + day);
      }
      expect(maxGapOf(days)).toBe(1);
    }),
  );
});

test('a record of a reading a month is a line, and its missing year a gap', () => {
  const monthly = [0, 30, 61, 91, 122, 152, 517, 548];
  const most = maxGapOf(monthly);
  expect(most).toBeGreaterThan(31);
  expect(most).toBeLessThan(365);
});

test('one value or none', () => {
  expect(maxGapOf([])).toBe(1);
  expect(maxGapOf([7])).toBe(1);
});
