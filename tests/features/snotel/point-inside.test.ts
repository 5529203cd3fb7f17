import { expect, test } from 'vitest';
import { diagonalsWithin, pointInside } from '#features/snotel/screen/point-inside.ts';
import { boxOf as box } from './open-snotel.ts';

type Position = readonly [number, number];
const outer = box(-113, 43, 1);
const hole = box(-112.75, 43.25, 0.5);
const isIn = (ring: readonly Position[], [x, y]: readonly [number, number]) => {
  const [west, south] = ring[0] ?? [0, 0];
  const [east, north] = ring[2] ?? [0, 0];
  return x > west && x < east && y > south && y < north;
};
const middleOf = ([[x1, y1], [x2, y2]]: readonly [readonly [number, number], readonly [number, number]]) =>
  [(x1 + x2) / 2, (y1 + y2) / 2] as const;
const areaOf = (geometry: object | null) => ({ type: 'Feature', id: 4, properties: null, geometry }) as never;

test('the lines of an area are inside of it, and outside of its holes', () => {
  const lines = diagonalsWithin([outer, hole], 0.07);
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    expect(isIn(outer, middleOf(line))).toBe(true);
    expect(isIn(hole, middleOf(line))).toBe(false);
  }
});

test('half of the spacing gives twice the lines', () => {
  const ratio = diagonalsWithin([outer], 0.01).length / diagonalsWithin([outer], 0.02).length;
  expect(ratio).toBeCloseTo(2, 1);
});

test.each([
  ['no geometry', null],
  ['a point', { type: 'Point', coordinates: [-112, 43] }],
  ['an empty polygon', { type: 'Polygon', coordinates: [] }],
  ['a ring of one position', { type: 'Polygon', coordinates: [[[-112, 43]]] }],
])('%s has no point inside', (_, geometry) => {
  expect(pointInside(areaOf(geometry))).toBeUndefined();
});

test('the point inside of an area with a hole and of several parts is in none of the holes', () => {
  const area = areaOf({ type: 'MultiPolygon', coordinates: [[outer, hole], [box(-110, 42, 0.1)]] });
  const point = pointInside(area);
  expect(point && isIn(outer, point)).toBe(true);
  expect(point && isIn(hole, point)).toBe(false);
});
