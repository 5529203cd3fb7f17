import { expect, test } from 'vitest';
import { findMainStem, firstLabelZoom, labelPaint } from '#features/public-map/layers.ts';
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
