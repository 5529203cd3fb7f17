import type { Box } from './coordinates.ts';

/** A position as read, `[longitude, latitude]`. */
export type Vertex = readonly number[];
type Ring = readonly Vertex[];
/** GeoJSON, `[longitude, latitude]`; the first ring of a polygon is its boundary, the others are holes. */
export type Area =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

/** The lines or rings of a GeoJSON geometry; none of a point. */
export function linesOf(
  geometry: { readonly type?: string; readonly coordinates?: unknown } | null | undefined,
): readonly Ring[] {
  const coordinates = geometry?.coordinates;
  if (!Array.isArray(coordinates)) return [];
  switch (geometry?.type) {
    case 'LineString':
      return [coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return coordinates;
    case 'MultiPolygon':
      return coordinates.flat();
    default:
      return [];
  }
}

/** Whether a closed ring contains a position, by the even-odd rule. */
function ringContains(ring: Ring, [x = Number.NaN, y = Number.NaN]: Vertex): boolean {
  let inside = false;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = ring[i + 1] ?? [];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** Whether a position is in an area, but not in its holes. */
export function areaContains(area: Area, position: Vertex): boolean {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons.some(
    ([outer = [], ...holes]) =>
      ringContains(outer, position) && !holes.some((hole) => ringContains(hole, position)),
  );
}

/** Whether an area and a box have a point in common. */
export function areaIntersectsBox(area: Area, box: Box): boolean {
  const { west, south } = box;
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return (
    areaContains(area, [west, south]) ||
    polygons.some((rings) =>
      rings.some((ring) => ring.some((to, index) => index > 0 && clipEdge(ring[index - 1] ?? to, to, box))),
    )
  );
}

/** The part of an edge that is in a box, as shares of its way; undefined if there is none (Liang and Barsky, 1984). */
export function clipEdge(
  [ax = 0, ay = 0]: Vertex,
  [bx = 0, by = 0]: Vertex,
  box: Box,
): { readonly start: number; readonly end: number } | undefined {
  let [start, end] = [0, 1];
  for (const [rise, room] of [
    [ax - bx, ax - box.west],
    [bx - ax, box.east - ax],
    [ay - by, ay - box.south],
    [by - ay, box.north - ay],
  ] as const) {
    if (rise === 0 && room < 0) return undefined;
    if (rise < 0) start = Math.max(start, room / rise);
    if (rise > 0) end = Math.min(end, room / rise);
  }
  return start <= end ? { start, end } : undefined;
}

/** Groups rings that do not cross into an area: a ring within another one is a hole in it. */
export function groupRings(rings: readonly Ring[]): Area {
  // One point is enough, because rings do not cross.
  const isWithin = (ring: Ring, other: Ring) => ring !== other && ringContains(other, ring[0] ?? []);
  const outer = rings.filter((ring) => !rings.some((other) => isWithin(ring, other)));
  const polygons = outer.map((ring) => [ring, ...rings.filter((hole) => isWithin(hole, ring))]);
  const [single] = polygons;
  return single && polygons.length === 1
    ? { type: 'Polygon', coordinates: single }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Whether two edges of a ring cross; its last position is joined to the first. Those that only touch do not. */
export function hasCrossingEdges(ring: Ring): boolean {
  const edges = ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from] as const);
  return edges.some(([a, b], index) =>
    edges
      .slice(index + 1)
      .some(([c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0),
  );
}

/** Positive if the way from a over b to c turns left, negative to the right, 0 straight on. */
function turn([ax = 0, ay = 0]: Vertex, [bx = 0, by = 0]: Vertex, [cx = 0, cy = 0]: Vertex): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

/** `[longitude, latitude]`, WGS 84 degrees, as in GeoJSON. */
export type Position = [longitude: number, latitude: number];

const firstCharacter = 63;
const bitsPerCharacter = 5;
const moreFollows = 1 << bitsPerCharacter;

/**
 * Encodes a line as an encoded polyline: differences of latitude and longitude in printable ASCII.
 * @see https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 * @param decimals The precision; Google uses 5
 * @example encodePolyline([[-120.2, 38.5], [-120.95, 40.7]], 5) // '_p~iF~ps|U_ulLnnqC'
 */
export function encodePolyline(line: readonly Position[], decimals: number): string {
  const scale = 10 ** decimals;
  let text = '';
  let before = { lat: 0, lon: 0 };
  for (const [longitude, latitude] of line) {
    const at = { lat: Math.round(latitude * scale), lon: Math.round(longitude * scale) };
    text += encodeNumber(at.lat - before.lat) + encodeNumber(at.lon - before.lon);
    before = at;
  }
  return text;
}

/**
 * Decodes an encoded polyline.
 * @throws RangeError if the text is not one
 */
export function decodePolyline(text: string, decimals: number): Position[] {
  const scale = 10 ** decimals;
  const numbers = decodeNumbers(text);
  if (numbers.length % 2 === 1) throw new RangeError('the last position has no longitude');
  const line: Position[] = [];
  let [lat, lon] = [0, 0];
  for (let at = 0; at < numbers.length; at += 2) {
    lat += numbers[at] ?? 0;
    lon += numbers[at + 1] ?? 0;
    line.push([lon / scale, lat / scale]);
  }
  return line;
}

/** The lowest bit holds the sign; the lowest five bits come first. */
function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (rest >= moreFollows) {
    text += String.fromCharCode((rest % moreFollows) + moreFollows + firstCharacter);
    rest >>= bitsPerCharacter;
  }
  return text + String.fromCharCode(rest + firstCharacter);
}

function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const [at, character] of [...text].entries()) {
    const code = character.charCodeAt(0) - firstCharacter;
    if (code < 0 || code >= 2 * moreFollows) {
      throw new RangeError(`${JSON.stringify(character)} at character ${at + 1} is not used`);
    }
    if (shift > 6 * bitsPerCharacter) throw new RangeError(`the number at character ${at + 1} is too large`);
    value |= (code % moreFollows) << shift;
    shift += bitsPerCharacter;
    if (code >= moreFollows) continue;
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  if (shift > 0) throw new RangeError('it breaks off within a number');
  return numbers;
}
