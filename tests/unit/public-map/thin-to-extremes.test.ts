import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinToExtremes } from '#server/findings/thin-to-extremes.ts';
import { forAll } from '../../support/for-all.ts';

describe('thinToExtremes', () => {
  it('keeps the lowest and the highest of each run, and both ends', () => {
    const days = Array.from({ length: 16 }, (_, at) => 100 + at);
    const values = [5, 1, 5, 5, 9, 5, 5, 5, 5, 5, 0, 5, 5, 5, 8, 5];
    expect(thinToExtremes({ days, values }, 8)).toEqual({
      days: [100, 101, 104, 110, 114, 115],
      values: [5, 1, 9, 0, 8, 5],
    });
  });

  it('leaves nothing of nothing', () => {
    expect(thinToExtremes({ days: [], values: [] }, 8)).toEqual({ days: [], values: [] });
  });

  it('has the extremes and the ends of any record', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer()), { minLength: 1 });
    forAll([steps], 100, (pairs) => {
      let day = 0;
      const days = pairs.map(([step]) => {
        day += step;
        return day;
      });
      const values = pairs.map(([, value]) => value);
      const thin = thinToExtremes({ days, values }, 8);
      expect(Math.max(...thin.values)).toBe(Math.max(...values));
      expect(Math.min(...thin.values)).toBe(Math.min(...values));
      expect([thin.days[0], thin.days.at(-1)]).toEqual([days[0], days.at(-1)]);
      expect(thin.days).toEqual([...new Set(thin.days)].sort((one, other) => one - other));
    });
  });
});
