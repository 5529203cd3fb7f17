import { niceExtent } from '../drawing/nice-extent.ts';
import type { Extent } from '../types.ts';
import type { PointContent } from './types.ts';

/** The ends of both axes: round numbers, or the years before the first and after the last. */
export function pointExtents({ series, levels = [], diagonal, xKind }: PointContent): {
  readonly x: Extent;
  readonly y: Extent;
} {
  const points = series.flatMap((each) => each.points);
  const xs = points.map(({ x }) => x);
  const ys = [
    ...points.flatMap(({ y, low = y, high = y }) => [y, low, high]),
    ...levels.map(({ value }) => value),
  ];
  if (diagonal !== undefined) {
    const both = extentOf([...xs, ...ys]);
    return { x: both, y: both };
  }
  const x: Extent = xKind === 'year' ? [Math.min(...xs) - 1, Math.max(...xs) + 1] : extentOf(xs);
  return { x, y: extentOf(ys) };
}

/** Equal values get an extent, too. */
function extentOf(values: readonly number[]): Extent {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return niceExtent(low === high ? [low - 1, high + 1] : [low, high]);
}
