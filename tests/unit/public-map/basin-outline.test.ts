import { expect, test } from 'vitest';
import { outlineOf, withBasinOutline } from '#features/public-map/screen/basin-outline.ts';
import { places } from '../../support/places.ts';
import { layer } from './builders.ts';

type Ring = readonly (readonly [number, number])[];

const areas = (...rings: readonly Ring[]) => ({
  type: 'FeatureCollection' as const,
  features: rings.map((ring) => ({
    type: 'Feature' as const,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: {},
  })),
});

const west = places('0 0, 1 0, 1 1, 1 2, 0 2, 0 0') satisfies Ring;
const east = places('1 0, 2 0, 2 2, 1 2, 1 1, 1 0') satisfies Ring;

const linesOf = (shapes: ReturnType<typeof outlineOf>) => shapes?.features[0]?.geometry?.coordinates;

test('keeps the edges of one area only, and joins those that follow each other', () => {
  const third = places('1 0, 2 0, 2 -1, 1 0') satisfies Ring;
  expect(linesOf(outlineOf(areas(west, east, third)))).toEqual([
    places('0 0, 1 0'),
    places('1 2, 0 2, 0 0'),
    places('2 0, 2 2, 1 2'),
    places('2 0, 2 -1, 1 0'),
  ]);
});

test.each([
  ['no areas', areas()],
  ['an empty ring', areas([])],
  [
    'neighbors that share no edge',
    areas(
      west,
      east.map(([lon, lat]) => [lon + 0.01, lat] as const),
    ),
  ],
])('finds no outline of %s', (_, shapes) => {
  expect(outlineOf(shapes)).toBeUndefined();
});

test('finds no outline of areas without a geometry', () => {
  const features = [{ type: 'Feature' as const, geometry: null, properties: {} }];
  expect(outlineOf({ type: 'FeatureCollection', features })).toBeUndefined();
});

test('adds a stronger line to the group of the areas, for the map and its legend', () => {
  const line = layer({ id: 'huc8-line', type: 'line', source: 'huc8', drawOrder: 20 }, 'HUC8 Boundaries');
  expect(withBasinOutline([line], false)).toEqual([line]);
  expect(withBasinOutline([], true)).toEqual([]);
  expect(withBasinOutline([line], true).at(-1)).toMatchObject({
    name: 'Basin Boundary',
    source: 'basin-outline',
    drawOrder: 20.5,
    lreProperties: { layerGroup: 'HUC8 Boundaries' },
  });
});
