import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sift } from '#ingest/normalise/quality.ts';
import type { Reading } from '#ingest/source.ts';

const capacity = { kind: 'storage', capacityAf: 1000, tolerance: 0.05, spikeShare: 0.05 } as const;

function readings(values: readonly number[], days = values.map((_, i) => i)): Reading[] {
  return values.map((value, i) => ({
    day: days[i] ?? i,
    value,
    approval: 'P',
    qualifier: undefined,
    line: i + 2,
  }));
}

const values = (list: readonly Reading[]) => list.map(({ value }) => value);

test('Storage below nothing or well above capacity is rejected; a flood somewhat above full pool is not', () => {
  const { kept, rejected } = sift(readings([-1, 0, 1040, 1060]), capacity);
  expect(values(kept)).toEqual([0, 1040]);
  expect(rejected.map(({ value, reason }) => [value, reason])).toEqual([
    ['-1', 'negative storage'],
    ['1060', 'storage more than 5 % above the active capacity of 1000 AF'],
  ]);
});

test('A jump that is undone the next day is rejected, a lasting one is not', () => {
  expect(values(sift(readings([500, 502, 420, 504, 505]), capacity).kept)).toEqual([500, 502, 504, 505]);
  expect(sift(readings([500, 502, 420, 421, 423]), capacity).rejected).toEqual([]);
});

test('Neighbours of a spike are days, not readings far away', () => {
  expect(sift(readings([500, 420, 502], [0, 5, 10]), capacity).rejected).toEqual([]);
});

test('A spike is seen past a value that is itself rejected', () => {
  const { kept } = sift(readings([500, -7000, 420, 502]), capacity);
  expect(values(kept)).toEqual([500, 502]);
});

test('Every reading is either kept or rejected, whatever the rule, and what is kept keeps it', () => {
  const rule = fc.constantFrom(
    capacity,
    { kind: 'anything' } as const,
    { kind: 'range', low: 0, high: 100, what: 'discharge' } as const,
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -200, max: 1500 })), rule, (list, rules) => {
      const { kept, rejected } = sift(readings(list), rules);
      expect(kept.length + rejected.length).toBe(list.length);
      if (rules.kind === 'storage')
        for (const { value } of kept) expect(value >= 0 && value <= 1050).toBe(true);
      if (rules.kind === 'range') for (const { value } of kept) expect(value >= 0 && value <= 100).toBe(true);
    }),
  );
});
