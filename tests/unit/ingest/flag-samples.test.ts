import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DailyPoints } from '#domain/series-columns.ts';
import { flagSamples } from '#ingest/quality/flag-samples.ts';
import type { QualityRules } from '#ingest/quality/site-limits.ts';
import { forAll } from '../../support/for-all.ts';

const reservoir: QualityRules = { low: 0, capacityAf: 1000, overCapacityShare: 0.05, spike: 50 };

const samples = (values: readonly number[], days = values.map((_, at) => at)): DailyPoints => ({
  days,
  values,
});
const flags = (values: readonly number[], rules: QualityRules, days?: number[]) =>
  flagSamples(samples(values, days), rules).map((flag) => flag ?? '');

describe('flagSamples', () => {
  test('flags values out of range, but not a flood slightly above capacity', () => {
    expect(flags([-1, 0, 1040, 1060], { ...reservoir, spike: 5000 })).toEqual(['range', '', '', 'capacity']);
    expect(flags([99, 100, 101], { high: 100 })).toEqual(['', '', 'range']);
  });

  test('flags any value that the agency doubts', () => {
    expect(flagSamples(samples([5]), {}, () => true)).toEqual(['agency']);
  });

  test('flags a jump as a spike if it is undone within three days', () => {
    expect(flags([500, 502, 420, 504, 505], reservoir)).toEqual(['', '', 'spike', '', '']);
    expect(flags([500, 420, 415, 425, 505], reservoir)).toEqual(['', 'spike', 'spike', 'spike', '']);
    expect(flags([500, 420, 415, 425, 424, 505], reservoir)).toEqual(['', '', '', '', '', '']);
    expect(flags([500, 502, 420, 421, 423], reservoir)).toEqual(['', '', '', '', '']);
  });

  test('flags consecutive spikes, but not the values between them', () => {
    expect(flags([500, 420, 504, 421, 505, 506], reservoir)).toEqual(['', 'spike', '', 'spike', '', '']);
  });

  test('does not compare readings days apart for spikes', () => {
    expect(flags([500, 420, 502], reservoir, [0, 5, 10])).toEqual(['', '', '']);
  });

  test('skips flagged values when it searches for spikes', () => {
    expect(flags([500, -7000, 420, 502], reservoir)).toEqual(['', 'range', 'spike', '']);
  });

  test('flags a change as too fast until enough days have passed for it', () => {
    expect(flags([10, 11, 41, 41, 41, 42], { rate: 12 })).toEqual(['', '', 'rate', 'rate', '', '']);
    expect(flags([10, 30], { rate: 12 }, [0, 2])).toEqual(['', '']);
  });

  test('flags a value that repeats for too many days in a row, unless it is 0', () => {
    expect(flags([1, 2, 2, 2, 2, 3], { flatDays: 4 })).toEqual(['', '', 'flat', 'flat', 'flat', '']);
    expect(flags([2, 2, 2], { flatDays: 4 })).toEqual(['', '', '']);
    expect(flags([0, 0, 0, 0, 0], { flatDays: 4 })).toEqual(['', '', '', '', '']);
    expect(flags([2, 2, 2, 2], { flatDays: 4 }, [0, 1, 3, 4])).toEqual(['', '', '', '']);
  });
});

const anyRules = fc.record(
  {
    low: fc.integer({ min: -100, max: 50 }),
    high: fc.integer({ min: 60, max: 900 }),
    capacityAf: fc.constant(700),
    overCapacityShare: fc.constant(0.05),
    spike: fc.integer({ min: 1, max: 300 }),
    rate: fc.integer({ min: 1, max: 300 }),
    flatDays: fc.integer({ min: 2, max: 6 }),
  },
  { requiredKeys: [] },
);

test('unflagged values are within the bounds and the rate, for any rules', () =>
  forAll([fc.array(fc.integer({ min: -200, max: 1500 })), anyRules], 100, (values, rules) => {
    const found = flagSamples(samples(values), rules);
    expect(found).toHaveLength(values.length);
    const passing = values.flatMap((value, day) => (found[day] === undefined ? { day, value } : []));
    for (const { value } of passing) {
      expect(value).toBeGreaterThanOrEqual(rules.low ?? -Infinity);
      expect(value).toBeLessThanOrEqual(rules.high ?? Infinity);
      if (rules.capacityAf) expect(value).toBeLessThanOrEqual(735);
    }
    if (rules.rate === undefined || rules.flatDays !== undefined) return;
    for (const [at, { day, value }] of passing.entries()) {
      const before = passing[at - 1];
      if (before) expect(Math.abs(value - before.value)).toBeLessThanOrEqual(rules.rate * (day - before.day));
    }
  }));

test('nothing is flagged without rules', () =>
  forAll([fc.array(fc.double({ noNaN: true }))], 100, (values) => {
    expect(flagSamples(samples(values), {}).every((flag) => flag === undefined)).toBe(true);
  }));
