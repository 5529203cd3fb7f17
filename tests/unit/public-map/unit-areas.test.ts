import { expect, test } from 'vitest';
import { colorSites } from '#features/public-map/screen/colors/marker-colors.ts';
import { unitBox, unitTints, withTintedUnits } from '#features/public-map/screen/colors/unit-areas.ts';
import { places } from '../../support/places.ts';
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

test.each([
  ['a polygon', 'Polygon', [places('-112 43, -111 43.5, -112 44, -112 43')], [-112, 43, -111, 44]],
  [
    'two polygons',
    'MultiPolygon',
    [[places('-112 43, -111 44')], [places('-110 42, -109 43')]],
    [-112, 42, -109, 44],
  ],
  ['no geometry', 'Polygon', null, undefined],
  ['an empty geometry', 'Polygon', [], undefined],
])('finds the edges of %s', (_, type, coordinates, edges) => {
  const geometry = coordinates && { type, coordinates };
  const feature = { type: 'Feature' as const, geometry, properties: { huc8_name: 'Palisades' } };
  const areas = { type: 'FeatureCollection' as const, features: [feature] };
  const [west, south, east, north] = edges ?? [];
  expect(unitBox('Palisades', areas)).toEqual(edges && { west, south, east, north });
  expect(unitBox('Teton', areas)).toBeUndefined();
  expect(unitBox('Palisades', undefined)).toBeUndefined();
});
