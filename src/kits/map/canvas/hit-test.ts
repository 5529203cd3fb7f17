import { numberOf, type ResolvedStyle } from '../style/resolve.ts';
import type { StyleLayerType } from '../types.ts';
import type { Drawable } from './draw-shapes.ts';
import type { ProjectedFeature, WorldPoint } from './geometry.ts';

/** Pixels from the center of a mark to its edge. */
const pointReach = (style: ResolvedStyle): number =>
  numberOf(style, 'circle-radius') + numberOf(style, 'circle-stroke-width');

/** The square of the distance from a point to a line segment. */
function squaredDistanceToSegment(
  { x, y }: WorldPoint,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2;
}

function squaredDistanceToLine(point: WorldPoint, part: Float64Array): number {
  let nearest = Infinity;
  for (let index = 0; index + 3 < part.length; index += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = part.subarray(index, index + 4);
    nearest = Math.min(nearest, squaredDistanceToSegment(point, ax, ay, bx, by));
  }
  return nearest;
}

/** Whether a point is inside, by the even-odd rule over all rings, so that holes count as outside. */
function isInsideRings({ x, y }: WorldPoint, rings: readonly Float64Array[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let index = 0, last = ring.length - 2; index < ring.length; last = index, index += 2) {
      const ax = ring[index] ?? 0;
      const ay = ring[index + 1] ?? 0;
      const bx = ring[last] ?? 0;
      const by = ring[last + 1] ?? 0;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

function isNearBox({ x, y }: WorldPoint, { box }: ProjectedFeature, reach: number): boolean {
  return x >= box.minX - reach && x <= box.maxX + reach && y >= box.minY - reach && y <= box.maxY + reach;
}

const hitReach: Readonly<Record<StyleLayerType, (style: ResolvedStyle) => number>> = {
  circle: pointReach,
  line: (style) => numberOf(style, 'line-width') / 2,
  fill: () => 0,
  symbol: () => 0,
};

/** Pixels from the center of a point, however small, at which it is hit. */
const minPointReach = 10;

/** Pixels from a feature's geometry at which it is hit. */
function reachOf(type: StyleLayerType, style: ResolvedStyle, tolerance: number): number {
  const ownReach = hitReach[type](style) + (type === 'fill' ? 0 : tolerance);
  return Math.max(ownReach, type === 'circle' ? minPointReach : 0);
}

/** The square of the distance in world pixels if the feature is hit, otherwise null. */
function squaredHitDistance(
  point: WorldPoint,
  type: StyleLayerType,
  projected: ProjectedFeature,
  reach: number,
): number | null {
  if (!isNearBox(point, projected, reach)) return null;
  if (type === 'fill') return isInsideRings(point, projected.parts) ? 0 : null;
  let nearest = Infinity;
  for (const part of projected.parts) {
    if (type === 'line') nearest = Math.min(nearest, squaredDistanceToLine(point, part));
    else {
      for (let index = 0; index < part.length; index += 2) {
        const dx = (part[index] ?? 0) - point.x;
        const dy = (part[index + 1] ?? 0) - point.y;
        nearest = Math.min(nearest, dx * dx + dy * dy);
      }
    }
  }
  return nearest <= reach * reach ? nearest : null;
}

/** The features of a drawn layer under a point of the world, nearest first. */
export function hitTestLayer(
  type: Exclude<StyleLayerType, 'symbol'>,
  drawables: readonly Drawable[],
  point: WorldPoint,
  scale: number,
  tolerance: number,
): readonly ProjectedFeature[] {
  const hits: { readonly projected: ProjectedFeature; readonly distance: number }[] = [];
  let last: ResolvedStyle | undefined;
  let reach = 0;
  // Backwards, because the later of two features at the same distance is on top.
  for (let index = drawables.length - 1; index >= 0; index -= 1) {
    const drawable = drawables[index];
    if (!drawable) continue;
    if (drawable.style !== last) {
      last = drawable.style;
      reach = reachOf(type, last, tolerance) / scale;
    }
    const distance = squaredHitDistance(point, type, drawable.projected, reach);
    if (distance !== null) hits.push({ projected: drawable.projected, distance });
  }
  return hits.sort((one, other) => one.distance - other.distance).map(({ projected }) => projected);
}
