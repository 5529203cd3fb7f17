import type { ResolvedStyle } from '../style/resolve.ts';
import type { Drawable } from './draw-shapes.ts';
import type { WorldPoint } from './geometry.ts';
import { numberOf } from './style-values.ts';

/** Fewer are tested faster one by one. */
const minCount = 500;
const columns = 64;
/** World pixels that a grid is wide at least, so that points at one place have cells too. */
const minSize = 1e-6;

interface PointGrid {
  readonly left: number;
  readonly top: number;
  readonly cellSize: number;
  readonly cells: ReadonlyMap<number, readonly number[]>;
  /** Pixels from its center to the edge of the largest mark. */
  readonly reach: number;
}

const grids = new WeakMap<readonly Drawable[], PointGrid>();

/** Pixels from the center of a mark to its edge. */
export const pointReach = (style: ResolvedStyle): number =>
  numberOf(style, 'circle-radius') + numberOf(style, 'circle-stroke-width');

function buildGrid(drawables: readonly Drawable[]): PointGrid {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { projected } of drawables) {
    left = Math.min(left, projected.box.minX);
    top = Math.min(top, projected.box.minY);
    right = Math.max(right, projected.box.maxX);
    bottom = Math.max(bottom, projected.box.maxY);
  }
  const cellSize = Math.max(right - left, bottom - top, minSize) / columns;
  const cells = new Map<number, number[]>();
  drawables.forEach(({ projected }, at) => {
    for (const part of projected.parts) {
      for (let index = 0; index < part.length; index += 2) {
        const column = Math.floor(((part[index] ?? 0) - left) / cellSize);
        const row = Math.floor(((part[index + 1] ?? 0) - top) / cellSize);
        const key = keyOf(column, row);
        const cell = cells.get(key);
        if (!cell) cells.set(key, [at]);
        else if (cell.at(-1) !== at) cell.push(at);
      }
    }
  });
  const reach = Math.max(...new Set(drawables.map(({ style }) => pointReach(style))));
  return { left, top, cellSize, cells, reach };
}

const keyOf = (column: number, row: number): number => column * 1000 + row;

/**
 * Lists the points whose marks, or `tolerance` pixels more, may cover a point of the world at a scale, in the order in
 * which they are drawn. A pointer that moves over 10,000 points asks for each pixel.
 */
export function listNearbyPoints(
  drawables: readonly Drawable[],
  { x, y }: WorldPoint,
  scale: number,
  tolerance: number,
): readonly Drawable[] {
  if (drawables.length < minCount) return drawables;
  const grid = grids.get(drawables) ?? buildGrid(drawables);
  grids.set(drawables, grid);
  const { left, top, cellSize, cells } = grid;
  const distance = (grid.reach + tolerance) / scale;
  const toCell = (offset: number): number =>
    Math.max(-1, Math.min(columns + 1, Math.floor(offset / cellSize)));
  const found = new Set<number>();
  for (let column = toCell(x - distance - left); column <= toCell(x + distance - left); column += 1) {
    for (let row = toCell(y - distance - top); row <= toCell(y + distance - top); row += 1) {
      for (const at of cells.get(keyOf(column, row)) ?? []) found.add(at);
    }
  }
  return [...found].sort((one, other) => one - other).flatMap((at) => drawables[at] ?? []);
}
