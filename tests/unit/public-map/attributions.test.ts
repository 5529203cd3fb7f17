import { expect, test } from 'vitest';
import type { MapLayer } from '#contract/public-map.ts';
import { attributionsOf, groupLayers } from '#features/public-map/layers.ts';

const layer = (id: string, layerGroup: string): MapLayer => ({
  id,
  name: id,
  type: 'line',
  source: id,
  paint: {},
  layout: { visibility: 'visible' },
  drawOrder: 1,
  legendOrder: 1,
  lreProperties: { layerGroup },
});
const layers = [
  layer('rivers', 'Water'),
  layer('waterbodies', 'Water'),
  layer('towns', 'Towns'),
  layer('huc8', 'HUC8s'),
];
const source = (id: string, attribution?: string) => ({ id, source: { type: 'geojson', attribution } });
const sources = [
  source('huc8'),
  source('rivers', 'NHD'),
  source('towns', 'Census <2010>'),
  source('waterbodies', 'NHD'),
];
const shape = { type: 'Feature' as const, geometry: { type: 'Point' }, properties: {} };
const loaded = Object.fromEntries(layers.map(({ id }) => [id, { features: [shape] }]));
const shown = { shown: [], hidden: [], opened: [], closed: [] };

test('names the source of each visible layer once', () => {
  expect(attributionsOf(sources, groupLayers(layers, shown), loaded)).toEqual(['NHD', 'Census <2010>']);
});

test('credits nobody for a layer that is hidden, empty or not loaded', () => {
  const hidden = groupLayers(layers, { ...shown, hidden: ['Towns'] });
  expect(attributionsOf(sources, hidden, loaded)).toEqual(['NHD']);
  const empty = { rivers: { features: [] }, towns: { features: [shape] } };
  expect(attributionsOf(sources, groupLayers(layers, shown), empty)).toEqual(['Census <2010>']);
});
