import { describe, expect, test } from 'vitest';
import { unusualChanges } from '#features/today/rules/unusual-changes.ts';

describe('unusual changes', () => {
  const change = (loc_ndx: number, value: number, spread = 1, usual = 0) => ({
    loc_ndx,
    parameter_ndx: 1,
    change: value,
    usual,
    spread,
  });

  test('are ranked by how many times their usual spread they are, up or down', () => {
    const all = [change(1, 10, 10), change(2, -4, 2), change(3, 100, 10, 95), change(4, 3)];
    expect(unusualChanges(all).map(({ loc_ndx, z }) => [loc_ndx, z])).toEqual([
      [4, 3],
      [2, -2],
      [1, 1],
      [3, 0.5],
    ]);
  });

  test('are five at most, equal ones in the order of their sites', () => {
    const all = [7, 3, 5, 1, 9, 2].map((loc_ndx) => change(loc_ndx, loc_ndx === 9 ? -2 : 2));
    expect(unusualChanges(all).map(({ loc_ndx }) => loc_ndx)).toEqual([1, 2, 3, 5, 7]);
  });

  test('are none without a spread', () => {
    expect(unusualChanges([change(1, 5, 0), change(2, 5, -1)])).toEqual([]);
  });
});
