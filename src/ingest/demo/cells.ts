/** The grid of the approximate areas, with cells of about 5 km. */
export const west = -115.86;
export const south = 41.4;
export const step = { lon: 0.06, lat: 0.045 };
export const columns = 106;
export const rows = 81;

/** Ground farther than this from every station, in degrees of latitude, belongs to no unit. */
const reach = 0.36;
const shrink = Math.cos((43.4 * Math.PI) / 180);
/** Detached pieces of a unit with fewer cells than this are given to their neighbors. */
const minPieceCells = 40;

/** One label per cell, row by row from the southwest; −1 outside. */
export type Labels = Int16Array;

export function labelAt(labels: Labels, column: number, row: number): number {
  return column < 0 || row < 0 || column >= columns || row >= rows
    ? -1
    : (labels[row * columns + column] ?? -1);
}

export function labelCells(points: readonly { lat: number; lon: number; label: number }[]): Labels {
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
