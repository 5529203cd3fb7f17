import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxAround, boxContains, parseBoundingBox } from '#lib/geometry/coordinates.ts';
import { type Area, areaContains, areaIntersectsBox } from '#lib/geometry/shapes.ts';
import { forAll } from '../../support/for-all.ts';

describe('parseBoundingBox', () => {
  test.each([
    '',
    ',,,',
    '1,2,3',
    '1,2,3,4,5',
    '1,2,3,4,5,6,7',
    '1;2;3;4',
    'a,b,c,d',
    '1,2,3,4x',
    '1, 2, 3, 4',
    '-181,0,0,1',
    '0,0,181,1',
    '0,-91,1,1',
    '0,0,1,91',
    '0,2,1,1',
    'NaN,0,1,1',
    'Infinity,0,1,1',
    '0x1,0,1,1',
    '0,0,9,1,1,1',
    '-112.5,43,-111,44,',
  ])('refuses %j', (text) => {
    expect(parseBoundingBox(text)).toBeUndefined();
  });

  test('leaves out the heights of six numbers', () => {
    expect(parseBoundingBox('-112.5,43,-100,-111,44,4e3')).toEqual(parseBoundingBox('-112.5,43,-111,44'));
  });

  test('a box across the antimeridian is two', () => {
    expect(parseBoundingBox('170,-10,-170,10')).toEqual([
      { west: 170, south: -10, east: 180, north: 10 },
      { west: -180, south: -10, east: -170, north: 10 },
    ]);
  });
});

const coordinate = fc.integer({ min: -8, max: 8 });
const box = fc
  .tuple(coordinate, coordinate, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
  .map(([west, south, width, height]) => ({ west, south, east: west + width, north: south + height }));

test('the box around positions contains them, and no side can be moved in', () => {
  expect(boxAround([])).toBeUndefined();
  forAll([fc.array(fc.tuple(coordinate, coordinate), { minLength: 1 })], 100, (positions) => {
    const around = boxAround(positions);
    expect(around && positions.every(([x, y]) => boxContains(around, x, y))).toBe(true);
    expect(positions.some(([x]) => x === around?.west)).toBe(true);
    expect(positions.some(([, y]) => y === around?.north)).toBe(true);
  });
});

test('an area intersects a box as a search over many points of the box says', () => {
  const frame = (west: number, south: number, size: number) => [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
  const area = fc.tuple(coordinate, coordinate, fc.integer({ min: 1, max: 8 }), fc.boolean()).map(
    ([west, south, size, hasHole]): Area => ({
      type: 'Polygon',
      coordinates: [
        frame(west, south, size),
        ...(hasHole && size > 2 ? [frame(west + 1, south + 1, size - 2)] : []),
      ],
    }),
  );
  forAll([area, box], 300, (shape, { west, south, east, north }) => {
    // Steps that meet no border, because whole numbers on a border may count either way.
    const inner = { west: west + 0.1, south: south + 0.1, east: east + 0.4, north: north + 0.4 };
    let isFound = false;
    for (let x = inner.west; x <= inner.east + 1e-9; x += 0.1) {
      for (let y = inner.south; y <= inner.north + 1e-9; y += 0.1) isFound ||= areaContains(shape, [x, y]);
    }
    expect(areaIntersectsBox(shape, inner)).toBe(isFound);
  });
});

test('an area that only touches a corner of a box intersects it', () => {
  const triangle: Area = {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [2, 0],
          [0, 2],
          [0, 0],
        ],
      ],
    ],
  };
  expect(areaIntersectsBox(triangle, { west: 1, south: 1, east: 3, north: 3 })).toBe(true);
  expect(areaIntersectsBox(triangle, { west: 1.1, south: 1, east: 3, north: 3 })).toBe(false);
});
