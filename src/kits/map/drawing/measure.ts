import type { LatLon, MeasuredShape } from '../types.ts';

/** The ellipsoid WGS 84: its equatorial radius in meters, its flattening, its eccentricity. */
const equatorRadius = 6_378_137;
const flattening = 1 / 298.257223563;
const eccentricity = Math.sqrt(flattening * (2 - flattening));

export const toLatLon = ({ lat, lng }: { readonly lat: number; readonly lng: number }): LatLon => [lat, lng];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A latitude on the sphere on which Lambert's formula computes. */
const reduced = (lat: number): number => Math.atan((1 - flattening) * Math.tan(radians(lat)));

/**
 * Distance on the ellipsoid in meters, to a few meters in thousands of kilometers. W. D. Lambert, The Distance Between
 * Two Widely Separated Points on the Surface of the Earth, J. Washington Academy of Sciences 32 (1942).
 */
export function distanceMeters([latA, lonA]: LatLon, [latB, lonB]: LatLon): number {
  const [a, b] = [reduced(latA), reduced(latB)];
  const across = Math.sin(radians(lonB - lonA) / 2) ** 2;
  const share = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * across;
  const angle = 2 * Math.asin(Math.min(1, Math.sqrt(share)));
  const [middle, half] = [(a + b) / 2, (b - a) / 2];
  // Of two points on one spot or on opposite sides of the earth, the correction divides by zero.
  if (share < 1e-20 || 1 - share < 1e-9) return equatorRadius * angle;
  const x = ((angle - Math.sin(angle)) * (Math.sin(middle) * Math.cos(half)) ** 2) / (1 - share);
  const y = ((angle + Math.sin(angle)) * (Math.cos(middle) * Math.sin(half)) ** 2) / share;
  return equatorRadius * (angle - (flattening / 2) * (x + y));
}

/** Length of a line in meters. */
export function lengthMeters(line: readonly LatLon[]): number {
  return line.reduce((sum, point, index) => {
    const before = line[index - 1];
    return before ? sum + distanceMeters(before, point) : sum;
  }, 0);
}

/** Proportional to the area from the equator to a latitude. J. P. Snyder, Map Projections (USGS 1987), formula 3-12. */
function areaToLatitude(lat: number): number {
  const sine = Math.sin(radians(lat));
  const e = eccentricity;
  const logarithm = Math.log((1 - e * sine) / (1 + e * sine)) / (2 * e);
  return (1 - e * e) * (sine / (1 - (e * sine) ** 2) - logarithm);
}

/**
 * Area of a ring on the ellipsoid in square meters, clockwise or not; it need not repeat its first point. R. Chamberlain,
 * W. Duquette, Some Algorithms for Polygons on a Sphere, JPL 2007, with areas of the ellipsoid in place of sines.
 */
export function areaSquareMeters(ring: readonly LatLon[]): number {
  const sum = ring.reduce((total, [lat, lon], index) => {
    const [nextLat, nextLon] = ring[(index + 1) % ring.length] ?? [lat, lon];
    return total + (radians(nextLon - lon) * (areaToLatitude(lat) + areaToLatitude(nextLat))) / 2;
  }, 0);
  return Math.abs((sum * equatorRadius * equatorRadius) / 2);
}

/** Area of a circle in square meters. */
export const circleSquareMeters = (radius: number): number => Math.PI * radius * radius;

const equator = 2 * Math.PI * equatorRadius;

/** Ground meters per CSS pixel at a latitude; `scale` is the world's width in units of 256 CSS pixels. */
export const metersPerPixel = (lat: number, scale: number): number =>
  (equator * Math.cos(radians(lat))) / (256 * scale);

/** In pixels on the screen; a shorter drawing is taken for a mistake. */
const minPixels = 4;

/** Whether a drawing has no size, such as clicks on one spot or a press without a drag. */
export function isTooSmall(shape: MeasuredShape, metersToPixel: number): boolean {
  const minLength = minPixels * metersToPixel;
  switch (shape.kind) {
    case 'marker':
      return false;
    case 'line':
      return shape.lengthMeters < minLength;
    case 'circle':
      return shape.radiusMeters < minLength / 2;
    case 'polygon':
    case 'rectangle':
      return shape.areaSquareMeters < minLength * minLength;
  }
}
