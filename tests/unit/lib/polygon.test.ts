import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaContains, groupRings, hasCrossingEdges } from '#lib/geometry/shapes.ts';
import { forAll } from '../../support/for-all.ts';

const box = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

test('contains positions within an area, except in its holes', () => {
  const area = { type: 'Polygon', coordinates: [box(0, 0, 10), box(4, 4, 2)] } as const;
  expect(areaContains(area, [1, 1])).toBe(true);
  expect(areaContains(area, [5, 5])).toBe(false);
  expect(areaContains(area, [11, 1])).toBe(false);
});

test('contains positions within any part of a multipart area', () => {
  const area = { type: 'MultiPolygon', coordinates: [[box(-20, -20, 5)], [box(30, 40, 5)]] } as const;
  forAll(
    [fc.double({ min: -50, max: 50, noNaN: true }), fc.double({ min: -50, max: 50, noNaN: true })],
    100,
    (x, y) => {
      const isIn = (west: number, south: number) => x > west && x < west + 5 && y > south && y < south + 5;
      const isOnEdge = [-20, -15, 30, 35].includes(x) || [-20, -15, 40, 45].includes(y);
      if (!isOnEdge) expect(areaContains(area, [x, y])).toBe(isIn(-20, -20) || isIn(30, 40));
    },
  );
});

test('groups rings into parts with their holes', () => {
  const [outer, hole, island] = [box(0, 0, 10), box(4, 4, 2), box(20, 0, 1)];
  expect(groupRings([outer])).toEqual({ type: 'Polygon', coordinates: [outer] });
  expect(groupRings([hole, outer])).toEqual({ type: 'Polygon', coordinates: [outer, hole] });
  expect(groupRings([outer, island, hole])).toEqual({
    type: 'MultiPolygon',
    coordinates: [[outer, hole], [island]],
  });
});

test('finds edges that cross, but not those that meet', () => {
  const bow = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ];
  expect(hasCrossingEdges(bow)).toBe(true);
  expect(hasCrossingEdges(box(0, 0, 10))).toBe(false);
  expect(hasCrossingEdges(box(0, 0, 10).slice(1))).toBe(false);
  expect(
    hasCrossingEdges([
      [0, 0],
      [1, 1],
      [0, 0],
    ]),
  ).toBe(false);
  expect(hasCrossingEdges([])).toBe(false);
});
