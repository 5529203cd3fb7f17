import type { Box } from './bounding-box.ts';

/** A place, WGS 84 decimal degrees. */
export type LatLng = { lat: number; lng: number };

/** `none`: not a pair of numbers. `out-of-range`: a pair that is no place on Earth in either order. */
type ParsedCoordinates =
  | { kind: 'none' }
  | { kind: 'out-of-range'; message: string }
  | { kind: 'places'; places: readonly LatLng[] };

const number = String.raw`([+-]?\d{1,3}(?:\.\d*)?|[+-]?\.\d+)\s*°?\s*([NSEW])?`;
const prefix = String.raw`(lat(?:itude)?|lng|long?(?:itude)?)?\s*[:=]?\s*`;
const pair = new RegExp(String.raw`^\s*${prefix}${number}(?:\s*[,;]\s*|\s+)${prefix}${number}\s*$`, 'i');

/**
 * Parses a pair in either order, with optional `Lat:` and `Lng:` prefixes or N, S, E, W letters. Returns each order that is
 * a place on Earth (latitude -90 to 90, longitude -180 to 180), beginning with the order that the text names, or else
 * latitude first: `43.5, -112.8` is one place, `43.5, 12.8` is two.
 */
export function parseCoordinates(text: string): ParsedCoordinates {
  const match = pair.exec(text);
  if (!match) return { kind: 'none' };
  const [, firstName, firstNumber = '', firstSide, secondName, secondNumber = '', secondSide] = match;
  const first = parseCoordinate(firstName, firstNumber, firstSide);
  const second = parseCoordinate(secondName, secondNumber, secondSide);
  if (first.axis !== undefined && first.axis === second.axis) return { kind: 'none' };
  const swapped = first.axis === 'lng' || second.axis === 'lat';
  const asWritten: LatLng = { lat: first.value, lng: second.value };
  const turned: LatLng = { lat: second.value, lng: first.value };
  const ordered = swapped ? [turned, asWritten] : [asWritten, turned];
  const places = ordered.filter(isOnEarth).filter(isFirstOccurrence);
  if (places.length > 0) return { kind: 'places', places };
  return {
    kind: 'out-of-range',
    message: `${firstNumber}, ${secondNumber} is not a place: latitude goes from -90 to 90, longitude from -180 to 180.`,
  };
}

/** `43.52744, -112.80227`, five decimals, about a meter. */
export function formatLatLng({ lat, lng }: LatLng): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}

export function isOnEarth({ lat, lng }: LatLng): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

function parseCoordinate(name: string | undefined, digits: string, side: string | undefined) {
  const letter = side?.toUpperCase();
  const negative = letter === 'S' || letter === 'W';
  const size = Number(digits);
  const named = name ? (name.toLowerCase().startsWith('lat') ? 'lat' : 'lng') : undefined;
  const sided = letter ? (letter === 'N' || letter === 'S' ? 'lat' : 'lng') : undefined;
  return { value: negative ? -Math.abs(size) : size, axis: named ?? sided } as const;
}

function isFirstOccurrence(place: LatLng, index: number, all: readonly LatLng[]): boolean {
  return all.findIndex((other) => other.lat === place.lat && other.lng === place.lng) === index;
}

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
