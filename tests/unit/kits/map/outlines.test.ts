import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipLine, outlineRegion, readOutlines, simplify } from '#config/outlines.ts';

test('clips lines to the box, and leaves lines inside it unchanged', () => {
  const position = fc.tuple(
    fc.double({ min: -130, max: -100, noNaN: true }),
    fc.double({ min: 30, max: 55, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(position, { minLength: 2, maxLength: 12 }), (line) => {
      for (const piece of clipLine(line, outlineRegion)) {
        for (const [lon = 0, lat = 0] of piece) {
          expect(lon).toBeGreaterThanOrEqual(outlineRegion.west - 1e-9);
          expect(lon).toBeLessThanOrEqual(outlineRegion.east + 1e-9);
          expect(lat).toBeGreaterThanOrEqual(outlineRegion.south - 1e-9);
          expect(lat).toBeLessThanOrEqual(outlineRegion.north + 1e-9);
        }
      }
    }),
  );
  const inside = [
    [-113, 43],
    [-112, 44],
    [-111, 43],
  ];
  expect(clipLine(inside, outlineRegion)).toEqual([inside]);
});

test('splits a line that leaves the box and returns, at the edge', () => {
  const line = [
    [-109, 43],
    [-107, 43],
    [-107, 44],
    [-109, 44],
  ];
  expect(clipLine(line, outlineRegion)).toEqual([
    [
      [-109, 43],
      [-108, 43],
    ],
    [
      [-108, 44],
      [-109, 44],
    ],
  ]);
});

test('rounds to three decimals and removes points that coincide', () => {
  expect(
    simplify([
      [-112.12341, 43],
      [-112.12339, 43.0001],
      [-112.2, 43],
    ]),
  ).toEqual([
    [-112.123, 43],
    [-112.2, 43],
  ]);
  expect(
    simplify([
      [1.00001, 2],
      [1.00002, 2],
    ]),
  ).toEqual([]);
});

test('keeps the outlines of the region small and includes the borders of Idaho', () => {
  const outlines = readOutlines();
  expect(JSON.stringify(outlines).length).toBeLessThan(60_000);
  expect(outlines.features.map(({ properties }) => properties?.level)).toEqual(['county', 'state']);
  const states = outlines.features[1]?.geometry.coordinates.flat() ?? [];
  // The corners of Idaho, Utah and Wyoming, and of Idaho, Nevada and Utah.
  const near = (lon: number, lat: number): boolean =>
    states.some(([x = 0, y = 0]) => Math.abs(x - lon) < 0.02 && Math.abs(y - lat) < 0.02);
  expect(near(-111.046, 42.0)).toBe(true);
  expect(near(-114.041, 41.994)).toBe(true);
});
