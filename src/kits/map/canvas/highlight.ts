import type { StyleLayerType } from '../types.ts';
import { type Drawable, drawCircles, traceFeature } from './draw-shapes.ts';
import { type Frame, type Palette, type ScreenPoint, toScreen } from './frame.ts';
import type { LabelBoxes } from './label-boxes.ts';
import { markRadius } from './marks.ts';
import { type LabelPlacement, type LabelTools, placeLabel } from './place-label.ts';
import { numberOf } from './style-values.ts';

/** The highlighted feature, in one of its layers. */
export interface HighlightedDrawable {
  readonly type: StyleLayerType;
  readonly drawable: Drawable;
}

/** Pixels from the feature's edge to the center line of the ring, and half the ring's width with its pale edges. */
const ringGap = 4;
const ringHalfWidth = 3;

interface Ring extends ScreenPoint {
  readonly radius: number;
}

function ringOf(frame: Frame, { type, drawable: { projected, style } }: HighlightedDrawable): Ring | null {
  if (type !== 'circle') return null;
  const [x = 0, y = 0] = projected.parts[0] ?? [];
  const radius = markRadius(style, frame.zoom) + numberOf(style, 'circle-stroke-width') + ringGap;
  return { ...toScreen(frame, { x, y }), radius };
}

/**
 * Reserves space for the ring and for the highlighted feature's labels before any other label is placed, so that no
 * label overlaps the ring.
 */
export function reserveHighlight(
  frame: Frame,
  highlighted: readonly HighlightedDrawable[],
  occupied: LabelBoxes,
  tools: LabelTools,
): ReadonlyMap<Drawable, LabelPlacement> {
  const placements = new Map<Drawable, LabelPlacement>();
  let clearance = 0;
  for (const one of highlighted) {
    const ring = ringOf(frame, one);
    if (!ring) continue;
    const reach = ring.radius + ringHalfWidth;
    clearance = Math.max(clearance, reach);
    const { x, y } = ring;
    occupied.tryReserve({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
  }
  for (const { type, drawable } of highlighted) {
    if (type !== 'symbol') continue;
    const placement = placeLabel(frame, drawable, tools, clearance > 0 ? clearance + 2 : 0);
    if (placement && occupied.tryReserve(placement.box)) placements.set(drawable, placement);
  }
  return placements;
}

/** Draws the highlighted point again, above the others, on a halo and in a ring. */
export function drawHighlight(
  frame: Frame,
  highlighted: readonly HighlightedDrawable[],
  palette: Palette,
): void {
  const { context } = frame;
  for (const one of highlighted) {
    if (one.type === 'symbol') continue;
    const ring = ringOf(frame, one);
    if (ring) {
      context.beginPath();
      context.arc(ring.x, ring.y, ring.radius, 0, Math.PI * 2);
      context.fillStyle = palette.ground;
      context.globalAlpha = 0.75;
      context.fill();
      context.globalAlpha = 1;
    } else traceFeature(frame, one.drawable.projected);
    context.strokeStyle = palette.ground;
    context.lineWidth = ringHalfWidth * 2;
    context.stroke();
    context.strokeStyle = palette.accent;
    context.lineWidth = ringHalfWidth;
    context.stroke();
    if (ring) drawCircles(frame, [one.drawable]);
  }
}
