import type { Box } from './bounding-box.ts';
import type { LatLng } from './coordinates.ts';

const earthRadiusMiles = 3958.8;

/** The great-circle distance, on a sphere of radius 1 (haversine). */
export function arcBetween(one: LatLng, other: LatLng): number {
  const [fromLat, toLat] = [toRadians(one.lat), toRadians(other.lat)];
  const halfLat = Math.sin((toLat - fromLat) / 2);
  const halfLng = Math.sin(toRadians(other.lng - one.lng) / 2);
  const chord = halfLat ** 2 + Math.cos(fromLat) * Math.cos(toLat) * halfLng ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The great-circle distance, on a sphere. */
export function milesBetween(one: LatLng, other: LatLng): number {
  return earthRadiusMiles * arcBetween(one, other);
}

/** The distance to a box, 0 within it: to its nearest corner, or to the edge that faces the place. */
export function milesOutside({ west, south, east, north }: Box, place: LatLng): number {
  const facing = Math.min(Math.max(place.lat, south), north);
  if (place.lng >= west && place.lng <= east) return milesBetween(place, { lat: facing, lng: place.lng });
  const edges = [south, facing, north].flatMap((lat) => [
    { lat, lng: west },
    { lat, lng: east },
  ]);
  return Math.min(...edges.map((edge) => milesBetween(place, edge)));
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
