import { expect, test } from 'vitest';
import { colorSites } from '#features/public-map/coloring.ts';
import { emphasisOf } from '#features/public-map/derived.ts';
import { freshnessOfSites } from '#features/public-map/freshness.ts';
import { site } from './builders.ts';

const sites = [
  site({ loc_ndx: 1 }),
  site({ loc_ndx: 2, loc_type_name: 'Spring' }),
  site({ loc_ndx: 3, por_end: '2010-09-30' }),
];
const scheme = colorSites(sites, { coloring: 'locationTypes', options: [], chosen: [] });
const freshness = freshnessOfSites(sites, '2026-11-21');

test('brings the sites of a legend entry forward', () => {
  const keysOf = (pointed: Parameters<typeof emphasisOf>[0]) =>
    emphasisOf(pointed, scheme, freshness, sites)?.keys;
  expect(keysOf({ kind: 'value', value: 'Stream Gage' })).toEqual(new Set(['1', '3']));
  expect(keysOf({ kind: 'state', state: 'ended' })).toEqual(new Set(['3']));
  expect(keysOf({ kind: 'value', value: 'Reservoir' })).toBeUndefined();
  expect(keysOf(undefined)).toBeUndefined();
  expect(emphasisOf({ kind: 'value', value: '' }, { kind: 'default' }, freshness, sites)).toBeNull();
});
