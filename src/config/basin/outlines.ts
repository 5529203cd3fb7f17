import { createRequire } from 'node:module';
import path from 'node:path';
import type { Feature, FeatureCollection, MultiLineString, MultiPoint, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Area, areaContains, clipEdge } from '#lib/geometry/shapes.ts';
import { basin } from './basin.ts';

// Runs when the pages are built, never in a browser.

const { west, south, east, north } = basin.searchBox;

/** The region around the basin, in whole degrees, with room to pan and zoom out a little. */
export const outlineRegion = {
  west: Math.floor(west - 3),
  south: Math.floor(south - 2),
  east: Math.ceil(east + 3),
  north: Math.ceil(north + 2),
} as const;

type Region = typeof outlineRegion;
type Line = readonly Position[];

const isSamePosition = (one: Position | undefined, other: Position): boolean =>
  one !== undefined && one[0] === other[0] && one[1] === other[1];

/** Cuts a line into its pieces inside the region. */
export function clipLine(line: Line, region: Region): Position[][] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  for (let index = 1; index < line.length; index += 1) {
    const from = line[index - 1];
    const to = line[index];
    const inside = from && to && clipEdge(from, to, region);
    if (!inside) continue;
    const [[x = 0, y = 0], [toX = 0, toY = 0]] = [from, to];
    const at = (share: number): Position => [x + share * (toX - x), y + share * (toY - y)];
    if (!isSamePosition(piece.at(-1), at(inside.start))) {
      piece = [at(inside.start)];
      pieces.push(piece);
    }
    piece.push(at(inside.end));
  }
  return pieces;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Rounds to three decimals (about 100 m) and drops duplicate points and lines that become a point. */
export function simplify(line: Line): Position[] {
  const points: Position[] = [];
  for (const [lon = 0, lat = 0] of line) {
    const point = [round(lon), round(lat)];
    if (!isSamePosition(points.at(-1), point)) points.push(point);
  }
  return points.length > 1 ? points : [];
}

function toFeature(level: 'state' | 'county', lines: MultiLineString): Feature<MultiLineString> {
  const coordinates = lines.coordinates
    .flatMap((line) => clipLine(line, outlineRegion))
    .map(simplify)
    .filter((line) => line.length > 0);
  return { type: 'Feature', properties: { level }, geometry: { type: 'MultiLineString', coordinates } };
}

function toNames(atlas: Atlas, basinAreas: readonly Area[]): Feature<MultiPoint>[] {
  return feature(atlas, atlas.objects.states).features.flatMap(({ geometry, properties }) => {
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
    const coordinates = placesOfName(geometry, basinAreas);
    if (coordinates.length === 0) return [];
    const { name } = properties;
    return [
      { type: 'Feature', properties: { level: 'name', name }, geometry: { type: 'MultiPoint', coordinates } },
    ];
  });
}

type Atlas = Topology<{ states: GeometryCollection<{ name: string }>; counties: GeometryCollection }>;

/** In degrees. */
const nameStep = 0.5;
/** Half the room that a name needs beside its place, in degrees. */
const nameRoom = { lon: 0.35, lat: 0.12 } as const;

/** The places of the region where a state can be named: with room in the state, and outside the basin; the nearest first. */
function placesOfName(state: Area, basinAreas: readonly Area[]): Position[] {
  const { west: left, south: low, east: right, north: high } = outlineRegion;
  const columns = Math.floor((right - left) / nameStep);
  const rows = Math.floor((high - low) / nameStep);
  const places = Array.from(
    { length: columns * rows },
    (_, at): Position => [
      left + (0.5 + (at % columns)) * nameStep,
      low + (0.5 + Math.floor(at / columns)) * nameStep,
    ],
  );
  const hasRoom = ([lon = 0, lat = 0]: Position) =>
    [-1, 0, 1].every((across) =>
      [-1, 1].every((up) => {
        const corner = [lon + across * nameRoom.lon, lat + up * nameRoom.lat];
        return areaContains(state, corner) && !basinAreas.some((area) => areaContains(area, corner));
      }),
    );
  const [middleLat, middleLon] = basin.center;
  const distance = ([lon = 0, lat = 0]: Position) => Math.hypot(lon - middleLon, lat - middleLat);
  return places.filter(hasRoom).sort((one, other) => distance(one) - distance(other));
}

/**
 * Reads the region's state and county lines, and where each state can be named, from the Census Bureau's 1:10,000,000 boundaries. `level` is the kind of
 * line; a state line is not repeated as a county line.
 */
export function readOutlines(
  basinAreas: readonly Area[] = [],
): FeatureCollection<MultiLineString | MultiPoint> {
  // Resolved from the project's folder, because the built module is elsewhere; plain JSON of this shape.
  const atlas = createRequire(path.resolve('package.json'))('us-atlas/counties-10m.json') as Atlas;
  const { states, counties } = atlas.objects;
  const stateOf = (id: string | number | undefined): string => String(id ?? '').slice(0, 2);
  const inner = mesh(atlas, counties, (one, other) => one !== other && stateOf(one.id) === stateOf(other.id));
  return {
    type: 'FeatureCollection',
    features: [
      toFeature('county', inner),
      toFeature('state', mesh(atlas, states)),
      ...toNames(atlas, basinAreas),
    ],
  };
}
