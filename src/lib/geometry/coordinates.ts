/** A box of WGS 84 degrees. */
export type Box = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/**
 * Parses `west,south,east,north`, or six numbers with the lowest and highest height in the third and sixth place, which
 * do not matter to places without a height. A box across the antimeridian, whose west is greater than its east, becomes
 * the two boxes on either side of it: `170,-10,-170,10` is 170 to 180 and -180 to -170. Undefined for anything else.
 */
export function parseBoundingBox(text: string): readonly Box[] | undefined {
  const numbers = text.split(',').map((part) => (numeral.test(part) ? Number(part) : Number.NaN));
  if (numbers.some((each) => !Number.isFinite(each))) return undefined;
  const [west, south, east, north] = numbers.length === 6 ? withoutHeights(numbers) : numbers;
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  if (numbers.length !== 4 && numbers.length !== 6) return undefined;
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || south < -90 || north > 90 || south > north)
    return undefined;
  if (west <= east) return [{ west, south, east, north }];
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}

const numeral = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function withoutHeights([west = 0, south = 0, low = 0, east = 0, north = 0, high = 0]: readonly number[]) {
  return low <= high ? [west, south, east, north] : [];
}

/** Whether a position is in a box or on its border. */
export function boxContains(box: Box, longitude: number, latitude: number): boolean {
  return longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north;
}

/** The smallest box around positions, `[longitude, latitude]`; undefined for none. */
export function boxAround(positions: Iterable<readonly number[]>): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = 0, latitude = 0] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return west <= east ? { west, south, east, north } : undefined;
}

/** A place, WGS 84 decimal degrees. */
export type LatLng = { lat: number; lng: number };

/** `none`: not a pair of numbers. `out-of-range`: a pair that is no place on Earth in either order. */
type ParsedCoordinates =
  | { kind: 'none' }
  | { kind: 'out-of-range'; message: string }
  | { kind: 'places'; places: readonly LatLng[] };

const number = String.raw`([+-]?\d{1,3}(?:\.\d*)?|[+-]?\.\d+) ?°? ?([NSEW])?`;
const prefix = `(lat(?:itude)?|lng|long?(?:itude)?)? ?[:=]? ?`;
/** Of a text without spaces at its ends or side by side: with longer ones it would try each way to share them out. */
const pair = new RegExp(`^${prefix}${number}(?: ?[,;] ?| )${prefix}${number}$`, 'i');
/** More characters than any way to write a pair has. */
const maxLength = 80;

/**
 * Parses a pair in either order, with optional `Lat:` and `Lng:` prefixes or N, S, E, W letters. Returns each order that is
 * a place on Earth (latitude -90 to 90, longitude -180 to 180), beginning with the order that the text names, or else
 * latitude first: `43.5, -112.8` is one place, `43.5, 12.8` is two.
 */
export function parseCoordinates(text: string): ParsedCoordinates {
  const short = text.trim().replace(/\s+/g, ' ');
  const match = short.length > maxLength ? undefined : pair.exec(short);
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
