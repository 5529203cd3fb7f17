import type { MapFeature } from '#kits/map/index.ts';
import { linesOf, type Vertex } from '#lib/geometry/shapes.ts';

type Position = readonly [x: number, y: number];

/** East to west, a degree at 43.5° N is this share of one from south to north. */
const lonScale = Math.cos((43.5 * Math.PI) / 180);

/** The parts of diagonals, rising to the east, that are inside of rings by the even-odd rule. */
export function diagonalsWithin(
  rings: readonly (readonly Vertex[])[],
  spacing: number,
): readonly (readonly [Position, Position])[] {
  const crossings = new Map<number, number[]>();
  for (const ring of rings) {
    for (const [at, end] of ring.entries()) {
      const start = ring[at - 1];
      if (start) addCrossings(crossings, toDiagonal(start), toDiagonal(end), spacing);
    }
  }
  return [...crossings].flatMap(([line, along]) => {
    const sorted = along.toSorted((one, other) => one - other);
    return sorted.flatMap((from, at) => {
      const to = sorted[at + 1];
      if (at % 2 === 1 || to === undefined) return [];
      return [[fromDiagonal(line * spacing, from), fromDiagonal(line * spacing, to)] as const];
    });
  });
}

/** A point inside of an area: the middle of its longest diagonal. Undefined for an area without a ring. */
export function pointInside(area: MapFeature): Position | undefined {
  const lines = diagonalsWithin(linesOf(area.geometry), 0.02);
  const [longest] = lines.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  if (!longest) return undefined;
  const [[x1, y1], [x2, y2]] = longest;
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

const lengthOf = ([[x1, y1], [x2, y2]]: readonly [Position, Position]) => Math.hypot(x2 - x1, y2 - y1);

/** Across the diagonals, and along them. */
function toDiagonal([lon = 0, lat = 0]: Vertex): Position {
  return [lat - lon * lonScale, lat + lon * lonScale];
}

function fromDiagonal(across: number, along: number): Position {
  return [(along - across) / 2 / lonScale, (along + across) / 2];
}

function addCrossings(crossings: Map<number, number[]>, start: Position, end: Position, spacing: number) {
  const [low, high] = start[0] <= end[0] ? [start, end] : [end, start];
  // The upper end belongs to the next edge, so that a corner on a line counts once.
  for (let line = Math.ceil(low[0] / spacing); line * spacing < high[0]; line += 1) {
    const share = (line * spacing - low[0]) / (high[0] - low[0]);
    const found = crossings.get(line) ?? [];
    found.push(low[1] + share * (high[1] - low[1]));
    crossings.set(line, found);
  }
}
