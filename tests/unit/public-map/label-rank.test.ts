import { expect, test } from 'vitest';
import { findMainStem, firstLabelZoom, labelPaint, townPaint } from '#features/public-map/screen/layers.ts';
import { site } from './builders.ts';

const sites = [
  site({ loc_ndx: 1, loc_name: 'Snake River near Heise' }),
  site({ loc_ndx: 2, loc_name: 'Snake River at Neeley' }),
  site({ loc_ndx: 3, loc_name: 'Teton River near Driggs' }),
  site({ loc_ndx: 4, loc_name: 'Palisades Reservoir', loc_type_name: 'Reservoir' }),
  site({ loc_ndx: 5, loc_name: 'Canal near Rigby', loc_type_name: 'Diversion' }),
  site({ loc_ndx: 6, loc_name: 'Canal near Ucon', loc_type_name: 'Diversion' }),
  site({ loc_ndx: 7, loc_name: 'Canal near Menan', loc_type_name: 'Diversion' }),
];

test('takes the river with the most stream gages for the main stem', () => {
  expect(findMainStem(sites)).toBe('Snake River');
  expect(findMainStem(sites.slice(2))).toBeUndefined();
  expect(findMainStem([])).toBeUndefined();
});

test('labels gages of the main stem and reservoirs from zoom 7, the others later', () => {
  const paint = labelPaint(sites);
  const zoomOf = (id: number) =>
    paint({ type: 'Feature', id, geometry: null, properties: null })?.['text-min-zoom'];
  expect([1, 2, 4].map(zoomOf)).toEqual([7, 7, 7]);
  expect(zoomOf(3)).toBeGreaterThan(7);
  expect(zoomOf(5)).toBeGreaterThan(Number(zoomOf(3)));
  expect(firstLabelZoom()).toBe(7);
});

test('names main stem and reservoirs first, then towns by their population, then the minor points', () => {
  const feature = (id: number, properties: Record<string, unknown> | null) =>
    ({ type: 'Feature', id, geometry: null, properties }) as const;
  const keyOf = (paint: ReturnType<typeof labelPaint>, id: number, rank?: number) =>
    Number(paint(feature(id, rank === undefined ? null : { rank }))?.['symbol-sort-key']);
  const ofSites = labelPaint(sites);
  const order = [
    keyOf(ofSites, 1),
    keyOf(ofSites, 4),
    keyOf(townPaint, 0, 1),
    keyOf(townPaint, 0, 2),
    keyOf(townPaint, 0, 3),
    keyOf(ofSites, 3),
    keyOf(ofSites, 5),
  ];
  expect(order.toSorted((one, other) => one - other)).toEqual(order);
  expect(new Set(order).size).toBe(order.length);
  // The names of other layers, without a key, come last.
  expect(Math.max(...order)).toBeLessThan(0);
  expect(keyOf(townPaint, 0)).toBe(keyOf(townPaint, 0, 3));
});
