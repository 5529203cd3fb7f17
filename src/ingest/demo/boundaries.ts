import type { Basin, BasinSite } from '#contract/basin.ts';
import { ringContains } from '#lib/polygon.ts';
import { type Arc, traceArcs, type Vertex } from './arcs.ts';
import { labelCells, south, step, west } from './cells.ts';

export type Position = [longitude: number, latitude: number];
export type Boundary =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

/**
 * Computes approximate areas of the hydrologic units, by HUC8 code: the ground nearest to each unit's own stations and
 * within about 40 km of one. Neighbors share their edges exactly.
 */
export function approximateBoundaries(
  { huc8s }: Pick<Basin, 'huc8s'>,
  stations: readonly BasinSite[],
): Map<string, Boundary> {
  const indexOf = (huc8: string) => huc8s.findIndex(({ code }) => code === huc8);
  const labels = labelCells(stations.map(({ lat, lon, huc8 }) => ({ lat, lon, label: indexOf(huc8) })));
  const arcs = traceArcs(labels).map((arc) => ({ ...arc, points: smooth(arc) }));
  const boundaries = new Map<string, Boundary>();
  huc8s.forEach(({ code }, label) => {
    const rings = ringsOf(label, arcs).filter((ring) => ring.length >= 4);
    const outer = rings.filter((ring) => signedArea(ring) > 0);
    const polygons = outer.map((ring) => [
      ring,
      ...rings.filter((hole) => signedArea(hole) < 0 && contains(ring, hole)),
    ]);
    const [single] = polygons;
    if (single === undefined) return;
    boundaries.set(
      code,
      polygons.length === 1
        ? { type: 'Polygon', coordinates: single }
        : { type: 'MultiPolygon', coordinates: polygons },
    );
  });
  return boundaries;
}

/** Smooths the staircase of an arc. Its ends stay where they are, so that arcs still meet. */
function smooth({ path, closed }: Arc): Position[] {
  let points: Position[] = path.map(toPosition);
  for (let round = 0; round < 4; round++) points = points.map((point, i) => blend(points, point, i, closed));
  const last = points.length - 1;
  return points
    .filter((_, i) => i % 2 === 0 || i === last)
    .map(([lon, lat]) => [Math.round(lon * 1e4) / 1e4, Math.round(lat * 1e4) / 1e4]);
}

function blend(points: readonly Position[], point: Position, i: number, closed: boolean): Position {
  const last = points.length - 1;
  if (!closed && (i === 0 || i === last)) return point;
  // A closed arc repeats its first point at the end.
  const before = points[i === 0 ? last - 1 : i - 1] ?? point;
  const after = points[i === last ? 1 : i + 1] ?? point;
  return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4];
}

function toPosition([column, row]: Vertex): Position {
  return [west + column * step.lon, south + row * step.lat];
}

type SmoothArc = Arc & { points: Position[] };

/** Joins the arcs around a label into rings with the label on their left. */
function ringsOf(label: number, arcs: readonly SmoothArc[]): Position[][] {
  const rings: Position[][] = [];
  const open = new Map<string, { to: string; points: Position[] }>();
  for (const arc of arcs) {
    if (arc.left !== label && arc.right !== label) continue;
    const points = arc.left === label ? arc.points : arc.points.toReversed();
    if (arc.closed) rings.push(points);
    else {
      const [from, to] = [points[0]?.join() ?? '', points.at(-1)?.join() ?? ''];
      open.set(from, { to, points });
    }
  }
  while (open.size > 0) {
    const [start] = open.keys();
    const ring: Position[] = [];
    let at = start;
    while (at !== undefined) {
      const next: { to: string; points: Position[] } | undefined = open.get(at);
      if (!next) break;
      open.delete(at);
      ring.push(...next.points.slice(ring.length === 0 ? 0 : 1));
      at = next.to;
    }
    rings.push(ring);
  }
  return rings;
}

function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i], ring[i + 1]];
    if (a && b) sum += a[0] * b[1] - b[0] * a[1];
  }
  return sum / 2;
}

/** Checks one point only: rings of different units do not cross, so the others are on the same side. */
function contains(ring: readonly Position[], [point]: readonly Position[]): boolean {
  return point !== undefined && ringContains(ring, point);
}
