import { expect, test } from 'vitest';
import { colorSites } from '#features/public-map/coloring.ts';
import { unitTints, withTintedUnits } from '#features/public-map/unit-areas.ts';
import { layer, site } from './builders.ts';

const fill = layer({ id: 'fill', type: 'fill', source: 'huc8' });
const names = layer({ id: 'names', type: 'symbol', source: 'huc8', minzoom: 7.5 });
const lines = layer({ id: 'lines', type: 'line', source: 'huc10', drawOrder: 15 });
const layers = [fill, names, lines];
const sites = [site({ loc_ndx: 1, huc8_name: 'Palisades' })];
const options = [{ display: 'Palisades', value: 'Palisades', code: '17040104', order: 4 }];

test('names the areas at every zoom only while the sites are colored by them', () => {
  expect(withTintedUnits(layers, 'locationTypes')).toBe(layers);
  expect(withTintedUnits(layers, 'huc8Names').map(({ id, minzoom }) => [id, minzoom])).toEqual([
    ['fill', undefined],
    ['names', 0],
    ['lines', undefined],
  ]);
});

test('gives units that have only lines an area below them', () => {
  expect(withTintedUnits(layers, 'huc10Names').at(-1)).toMatchObject({
    id: 'lines-tint',
    type: 'fill',
    source: 'huc10',
    drawOrder: 14,
  });
});

test('tints an area in the color of its sites', () => {
  const scheme = colorSites(sites, { coloring: 'huc8Names', options, chosen: [] });
  const paint = unitTints(layers, scheme).fill;
  const area = (huc8_name: string) => paint?.({ type: 'Feature', geometry: null, properties: { huc8_name } });
  expect(area('Palisades')).toMatchObject({ 'fill-color': expect.stringMatching(/^#/) });
  expect(area('Elsewhere')).toBeUndefined();
  expect(unitTints(layers, { kind: 'default' })).toEqual({});
});
