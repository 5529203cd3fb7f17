import { expect, it, test } from 'vitest';
import {
  areaSquareMeters,
  circleSquareMeters,
  distanceMeters,
  isTooSmall,
  lengthMeters,
  metersPerPixel,
} from '#kits/map/drawing/measure.ts';
import { scaleBar } from '#kits/map/export/print.ts';
import type { LatLon } from '#kits/map/types.ts';
import { places } from '../../../support/places.ts';

/** WGS 84. */
const major = 6_378_137;
const f = 1 / 298.257223563;
const minor = major * (1 - f);
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** T. Vincenty's inverse formula, an iteration that shares nothing with Lambert's. */
function vincenty([latA, lonA]: LatLon, [latB, lonB]: LatLon): number {
  const [u, v] = [latA, latB].map((lat) => Math.atan((1 - f) * Math.tan(radians(lat)))) as [number, number];
  const l = radians(lonB - lonA);
  let lambda = l;
  for (let round = 0; ; round += 1) {
    const sinSigma = Math.hypot(
      Math.cos(v) * Math.sin(lambda),
      Math.cos(u) * Math.sin(v) - Math.sin(u) * Math.cos(v) * Math.cos(lambda),
    );
    if (sinSigma === 0) return 0;
    const cosSigma = Math.sin(u) * Math.sin(v) + Math.cos(u) * Math.cos(v) * Math.cos(lambda);
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (Math.cos(u) * Math.cos(v) * Math.sin(lambda)) / sinSigma;
    const cos2 = 1 - sinAlpha ** 2;
    const mid = cos2 === 0 ? 0 : cosSigma - (2 * Math.sin(u) * Math.sin(v)) / cos2;
    const c = (f / 16) * cos2 * (4 + f * (4 - 3 * cos2));
    const next =
      l + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * (mid + c * cosSigma * (2 * mid * mid - 1)));
    const isDone = Math.abs(next - lambda) < 1e-12 || round > 100;
    lambda = next;
    if (!isDone) continue;
    const k = (cos2 * (major ** 2 - minor ** 2)) / minor ** 2;
    const a = 1 + (k / 16384) * (4096 + k * (-768 + k * (320 - 175 * k)));
    const b = (k / 1024) * (256 + k * (-128 + k * (74 - 47 * k)));
    const last = (b / 6) * mid * (4 * sinSigma ** 2 - 3) * (4 * mid * mid - 3);
    return minor * a * (sigma - b * sinSigma * (mid + (b / 4) * (cosSigma * (2 * mid * mid - 1) - last)));
  }
}

/** The area between parallels and meridians, by sums of strips of the ellipsoid. */
function areaBySum([south, west]: LatLon, [north, east]: LatLon): number {
  const strips = 20_000;
  const height = radians(north - south) / strips;
  const e2 = f * (2 - f);
  return Array.from({ length: strips }, (_, strip) => {
    const lat = radians(south) + (strip + 0.5) * height;
    const w = 1 - e2 * Math.sin(lat) ** 2;
    return ((major / Math.sqrt(w)) * Math.cos(lat) * major * (1 - e2) * height) / w ** 1.5;
  }).reduce((sum, strip) => sum + strip * radians(east - west), 0);
}

it.each<[string, LatLon, LatLon]>([
  ['across the basin', [42.1, -114.4], [44.5, -111.2]],
  ['a field long', [43.5, -112.5], [43.5021, -112.5013]],
  ['along a parallel', [43.5, -112], [43.5, -111]],
  ['along a meridian', [43, -112], [44, -112]],
  ['along the equator', [0, 0], [0, 1]],
  ['over the antimeridian', [51, 179.5], [52, 180.5]],
  ['over the antimeridian, the other way around', [51, 179.5], [52, -179.5]],
  ['over the pole', [89, 0], [88, 180]],
  ['across an ocean', [43, -112], [-33, 151]],
])('agrees on a distance %s with Vincenty to 20 m in 1000 km', (_, from, to) => {
  expect(distanceMeters(from, to) / vincenty(from, to)).toBeCloseTo(1, 4.7);
});

test('measures no distance between identical points, and half of the earth between opposite ones', () => {
  expect(distanceMeters([43, -112], [43, -112])).toBe(0);
  expect(lengthMeters(places('43 -112, 43 -112, 43 -112'))).toBe(0);
  expect(distanceMeters([43, -112], [-43, 68]) / (Math.PI * major)).toBeCloseTo(1, 2);
});

it.each<[string, LatLon, LatLon]>([
  ['a section', [43.5, -112.5], [43.5145, -112.48]],
  ['a basin', [42, -115], [45, -110]],
  ['an area over the antimeridian', [51, 179], [53, 182]],
  ['an area over the equator', [-10, 20], [20, 40]],
])('agrees on the area of %s with a sum of strips of the ellipsoid', (_, from, to) => {
  const ring: LatLon[] = [from, [from[0], to[1]], to, [to[0], from[1]]];
  expect(areaSquareMeters(ring) / areaBySum(from, to)).toBeCloseTo(1, 6);
});

test('measures an eighth of the ellipsoid', () => {
  const octant: LatLon[] = places('0 0, 0 90, 90 90, 90 0');
  const authalic = 6_371_007.1809;
  expect(areaSquareMeters(octant) / ((4 * Math.PI * authalic ** 2) / 8)).toBeCloseTo(1, 8);
});

test('measures the area of a small square, clockwise or not', () => {
  const ring: LatLon[] = places('43 -112, 43 -111.99, 43.01 -111.99, 43.01 -112');
  const width = distanceMeters([43.005, -112], [43.005, -111.99]);
  const height = distanceMeters([43, -112], [43.01, -112]);
  expect(areaSquareMeters(ring) / (width * height)).toBeCloseTo(1, 5);
  expect(areaSquareMeters(ring.toReversed())).toBeCloseTo(areaSquareMeters(ring), 3);
  expect(lengthMeters(ring) / (2 * width + height)).toBeCloseTo(1, 4);
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
  expect(isTooSmall({ id: 1, kind: 'polygon', areaSquareMeters: 0 }, 10)).toBe(true);
  expect(isTooSmall({ id: 1, kind: 'rectangle', areaSquareMeters: 2500 }, 10)).toBe(false);
  expect(isTooSmall({ id: 1, kind: 'marker', lat: 43, lon: -112 }, 10)).toBe(false);
});
