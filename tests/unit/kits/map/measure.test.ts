import { expect, test } from 'vitest';
import {
  areaSquareMeters,
  circleSquareMeters,
  distanceMeters,
  isTooSmall,
  lengthMeters,
  metersPerPixel,
  perimeterMeters,
} from '#kits/map/drawing/measure.ts';
import { scaleBar } from '#kits/map/export/scale-bar.ts';
import type { LatLon } from '#kits/map/types.ts';

const radius = 6_371_008.8;

test('measures a degree along the equator and along a meridian', () => {
  const degree = (Math.PI / 180) * radius;
  expect(distanceMeters([0, 0], [0, 1])).toBeCloseTo(degree, 3);
  expect(distanceMeters([43, -112], [44, -112])).toBeCloseTo(degree, 3);
});

test('measures an eighth of the sphere', () => {
  const octant: LatLon[] = [
    [0, 0],
    [0, 90],
    [90, 90],
    [90, 0],
  ];
  expect(areaSquareMeters(octant) / ((4 * Math.PI * radius ** 2) / 8)).toBeCloseTo(1, 9);
});

test('measures length, perimeter and area of a small square, clockwise or not', () => {
  const ring: LatLon[] = [
    [43, -112],
    [43, -111.99],
    [43.01, -111.99],
    [43.01, -112],
  ];
  const width = distanceMeters([43.005, -112], [43.005, -111.99]);
  const height = distanceMeters([43, -112], [43.01, -112]);
  expect(areaSquareMeters(ring) / (width * height)).toBeCloseTo(1, 5);
  expect(areaSquareMeters(ring.toReversed())).toBeCloseTo(areaSquareMeters(ring), 3);
  expect(perimeterMeters(ring) / (2 * (width + height))).toBeCloseTo(1, 5);
  expect(lengthMeters(ring)).toBeLessThan(perimeterMeters(ring));
  expect(perimeterMeters([])).toBe(0);
  expect(circleSquareMeters(2)).toBeCloseTo(12.566, 3);
});

test('rounds scale bars to imperial units, in feet below a mile', () => {
  expect(scaleBar(1000)).toMatchObject({ label: '3000 ft' });
  expect(scaleBar(60_000)).toMatchObject({ label: '30 mi' });
  expect(scaleBar(60_000).meters).toBeCloseTo(48_280.32, 2);
});

test('takes a shape without size on the screen for a mistake, but never a marker', () => {
  const meters = metersPerPixel(60, 2);
  expect(meters).toBeCloseTo((2 * Math.PI * 6_378_137) / 1024, 3);
  expect(isTooSmall({ id: 1, kind: 'line', lengthMeters: 0 }, 10)).toBe(true);
  expect(isTooSmall({ id: 1, kind: 'line', lengthMeters: 50 }, 10)).toBe(false);
  expect(isTooSmall({ id: 1, kind: 'circle', radiusMeters: 15, areaSquareMeters: 700 }, 10)).toBe(true);
  expect(isTooSmall({ id: 1, kind: 'polygon', areaSquareMeters: 0, perimeterMeters: 900 }, 10)).toBe(true);
  expect(isTooSmall({ id: 1, kind: 'rectangle', areaSquareMeters: 2500, perimeterMeters: 200 }, 10)).toBe(
    false,
  );
  expect(isTooSmall({ id: 1, kind: 'marker', lat: 43, lon: -112 }, 10)).toBe(false);
});
