import { columns, type Labels, labelAt, rows } from './cells.ts';

/** A corner of the grid. */
export type Vertex = [column: number, row: number];

/**
 * The line between two labels. It runs between points where three or more labels meet, or is `closed` around one of
 * them. `left` and `right` are the labels on its sides.
 */
export type Arc = { path: Vertex[]; closed: boolean; left: number; right: number };

type Move = readonly [dx: number, dy: number];
const moves: readonly Move[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

export function traceArcs(labels: Labels): Arc[] {
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
