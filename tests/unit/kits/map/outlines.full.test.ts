import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipLine, outlineRegion, readOutlines, simplify } from '#config/basin/outlines.ts';
import { forAll } from '../../../support/for-all.ts';
import { places } from '../../../support/places.ts';

test('clips lines to the box, and leaves lines inside it unchanged', () => {
  const position = fc.tuple(
    fc.double({ min: -130, max: -100, noNaN: true }),
    fc.double({ min: 30, max: 55, noNaN: true }),
  );
  forAll([fc.array(position, { minLength: 2, maxLength: 12 })], 100, (line) => {
    for (const piece of clipLine(line, outlineRegion)) {
      for (const [lon = 0, lat = 0] of piece) {
        expect(lon).toBeGreaterThanOrEqual(outlineRegion.west - 1e-9);
        expect(lon).toBeLessThanOrEqual(outlineRegion.east + 1e-9);
        expect(lat).toBeGreaterThanOrEqual(outlineRegion.south - 1e-9);
        expect(lat).toBeLessThanOrEqual(outlineRegion.north + 1e-9);
      }
    }
  });
  const inside = places('-113 43, -112 44, -111 43');
  expect(clipLine(inside, outlineRegion)).toEqual([inside]);
});

test('splits a line that leaves the box and returns, at the edge', () => {
  const line = places('-109 43, -107 43, -107 44, -109 44');
  expect(clipLine(line, outlineRegion)).toEqual([places('-109 43, -108 43'), places('-108 44, -109 44')]);
});

test('rounds to three decimals and removes points that coincide', () => {
  expect(simplify(places('-112.12341 43, -112.12339 43.0001, -112.2 43'))).toEqual(
    places('-112.123 43, -112.2 43'),
  );
  expect(simplify(places('1.00001 2, 1.00002 2'))).toEqual([]);
});

test('keeps the outlines of the region small and includes the borders of Idaho', () => {
  const outlines = readOutlines();
  expect(JSON.stringify(outlines).length).toBeLessThan(60_000);
  expect(outlines.features.slice(0, 2).map(({ properties }) => properties?.level)).toEqual([
    'county',
    'state',
  ]);
  const borders = outlines.features[1]?.geometry;
  const states = borders?.type === 'MultiLineString' ? borders.coordinates.flat() : [];
  // The corners of Idaho, Utah and Wyoming, and of Idaho, Nevada and Utah.
  const near = (lon: number, lat: number): boolean =>
    states.some(([x = 0, y = 0]) => Math.abs(x - lon) < 0.02 && Math.abs(y - lat) < 0.02);
  expect(near(-111.046, 42.0)).toBe(true);
  expect(near(-114.041, 41.994)).toBe(true);
});

test('names the states of the region where they have room, outside the areas of the basin', () => {
  const square = (west: number, south: number, east: number, north: number) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  });
  const covered = square(-113.5, 42.5, -111.5, 44.2);
  const names = readOutlines([covered]).features.filter(({ properties }) => properties?.level === 'name');
  expect(names.map(({ properties }) => properties?.name)).toEqual(
    expect.arrayContaining(['Idaho', 'Wyoming', 'Montana', 'Utah', 'Nevada']),
  );
  for (const { geometry, properties } of names) {
    if (geometry.type !== 'MultiPoint') throw new Error('A name has places.');
    for (const [lon = 0, lat = 0] of geometry.coordinates) {
      expect(lon > -113.5 && lon < -111.5 && lat > 42.5 && lat < 44.2).toBe(false);
      // The border of Idaho and Utah is at 42 degrees.
      if (properties?.name === 'Utah') expect(lat).toBeLessThan(42);
    }
  }
});
