import { describe, expect, test } from 'vitest';
import { commonParameterOf, describeLacking, mainRecordOf } from '#domain/parameters.ts';

describe('the main parameter of a site', () => {
  const now = '2026-11-20';
  test.each([
    ['the storage of a reservoir with an outflow', { 1: now, 3: now }, 3],
    ['the snow of a SNOTEL site', { 2: now, 4: now, 5: now }, 2],
    ['what is left where the first one ended long ago', { 1: '1990-09-30', 5: now }, 5],
    ['a first one that is late', { 1: '2025-01-01', 5: now }, 1],
    ['a parameter of the basin file after those of every portal', { 101: now, 10: now }, 10],
    ['the lower number of two others', { 102: now, 101: now }, 101],
  ])('is %s', (_, lastDays, expected) => {
    const all = Object.entries(lastDays).map(([ndx, rdate]) => ({ parameter_ndx: Number(ndx), rdate }));
    expect(mainRecordOf(all)?.parameter_ndx).toBe(expected);
    expect(mainRecordOf(all.toReversed())?.parameter_ndx).toBe(expected);
  });

  test('is none without a value', () => {
    expect(mainRecordOf([])).toBeUndefined();
  });
});

const names: Record<number, string> = { 1: 'Streamflow', 2: 'Snow Water Equivalent', 3: 'Reservoir Storage' };
const site = (loc_ndx: number, ...parameters: number[]) => ({
  loc_ndx,
  loc_name: `Place ${loc_ndx}`,
  parameters: parameters.map((ndx) => ({ parameter_ndx: ndx, parameter_name: names[ndx] ?? '' })),
});

describe('the parameter that sites share', () => {
  test.each([
    ['that of the largest number', [site(10, 1), site(11, 1, 3), site(12, 3, 1)], 1, [10, 11, 12]],
    ['of two, what sites are looked up for first', [site(10, 1), site(11, 3)], 3, [11]],
    ['that of the only site', [site(10, 2)], 2, [10]],
  ] as const)('is %s', (_, sites, parameter, expected) => {
    const common = commonParameterOf(sites);
    expect(common?.parameter.parameter_ndx).toBe(parameter);
    expect(common?.sites.map(({ loc_ndx }) => loc_ndx)).toEqual(expected);
  });

  test('is none of sites without records', () => {
    expect(commonParameterOf([site(10)])).toBeUndefined();
    expect(commonParameterOf([])).toBeUndefined();
  });

  test.each([
    [[site(1, 1), site(2, 1)], undefined],
    [[site(1, 1), site(2, 1), site(3, 2)], '2 of 3 sites have Streamflow; Place 3 does not.'],
    [[site(1, 1), site(2, 2), site(3)], '1 of 3 sites has Streamflow; Place 2 and Place 3 do not.'],
  ])('names the sites that lack it', (sites, expected) => {
    const common = commonParameterOf(sites);
    expect(common && describeLacking(common)).toBe(expected);
  });
});
