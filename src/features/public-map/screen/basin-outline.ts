import type { FeatureCollection, MapLayer } from '#contract/public-map.ts';
import { linesOf, type Vertex } from '#lib/geometry/shapes.ts';

/** The source whose areas make up the basin, and that of their outline. */
export const areaSource = 'huc8';
export const outlineSource = 'basin-outline';

/** Several areas of which more edges have no partner were drawn independently, and have no common outline. */
const maxOuterShare = 0.9;

type Ring = readonly Vertex[];

/**
 * Finds the boundary of the basin: the edges that belong to one area only. Undefined if the areas are drawn independently,
 * so that most edges of neighbors differ.
 */
export function outlineOf(areas: FeatureCollection): FeatureCollection | undefined {
  const toEdgeKeys = createEdgeKeys();
  const rings = areas.features.flatMap(({ geometry }) =>
    linesOf(geometry).map((ring) => ({ ring, keys: toEdgeKeys(ring) })),
  );
  const counts = new Map<number, number>();
  for (const { keys } of rings) {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = rings.flatMap(({ ring, keys }) => {
    const found: Vertex[][] = [];
    let line: Vertex[] | undefined;
    ring.slice(1).forEach((end, at) => {
      const start = ring[at];
      if (!start || counts.get(keys[at] ?? Number.NaN) !== 1) line = undefined;
      else if (line) line.push(end);
      else {
        line = [start, end];
        found.push(line);
      }
    });
    return found;
  });
  const outer = [...counts.values()].filter((count) => count === 1).length;
  const isShared = areas.features.length === 1 || outer <= counts.size * maxOuterShare;
  if (outer === 0 || !isShared) return undefined;
  const geometry = { type: 'MultiLineString', coordinates: lines };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties: {} }] };
}

/** Vertices are the same if they are within 1 m. */
const stepsPerDegree = 1e5;
const maxSteps = 2 ** 25;
const maxVertices = 2 ** 26;

/** Creates a function that numbers the edges of rings, in either direction. Text as keys would take a phone 30 ms. */
function createEdgeKeys(): (ring: Ring) => readonly number[] {
  const vertices = new Map<number, number>();
  function toVertex([lon = 0, lat = 0]: Vertex): number {
    const place = Math.round(lon * stepsPerDegree) * maxSteps + Math.round(lat * stepsPerDegree);
    const known = vertices.get(place) ?? vertices.size;
    vertices.set(place, known);
    return known;
  }
  return (ring) => {
    const numbers = ring.map(toVertex);
    return numbers.slice(1).map((end, at) => {
      const start = numbers[at] ?? end;
      return Math.min(start, end) * maxVertices + Math.max(start, end);
    });
  };
}

/** Adds a layer for the boundary of the basin to the group of the HUC8s' lines. */
export function withBasinOutline(layers: readonly MapLayer[], hasOutline: boolean): readonly MapLayer[] {
  const line = layers.find(({ source, type }) => source === areaSource && type === 'line');
  if (!line || !hasOutline) return layers;
  const boundary: MapLayer = {
    ...line,
    id: 'basin-line',
    name: 'Basin Boundary',
    source: outlineSource,
    paint: { ...line.paint, 'line-width': 2.5, 'line-opacity': 1 },
    drawOrder: line.drawOrder + 0.5,
    legendOrder: line.legendOrder - 0.5,
  };
  return [...layers, boundary];
}
