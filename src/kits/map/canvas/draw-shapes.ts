import type { ResolvedStyle } from '../style/resolve.ts';
import { ringHoleColor } from './contrast.ts';
import { type Frame, isBoxInFrame } from './frame.ts';
import type { ProjectedFeature } from './geometry.ts';
import { numberOf, numbersOf, textOf } from './style-values.ts';

const fullCircle = Math.PI * 2;
const caps = { butt: 'butt', round: 'round', square: 'square' } as const;
const joins = { miter: 'miter', bevel: 'bevel', round: 'round' } as const;

export interface Drawable {
  readonly projected: ProjectedFeature;
  readonly style: ResolvedStyle;
}

export function drawCircles(frame: Frame, drawables: readonly Drawable[]): void {
  const { context, scale, originX, originY, width, height } = frame;
  let last: ResolvedStyle | null = null;
  let radius = 0;
  let reach = 0;
  let stroked = false;
  let fillAlpha = 1;
  let strokeAlpha = 1;
  let hole = 0;
  let color = '';
  let holeColor = '';
  for (const { projected, style } of drawables) {
    if (style !== last) {
      last = style;
      radius = numberOf(style, 'circle-radius');
      const strokeWidth = numberOf(style, 'circle-stroke-width');
      color = textOf(style, 'circle-color');
      hole = numberOf(style, 'circle-hole') * radius;
      holeColor = hole > 0 ? ringHoleColor(color) : '';
      stroked = strokeWidth > 0;
      // A style's stroke is outside the radius; a canvas centers it on the path.
      reach = radius + strokeWidth;
      context.fillStyle = color;
      context.strokeStyle = textOf(style, 'circle-stroke-color');
      context.lineWidth = strokeWidth;
      fillAlpha = numberOf(style, 'circle-opacity');
      strokeAlpha = stroked ? numberOf(style, 'circle-stroke-opacity') : fillAlpha;
      context.globalAlpha = fillAlpha;
    }
    const alphaChanges = fillAlpha !== strokeAlpha;
    const onePath = !stroked || strokeAlpha === 1;
    const middle = (radius + reach) / 2;
    for (const part of projected.parts) {
      for (let index = 0; index < part.length; index += 2) {
        const x = (part[index] ?? 0) * scale - originX;
        const y = (part[index + 1] ?? 0) * scale - originY;
        if (x < -reach || y < -reach || x > width + reach || y > height + reach) continue;
        context.beginPath();
        // Under an opaque stroke the fill may extend to its center line: one path for both.
        context.arc(x, y, onePath ? middle : radius, 0, fullCircle);
        context.fill();
        if (stroked) {
          if (!onePath) {
            context.beginPath();
            context.arc(x, y, middle, 0, fullCircle);
          }
          if (alphaChanges) context.globalAlpha = strokeAlpha;
          context.stroke();
          if (alphaChanges) context.globalAlpha = fillAlpha;
        }
        if (hole > 0) {
          context.beginPath();
          context.arc(x, y, hole, 0, fullCircle);
          context.fillStyle = holeColor;
          context.fill();
          context.fillStyle = color;
        }
      }
    }
  }
  context.globalAlpha = 1;
}

function trace(frame: Frame, part: Float64Array, close: boolean): void {
  const { context, scale, originX, originY } = frame;
  let lastX = Infinity;
  let lastY = Infinity;
  for (let index = 0; index < part.length; index += 2) {
    const x = (part[index] ?? 0) * scale - originX;
    const y = (part[index + 1] ?? 0) * scale - originY;
    if (index === 0) context.moveTo(x, y);
    // Vertices closer than half a pixel make no visible difference.
    else if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.5 && index < part.length - 2) continue;
    else context.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
  if (close) context.closePath();
}

export function traceFeature(frame: Frame, projected: ProjectedFeature): void {
  frame.context.beginPath();
  for (const part of projected.parts) trace(frame, part, projected.typeCode === 3);
}

export function drawLines(frame: Frame, drawables: readonly Drawable[]): void {
  const { context } = frame;
  for (const { projected, style } of drawables) {
    const width = numberOf(style, 'line-width');
    if (width <= 0 || projected.typeCode === 1 || !isBoxInFrame(frame, projected.box, width)) continue;
    context.strokeStyle = textOf(style, 'line-color');
    context.globalAlpha = numberOf(style, 'line-opacity');
    context.lineWidth = width;
    context.lineCap = caps[textOf(style, 'line-cap') as keyof typeof caps] ?? 'butt';
    context.lineJoin = joins[textOf(style, 'line-join') as keyof typeof joins] ?? 'miter';
    context.setLineDash(numbersOf(style, 'line-dasharray').map((length) => length * width));
    traceFeature(frame, projected);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

export function drawFills(frame: Frame, drawables: readonly Drawable[]): void {
  const { context } = frame;
  for (const { projected, style } of drawables) {
    if (projected.typeCode !== 3 || !isBoxInFrame(frame, projected.box, 1)) continue;
    const color = textOf(style, 'fill-color');
    context.globalAlpha = numberOf(style, 'fill-opacity');
    context.fillStyle = color;
    context.strokeStyle = textOf(style, 'fill-outline-color') || color;
    context.lineWidth = 1;
    context.lineJoin = 'round';
    traceFeature(frame, projected);
    context.fill('evenodd');
    context.stroke();
  }
  context.globalAlpha = 1;
}
