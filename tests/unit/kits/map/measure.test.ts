import { expect, test } from 'vitest';
import {
  areaSquareMetres,
  circleSquareMetres,
  distanceMetres,
  isTooSmall,
  lengthMetres,
  metresPerPixel,
  perimeterMetres,
} from '#kits/map/drawing/measure.ts';
import { scaleBar } from '#kits/map/export/scale-bar.ts';
import type { LatLon } from '#kits/map/types.ts';

const radius = 6_371_008.8;

test('a degree along the equator and along a meridian', () => {
  const degree = (Math.PI / 180) * radius;
  expect(distanceMetres([0, 0], [0, 1])).toBeCloseTo(degree, 3);
  expect(distanceMetres([43, -112], [44, -112])).toBeCloseTo(degree, 3);
});

test('an eighth of the sphere', () => {
  const octant: LatLon[] = [
    [0, 0],
    [0, 90],
    [90, 90],
    [90, 0],
  ];
  expect(areaSquareMetres(octant) / ((4 * Math.PI * radius ** 2) / 8)).toBeCloseTo(1, 9);
});

test('a small square: length, perimeter and area agree, whichever way round', () => {
  const ring: LatLon[] = [
    [43, -112],
    [43, -111.99],
    [43.01, -111.99],
    [43.01, -112],
  ];
  const width = distanceMetres([43.005, -112], [43.005, -111.99]);
  const height = distanceMetres([43, -112], [43.01, -112]);
  expect(areaSquareMetres(ring) / (width * height)).toBeCloseTo(1, 5);
  expect(areaSquareMetres(ring.toReversed())).toBeCloseTo(areaSquareMetres(ring), 3);
  expect(perimeterMetres(ring) / (2 * (width + height))).toBeCloseTo(1, 5);
  expect(lengthMetres(ring)).toBeLessThan(perimeterMetres(ring));
  expect(perimeterMetres([])).toBe(0);
  expect(circleSquareMetres(2)).toBeCloseTo(12.566, 3);
});

test('scale bars are round and imperial, in feet below a mile', () => {
  expect(scaleBar(1000)).toMatchObject({ label: '3000 ft' });
  expect(scaleBar(60_000)).toMatchObject({ label: '30 mi' });
  expect(scaleBar(60_000).metres).toBeCloseTo(48_280.32, 2);
});

test('what has no size on the screen is a slip, a marker never', () => {
  const metres = metresPerPixel(60, 2);
  expect(metres).toBeCloseTo((2 * Math.PI * 6_378_137) / 1024, 3);
  expect(isTooSmall({ id: 1, kind: 'line', lengthMetres: 0 }, 10)).toBe(true);
  expect(isTooSmall({ id: 1, kind: 'line', lengthMetres: 50 }, 10)).toBe(false);
  expect(isTooSmall({ id: 1, kind: 'circle', radiusMetres: 15, areaSquareMetres: 700 }, 10)).toBe(true);
  expect(isTooSmall({ id: 1, kind: 'polygon', areaSquareMetres: 0, perimeterMetres: 900 }, 10)).toBe(true);
  expect(isTooSmall({ id: 1, kind: 'rectangle', areaSquareMetres: 2500, perimeterMetres: 200 }, 10)).toBe(
    false,
  );
  expect(isTooSmall({ id: 1, kind: 'marker', lat: 43, lon: -112 }, 10)).toBe(false);
});
