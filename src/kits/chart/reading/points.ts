import type { ChartPoint, PointContent, PointSeries } from '../types.ts';

/** A point and its series. */
export type ReadPoint = { readonly point: ChartPoint; readonly series: PointSeries };

/** All points from left to right, as the arrow keys read them. */
export function pointsInOrder({ series }: PointContent): readonly ReadPoint[] {
  return series
    .flatMap((each) => each.points.map((point) => ({ point, series: each })))
    .toSorted((one, other) => one.point.x - other.point.x);
}

/** Farther from every point than this, in pixels, nothing is read. */
const reach = 40;

/** The point that is nearest to a place, by where `placeOf` draws each. */
export function nearestPoint(
  points: readonly ReadPoint[],
  place: { readonly x: number; readonly y: number },
  placeOf: (x: number, y: number) => { readonly x: number; readonly y: number },
): ReadPoint | undefined {
  let nearest: ReadPoint | undefined;
  let shortest = reach;
  for (const each of points) {
    const { x, y } = placeOf(each.point.x, each.point.y);
    const distance = Math.hypot(x - place.x, y - place.y);
    if (distance < shortest) {
      shortest = distance;
      nearest = each;
    }
  }
  return nearest;
}

/** The position that a key moves to among `count` points; undefined for other keys. */
export function movedTo(key: string, at: number | undefined, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return at === undefined ? 0 : Math.min(count - 1, at + 1);
    case 'ArrowLeft':
      return at === undefined ? count - 1 : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
