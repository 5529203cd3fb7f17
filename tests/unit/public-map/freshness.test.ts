import { expect, test } from 'vitest';
import type { ColorScheme } from '#features/public-map/screen/colors/marker-colors.ts';
import { emphasisOf } from '#features/public-map/screen/derived.ts';
import { exportLegend } from '#features/public-map/screen/drawing/export-legend.ts';
import { freshnessOfSites, marksOf, sitePaint } from '#features/public-map/screen/freshness.ts';
import { groupLayers } from '#features/public-map/screen/layers.ts';
import { layer, site } from './builders.ts';

const sites = [
  site({ loc_ndx: 1 }),
  site({ loc_ndx: 2, por_end: '2026-10-13' }),
  site({ loc_ndx: 3, por_end: '2010-09-30' }),
  site({ loc_ndx: 4, por_end: null }),
  site({ loc_ndx: 5, por_end: '2026-10-13', interval_days: 30 }),
];
const freshness = freshnessOfSites(sites, '2026-11-21');
const feature = (id: number) => ({ type: 'Feature' as const, id, geometry: null, properties: null });

const colored: Extract<ColorScheme, { kind: 'category' }> = {
  kind: 'category',
  group: 'dataProviders',
  values: new Map(sites.map(({ loc_ndx }) => [loc_ndx, 'USGS'])),
  paints: new Map([['USGS', { 'circle-color': '#111111' }]]),
  legend: [],
  notes: [],
};

test('judges each site by its own reporting interval', () => {
  expect([...freshness.values()].map(({ state }) => state)).toEqual([
    'current',
    'late',
    'ended',
    'none',
    'current',
  ]);
});

test('the legend lists only the marks that sites have', () => {
  expect(marksOf(sites, freshness).map(({ state, count }) => [state, count])).toEqual([
    ['late', 1],
    ['ended', 1],
  ]);
  expect(marksOf(sites.slice(0, 1), freshness)).toEqual([]);
});

test('late and ended sites differ by shape, not by color, under any coloring', () => {
  const plain = sitePaint({ kind: 'default' }, freshness);
  expect(plain(feature(1))).toBeUndefined();
  expect(plain(feature(2))).toEqual({ 'circle-hole': 0.5 });
  expect(plain(feature(3))).toEqual({ 'circle-opacity': 0.4 });
  expect(plain(feature(4))).toBeUndefined();
  const paint = sitePaint(colored, freshness);
  expect(paint(feature(1))).toEqual({ 'circle-color': '#111111' });
  expect(paint(feature(2))).toEqual({ 'circle-hole': 0.5, 'circle-color': '#111111' });
  // The map compares paints by identity.
  expect(paint(feature(1))).toBe(paint(feature(5)));
});

test('the legend of a saved map has the marks if the sites are visible', () => {
  const none = { shown: [], hidden: [], opened: [], closed: [] };
  const marks = marksOf(sites, freshness);
  const points = [layer({ id: 'points', paint: { 'circle-color': '#1f6fb2' } })];
  const legendOf = (scheme: ColorScheme, hidden: string[] = []) =>
    exportLegend({
      groups: groupLayers(points, { ...none, hidden }),
      scheme,
      inView: sites,
      marks,
      zoom: 7,
    }).legend;
  expect(legendOf(colored).map(({ label, sample }) => [label, sample.paint])).toEqual([
    ['Late: reports less than usual', { 'circle-color': '#73828c', 'circle-hole': 0.5 }],
    ['Ended: no value for two years', { 'circle-color': '#73828c', 'circle-opacity': 0.4 }],
  ]);
  expect(legendOf({ kind: 'default' })).toHaveLength(3);
  expect(legendOf(colored, ['Data Points'])).toEqual([]);
});

test('brings the sites of a legend entry forward', () => {
  const keysOf = (pointed: Parameters<typeof emphasisOf>[0], scheme: ColorScheme = colored) =>
    emphasisOf(pointed, scheme, freshness, sites)?.keys;
  const byProvider = { ...colored, values: new Map([...colored.values, [2, 'IDWR']]) };
  expect(keysOf({ kind: 'value', value: 'USGS' }, byProvider)).toEqual(new Set(['1', '3', '4', '5']));
  expect(keysOf({ kind: 'state', state: 'ended' })).toEqual(new Set(['3']));
  expect(keysOf({ kind: 'value', value: 'Reservoir' })).toBeUndefined();
  expect(keysOf(undefined)).toBeUndefined();
  expect(keysOf({ kind: 'value', value: '' }, { kind: 'default' })).toBeUndefined();
});
