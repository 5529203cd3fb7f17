import { expect, test } from 'vitest';
import type { FeatureCollection } from '#contract/public-map.ts';
import { markOutside, outsidePaint } from '#features/public-map/screen/outside-water.ts';
import { places } from '../../support/places.ts';

type Feature = FeatureCollection['features'][number];
const collection = (...features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
const shape = (geometry: Feature['geometry'], properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  id: 1,
  geometry,
  properties,
});
const line = (coordinates: number[][], name = 'River') =>
  shape({ type: 'LineString', coordinates }, { name });

const areas = collection(
  shape({
    type: 'Polygon',
    coordinates: [places('-112 43, -111 43, -111 44, -112 44, -112 43')],
  }),
);

/** A river of so many tenths of a degree along the 45th parallel, about 4.9 miles each. */
const east = (from: number, count: number) =>
  Array.from({ length: count + 1 }, (_, at) => [from + at / 10, 45]);

const fadesOf = (marked: FeatureCollection | undefined) =>
  marked?.features.map(({ properties }) => properties?.fade);

test('leaves the rivers that touch the basin as they are', () => {
  const rivers = collection(line(places('-110 43.5, -111.5 43.5')));
  expect(markOutside(rivers, areas)).toEqual(rivers);
});

test('lets a river outside fade toward both ends, and keeps its course', () => {
  const marked = markOutside(collection(line(east(-110, 30))), areas);
  expect(fadesOf(marked)).toEqual([5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5]);
  const pieces = marked?.features.flatMap(({ geometry }) => (geometry?.coordinates as number[][]) ?? []);
  expect(pieces?.[0]).toEqual([-110, 45]);
  expect(pieces?.at(-1)).toEqual([-107, 45]);
  for (const { properties } of marked?.features ?? []) {
    expect(properties).toMatchObject({ name: 'River', outside: true });
  }
});

test('does not let a river fade where another one goes on', () => {
  const marked = markOutside(collection(line(east(-110, 20)), line(east(-107.99, 20))), areas);
  expect(fadesOf(marked)).toEqual([5, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4, 5]);
});

test('marks a lake outside without cutting it', () => {
  const ring = places('-105 45, -104 45, -104 46, -105 45');
  const marked = markOutside(collection(shape({ type: 'Polygon', coordinates: [ring] })), areas);
  expect(marked?.features).toHaveLength(1);
  expect(marked?.features[0]).toMatchObject({ properties: { outside: true } });
});

test.each<[what: string, shapes: FeatureCollection | undefined, within: FeatureCollection | undefined]>([
  ['no shapes', undefined, areas],
  ['no areas', collection(line(east(-110, 3))), undefined],
  ['an empty list of areas', collection(line(east(-110, 3))), collection()],
])('changes nothing with %s', (_, shapes, within) => {
  expect(markOutside(shapes, within)).toBe(shapes);
});

test('draws nothing of a shape without a geometry, and keeps the others', () => {
  const marked = markOutside(collection(shape(null), line(east(-110, 1))), areas);
  expect(marked?.features.some(({ properties }) => properties?.name === 'River')).toBe(true);
});

test('is fainter the nearer to a loose end, and never invisible', () => {
  const opacityOf = (properties: Record<string, unknown>) =>
    Number(outsidePaint(shape(null, properties))?.['line-opacity']);
  const opacities = [0, 1, 3, 5].map((fade) => opacityOf({ outside: true, fade }));
  expect(opacities.toSorted((one, other) => other - one)).toEqual(opacities);
  expect(Math.min(...opacities)).toBeGreaterThan(0);
  expect(outsidePaint(shape(null, { name: 'Snake River' }))).toBeUndefined();
});
