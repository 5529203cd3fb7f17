import type { FeatureCollection } from '#contract/public-map.ts';
import type { PaintOverride } from '#kits/map/index.ts';
import { milesBetween } from '#lib/geometry/coordinates.ts';
import { type Area, areaContains, linesOf, type Vertex } from '#lib/geometry/shapes.ts';

type Feature = FeatureCollection['features'][number];

/** Beyond so many places of a shape, the others say nothing new of where it is. */
const maxTested = 24;
/** A river outside the basin fades over so many miles before the end at which its source cuts it, in so many steps. */
const fadeMiles = 30;
const fadeSteps = 5;
/** Ends of rivers within so many degrees of each other belong together, so that neither of them is loose. */
const joinDegrees = 0.05;

/**
 * Marks the rivers or waterbodies outside the areas of the basin with `outside`. Such a river is cut into pieces, of which
 * those before its loose ends have a `fade` from 1 up to the number of steps.
 */
export function markOutside(
  shapes: FeatureCollection | undefined,
  areas: FeatureCollection | undefined,
): FeatureCollection | undefined {
  if (!shapes || !areas || areas.features.length === 0) return shapes;
  const within = areas.features.flatMap(({ geometry }) => (isArea(geometry) ? geometry : []));
  const ends = shapes.features.flatMap((feature) => linesOf(feature.geometry).map(endsOf));
  const features = shapes.features.flatMap((feature) => {
    const lines = linesOf(feature.geometry);
    if (isInside(lines.flat(), within)) return [feature];
    const outside = { ...feature, properties: { ...feature.properties, outside: true } };
    const isLine = feature.geometry?.type.endsWith('LineString') ?? false;
    return isLine ? lines.flatMap((line) => fadeLine(outside, line, ends)) : [outside];
  });
  return { ...shapes, features };
}

const isArea = (geometry: Feature['geometry']): geometry is Feature['geometry'] & Area =>
  geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon';

function isInside(places: readonly Vertex[], areas: readonly Area[]): boolean {
  const step = Math.max(1, Math.floor(places.length / maxTested));
  return places.some((place, at) => at % step === 0 && areas.some((area) => areaContains(area, place)));
}

const endsOf = (line: readonly Vertex[]): readonly Vertex[] => [line[0] ?? [], line.at(-1) ?? []];

/** Cuts a line where its fade changes. */
function fadeLine(
  feature: Feature,
  line: readonly Vertex[],
  ends: readonly (readonly Vertex[])[],
): Feature[] {
  const isLoose = (end: Vertex | undefined) => end !== undefined && countAt(end, ends) === 1;
  const fades = line.slice(1).map(() => 0);
  if (isLoose(line[0])) fadeFrom(line, fades, (at) => at);
  if (isLoose(line.at(-1))) fadeFrom(line.toReversed(), fades, (at) => fades.length - 1 - at);
  const pieces: { readonly fade: number; readonly coordinates: Vertex[] }[] = [];
  fades.forEach((fade, at) => {
    const [from = [], to = []] = [line[at], line[at + 1]];
    const last = pieces.at(-1);
    if (last?.fade === fade) last.coordinates.push(to);
    else pieces.push({ fade, coordinates: [from, to] });
  });
  return pieces.map(({ fade, coordinates }) => ({
    ...feature,
    geometry: { type: 'LineString', coordinates },
    properties: { ...feature.properties, fade },
  }));
}

/** Writes the fades of the segments from the start of a line, each at its place in `fades`. */
function fadeFrom(line: readonly Vertex[], fades: number[], placeOf: (at: number) => number): void {
  let miles = 0;
  for (let at = 0; at + 1 < line.length && miles < fadeMiles; at += 1) {
    const place = placeOf(at);
    const fade = Math.ceil(fadeSteps * (1 - miles / fadeMiles));
    fades[place] = Math.max(fades[place] ?? 0, fade);
    miles += milesBetween(toPlace(line[at]), toPlace(line[at + 1]));
  }
}

const toPlace = ([lng = 0, lat = 0]: Vertex = []) => ({ lat, lng });

/** How many lines end at a place. */
function countAt([x = 0, y = 0]: Vertex, ends: readonly (readonly Vertex[])[]): number {
  const isNear = ([lon = 0, lat = 0]: Vertex) =>
    Math.abs(lon - x) < joinDegrees && Math.abs(lat - y) < joinDegrees;
  return ends.filter((pair) => pair.some(isNear)).length;
}

const outsideOpacity = 0.4;

/** Draws the water outside the basin fainter. */
export const outsidePaint: PaintOverride = ({ properties }) => {
  if (properties?.outside !== true) return undefined;
  const fade = typeof properties.fade === 'number' ? properties.fade : 0;
  const opacity = outsideOpacity * (1 - fade / (fadeSteps + 1));
  return { 'line-opacity': opacity, 'fill-opacity': outsideOpacity, 'text-opacity': 0.6 };
};
