import type { LatLon, Shape } from '../types.ts';

/** Mean radius of the earth in meters (IUGG). */
const earthRadius = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in meters (haversine formula). */
export function distanceMeters([latA, lonA]: LatLon, [latB, lonB]: LatLon): number {
  const half = Math.sin(radians(latB - latA) / 2) ** 2;
  const across = Math.sin(radians(lonB - lonA) / 2) ** 2;
  const share = half + Math.cos(radians(latA)) * Math.cos(radians(latB)) * across;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(share)));
}

/** Length of a line in meters. */
export function lengthMeters(line: readonly LatLon[]): number {
  return line.reduce((sum, point, index) => {
    const before = line[index - 1];
    return before ? sum + distanceMeters(before, point) : sum;
  }, 0);
}

/** Length of a ring in meters; it need not repeat its first point. */
export function perimeterMeters(ring: readonly LatLon[]): number {
  const [first] = ring;
  return first ? lengthMeters([...ring, first]) : 0;
}

/**
 * Area of a ring on the sphere in square meters, clockwise or not; it need not repeat its first
 * point. R. Chamberlain, W. Duquette, Some Algorithms for Polygons on a Sphere, JPL 2007.
 */
export function areaSquareMeters(ring: readonly LatLon[]): number {
  const sum = ring.reduce((total, [lat, lon], index) => {
    const [nextLat, nextLon] = ring[(index + 1) % ring.length] ?? [lat, lon];
    return total + radians(nextLon - lon) * (2 + Math.sin(radians(lat)) + Math.sin(radians(nextLat)));
  }, 0);
  return Math.abs((sum * earthRadius * earthRadius) / 2);
}

/** Area of a circle in square meters. */
export const circleSquareMeters = (radius: number): number => Math.PI * radius * radius;

const equator = 2 * Math.PI * 6_378_137;

/** Ground meters per CSS pixel at a latitude; `scale` is the world's width in units of 256 CSS pixels. */
export const metersPerPixel = (lat: number, scale: number): number =>
  (equator * Math.cos(radians(lat))) / (256 * scale);

/** In pixels on the screen; a shorter drawing is taken for a mistake. */
const minPixels = 4;

/** Whether a drawing has no size, such as clicks on one spot or a press without a drag. */
export function isTooSmall(shape: Shape, metersToPixel: number): boolean {
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
