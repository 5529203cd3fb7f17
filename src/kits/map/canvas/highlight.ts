import type { StyleLayerType } from '../types.ts';
import { type LabelPlace, type LabelTools, placeLabel } from './draw-labels.ts';
import { type Drawable, traceFeature } from './draw-shapes.ts';
import { type Frame, type Palette, type ScreenPoint, toScreen } from './frame.ts';
import type { LabelBoxes } from './label-boxes.ts';
import { numberOf } from './read.ts';

/** The highlighted feature in one of its layers. */
export interface Marked {
  readonly type: StyleLayerType;
  readonly drawable: Drawable;
}

/** From the feature's edge to the middle of the ring, and half the ring's width with its pale edges. */
const gap = 4;
const half = 3;

interface Ring extends ScreenPoint {
  readonly radius: number;
}

function ringOf(frame: Frame, { type, drawable: { prepared, style } }: Marked): Ring | null {
  if (type !== 'circle') return null;
  const [x = 0, y = 0] = prepared.parts[0] ?? [];
  const radius = numberOf(style, 'circle-radius') + numberOf(style, 'circle-stroke-width') + gap;
  return { ...toScreen(frame, { x, y }), radius };
}

/**
 * Takes the places of the ring and of the highlighted feature's own labels before any other label: the labels
 * stand clear of the ring, and no neighbour's name comes under it.
 */
export function reserveHighlight(
  frame: Frame,
  marked: readonly Marked[],
  taken: LabelBoxes,
  tools: LabelTools,
): ReadonlyMap<Drawable, LabelPlace> {
  const places = new Map<Drawable, LabelPlace>();
  let clear = 0;
  for (const one of marked) {
    const ring = ringOf(frame, one);
    if (!ring) continue;
    const reach = ring.radius + half;
    clear = Math.max(clear, reach);
    const { x, y } = ring;
    taken.take({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
  }
  for (const { type, drawable } of marked) {
    if (type !== 'symbol') continue;
    const place = placeLabel(frame, drawable, tools, clear > 0 ? clear + 2 : 0);
    if (place && taken.take(place.box)) places.set(drawable, place);
  }
  return places;
}

export function drawHighlight(frame: Frame, marked: readonly Marked[], palette: Palette): void {
  const { context } = frame;
  for (const one of marked) {
    if (one.type === 'symbol') continue;
    const ring = ringOf(frame, one);
    if (ring) {
      context.beginPath();
      context.arc(ring.x, ring.y, ring.radius, 0, Math.PI * 2);
    } else traceFeature(frame, one.drawable.prepared);
    context.strokeStyle = palette.ground;
    context.lineWidth = half * 2;
    context.stroke();
    context.strokeStyle = palette.accent;
    context.lineWidth = half;
    context.stroke();
  }
}
