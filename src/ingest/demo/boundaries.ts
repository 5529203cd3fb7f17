import type { Basin, BasinSite } from '#contract/basin.ts';
import { ringContains } from '#lib/polygon.ts';

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

/** A corner of the grid. */
type Vertex = [column: number, row: number];

/**
 * The line between two labels. It runs between points where three or more labels meet, or is `closed` around one of
 * them. `left` and `right` are the labels on its sides.
 */
type Arc = { path: Vertex[]; closed: boolean; left: number; right: number };

type Move = readonly [dx: number, dy: number];
const moves: readonly Move[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

function traceArcs(labels: Labels): Arc[] {
  const walked = new Set<string>();
  const arcs: Arc[] = [];
  const walk = (start: Vertex, first: Move) => {
    const [left, right] = sides(labels, start, first);
    if (left === right || walked.has(keyOf(start, first))) return;
    const path: Vertex[] = [start];
    let at = start;
    let move: Move | undefined = first;
    while (move) {
      walked.add(keyOf(at, move));
      const next: Vertex = [at[0] + move[0], at[1] + move[1]];
      walked.add(keyOf(next, [-move[0], -move[1]]));
      path.push(next);
      at = next;
      if (degree(labels, at) !== 2 || isSame(at, start)) break;
      const [dx, dy]: Move = move;
      const here = at;
      move = moves.find(
        (option) => !(option[0] === -dx && option[1] === -dy) && isEdge(labels, here, option),
      );
    }
    arcs.push({ path, closed: isSame(at, start) && degree(labels, start) === 2, left, right });
  };
  const each = (visit: (vertex: Vertex) => void) => {
    for (let row = 0; row <= rows; row++)
      for (let column = 0; column <= columns; column++) visit([column, row]);
  };
  each((vertex) => {
    if (degree(labels, vertex) > 2) for (const move of moves) walk(vertex, move);
  });
  each((vertex) => {
    for (const move of moves) walk(vertex, move);
  });
  return arcs;
}

const keyOf = ([column, row]: Vertex, [dx, dy]: Move) => `${column} ${row} ${dx} ${dy}`;
const isSame = (a: Vertex, b: Vertex) => a[0] === b[0] && a[1] === b[1];

function isEdge(labels: Labels, vertex: Vertex, move: Move): boolean {
  const [left, right] = sides(labels, vertex, move);
  return left !== right;
}

function degree(labels: Labels, vertex: Vertex): number {
  return moves.filter((move) => isEdge(labels, vertex, move)).length;
}

/** The labels left and right of a step along the grid. */
function sides(labels: Labels, [column, row]: Vertex, [dx, dy]: Move): [left: number, right: number] {
  const at = (c: number, r: number) => labelAt(labels, c, r);
  if (dx === 1) return [at(column, row), at(column, row - 1)];
  if (dx === -1) return [at(column - 1, row - 1), at(column - 1, row)];
  if (dy === 1) return [at(column - 1, row), at(column, row)];
  return [at(column, row - 1), at(column - 1, row - 1)];
}

/** The grid of the approximate areas, with cells of about 5 km. */
const west = -115.86;
const south = 41.4;
const step = { lon: 0.06, lat: 0.045 };
const columns = 106;
const rows = 81;

/** Ground farther than this from every station, in degrees of latitude, belongs to no unit. */
const reach = 0.36;
const shrink = Math.cos((43.4 * Math.PI) / 180);
/** Detached pieces of a unit with fewer cells than this are given to their neighbors. */
const minPieceCells = 40;

/** One label per cell, row by row from the southwest; −1 outside. */
type Labels = Int16Array;

function labelAt(labels: Labels, column: number, row: number): number {
  return column < 0 || row < 0 || column >= columns || row >= rows
    ? -1
    : (labels[row * columns + column] ?? -1);
}

function labelCells(points: readonly { lat: number; lon: number; label: number }[]): Labels {
  const labels = new Int16Array(columns * rows).fill(-1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const lon = west + (column + 0.5) * step.lon;
      const lat = south + (row + 0.5) * step.lat;
      let best = reach * reach;
      for (const point of points) {
        const dx = (point.lon - lon) * shrink;
        const dy = point.lat - lat;
        const distance = dx * dx + dy * dy;
        if (distance < best) {
          best = distance;
          labels[row * columns + column] = point.label;
        }
      }
    }
  }
  absorbSplinters(labels);
  absorbSplinters(labels);
  splitDiagonals(labels);
  return labels;
}

function absorbSplinters(labels: Labels): void {
  const pieces = piecesOf(labels);
  const largest = new Map<number, number>();
  for (const { label, cells } of pieces) largest.set(label, Math.max(largest.get(label) ?? 0, cells.length));
  for (const { label, cells } of pieces) {
    if (cells.length >= minPieceCells || cells.length === largest.get(label)) continue;
    const around = new Map<number, number>();
    for (const cell of cells) {
      for (const next of neighbors(cell)) {
        const other = labels[next] ?? -1;
        if (other !== label && other >= 0) around.set(other, (around.get(other) ?? 0) + 1);
      }
    }
    const [winner] = [...around].sort((a, b) => b[1] - a[1])[0] ?? [];
    if (winner !== undefined) for (const cell of cells) labels[cell] = winner;
  }
}

function piecesOf(labels: Labels): { label: number; cells: number[] }[] {
  const seen = new Uint8Array(labels.length);
  const pieces: { label: number; cells: number[] }[] = [];
  for (let start = 0; start < labels.length; start++) {
    if (seen[start]) continue;
    const label = labels[start] ?? -1;
    const cells = [start];
    seen[start] = 1;
    for (let i = 0; i < cells.length; i++) {
      for (const next of neighbors(cells[i] ?? 0)) {
        if (seen[next] || labels[next] !== label) continue;
        seen[next] = 1;
        cells.push(next);
      }
    }
    pieces.push({ label, cells });
  }
  return pieces;
}

function neighbors(cell: number): number[] {
  const column = cell % columns;
  const found: number[] = [];
  if (column > 0) found.push(cell - 1);
  if (column < columns - 1) found.push(cell + 1);
  if (cell >= columns) found.push(cell - columns);
  if (cell < columns * (rows - 1)) found.push(cell + columns);
  return found;
}

/** Closes corners where a label touches itself diagonally, because rings through them would be ambiguous. */
function splitDiagonals(labels: Labels): void {
  let changed = true;
  for (let round = 0; changed && round < 20; round++) {
    changed = false;
    for (let cell = 0; cell < labels.length - columns - 1; cell++) {
      if (cell % columns === columns - 1) continue;
      const [a, b, c, d] = [
        labels[cell],
        labels[cell + 1],
        labels[cell + columns],
        labels[cell + columns + 1],
      ];
      if (a === undefined || b === undefined) continue;
      if (a === d && a !== b && a !== c) {
        labels[a >= 0 ? cell + 1 : cell] = a >= 0 ? a : b;
        changed = true;
      } else if (b === c && b !== a && b !== d) {
        labels[b >= 0 ? cell : cell + 1] = b >= 0 ? b : a;
        changed = true;
      }
    }
  }
}
