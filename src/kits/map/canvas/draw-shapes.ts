import { hexToLinearRgb, relativeLuminance } from '#lib/colors.ts';
import { numberOf, numbersOf, type ResolvedStyle, textOf } from '../style/compile.ts';
import type { MarkShape } from '../style/properties.ts';
import type { ProjectedFeature } from './geometry.ts';
import { isBoxInFrame, type MapFrame, type Palette } from './geometry.ts';

const caps = { butt: 'butt', round: 'round', square: 'square' } as const;
const joins = { miter: 'miter', bevel: 'bevel', round: 'round' } as const;

export interface Drawable {
  readonly projected: ProjectedFeature;
  readonly style: ResolvedStyle;
}

/** Share of the radius inside a ring, and of the dot in its center. */
const ringInside = 0.78;
const ringDot = 0.52;

/** Draws points in order, so that a later one lies above an earlier one. */
export function drawCircles(frame: MapFrame, drawables: readonly Drawable[], alpha = 1): void {
  const { context, scale, originX, originY, width, height } = frame;
  context.lineJoin = 'round';
  let last: ResolvedStyle | null = null;
  let paint = markPaint({}, 0);
  for (const { projected, style } of drawables) {
    if (style !== last) {
      last = style;
      paint = markPaint(style, frame.zoom);
      context.strokeStyle = paint.strokeColor;
      context.lineWidth = paint.strokeWidth;
    }
    const { reach } = paint;
    for (const part of projected.parts) {
      for (let index = 0; index < part.length; index += 2) {
        const x = (part[index] ?? 0) * scale - originX;
        const y = (part[index + 1] ?? 0) * scale - originY;
        if (x < -reach || y < -reach || x > width + reach || y > height + reach) continue;
        drawMark(context, paint, x, y, alpha);
      }
    }
  }
  context.globalAlpha = 1;
}

type MarkPaint = ReturnType<typeof markPaint>;

function markPaint(style: ResolvedStyle, zoom: number) {
  const radius = markRadius(style, zoom);
  const strokeWidth = numberOf(style, 'circle-stroke-width');
  const strokeColor = textOf(style, 'circle-stroke-color');
  const color = textOf(style, 'circle-color');
  const fillAlpha = numberOf(style, 'circle-opacity');
  const hasRing = style['circle-ring'] === true;
  const hole = numberOf(style, 'circle-hole') * radius * (hasRing ? ringDot : 1);
  return {
    shape: (textOf(style, 'circle-shape') || 'circle') as MarkShape,
    radius,
    color,
    hasRing,
    hole,
    holeColor: hasRing || hole > 0 ? ringHoleColor(color, strokeWidth > 0 ? strokeColor : undefined) : '',
    strokeWidth,
    strokeColor,
    fillAlpha,
    level: numberOf(style, 'circle-level'),
    levelColor: textOf(style, 'circle-level-color'),
    cupColor: textOf(style, 'circle-cup-color'),
    arrow: arrowOf(style),
    strokeAlpha: strokeWidth > 0 ? numberOf(style, 'circle-stroke-opacity') : fillAlpha,
    reach: radius + strokeWidth,
  };
}

function arrowOf(style: ResolvedStyle): MarkArrow | undefined {
  const turn = textOf(style, 'circle-arrow');
  const color = textOf(style, 'circle-arrow-color');
  return turn === 'rise' || turn === 'fall' ? { turn, color } : undefined;
}

function drawMark(
  context: CanvasRenderingContext2D,
  paint: MarkPaint,
  x: number,
  y: number,
  alpha: number,
): void {
  const { shape, radius, color, strokeWidth, strokeColor, fillAlpha, strokeAlpha, hole, holeColor } = paint;
  if (paint.arrow) {
    context.globalAlpha = alpha;
    drawArrow(context, paint.arrow, x + paint.reach, y);
    context.lineWidth = strokeWidth;
    context.strokeStyle = strokeColor;
  }
  if (shape === 'cup') {
    context.globalAlpha = fillAlpha * alpha;
    drawCup(context, paint, x, y);
    context.lineWidth = strokeWidth;
    context.strokeStyle = strokeColor;
    return;
  }
  // A style's stroke is outside the radius; a canvas centers it on the path. Under an opaque stroke the fill may
  // extend to its center line: one path for both.
  const isOnePath = strokeWidth <= 0 || strokeAlpha === 1;
  const middle = radius + strokeWidth / 2;
  context.globalAlpha = fillAlpha * alpha;
  context.fillStyle = color;
  traceMark(context, shape, x, y, isOnePath ? middle : radius);
  context.fill();
  if (strokeWidth > 0) {
    if (!isOnePath) traceMark(context, shape, x, y, middle);
    if (strokeAlpha !== fillAlpha) context.globalAlpha = strokeAlpha * alpha;
    context.stroke();
    if (strokeAlpha !== fillAlpha) context.globalAlpha = fillAlpha * alpha;
  }
  if (paint.hasRing) {
    fillMark(context, paint, x, y, radius * ringInside, holeColor);
    fillMark(context, paint, x, y, radius * ringDot, color);
  }
  if (hole > 0) fillMark(context, paint, x, y, hole, holeColor);
}

function fillMark(
  context: CanvasRenderingContext2D,
  { shape }: MarkPaint,
  x: number,
  y: number,
  radius: number,
  color: string,
): void {
  context.fillStyle = color;
  traceMark(context, shape, x, y, radius);
  context.fill();
}

function trace(frame: MapFrame, part: Float64Array, close: boolean): void {
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

export function traceFeature(frame: MapFrame, projected: ProjectedFeature): void {
  frame.context.beginPath();
  for (const part of projected.parts) trace(frame, part, projected.typeCode === 3);
}

export function drawLines(frame: MapFrame, drawables: readonly Drawable[]): void {
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

export function drawFills(frame: MapFrame, drawables: readonly Drawable[]): void {
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

/** Relative luminance of a `#rgb` or `#rrggbb` color, 0 to 1 (WCAG 2.2); undefined for other notations. */
export function luminance(color: string): number | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (!digits) return undefined;
  return relativeLuminance(hexToLinearRgb(`#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`));
}

/** The background of the theme that contrasts more with a text's color. */
export function contrastingHalo(color: string, { ink, ground }: Palette): string {
  const text = luminance(color);
  const dark = luminance(ink);
  const light = luminance(ground);
  if (text === undefined || dark === undefined || light === undefined) return color === ink ? ground : ink;
  return Math.abs(text - dark) > Math.abs(text - light) ? ink : ground;
}

const minHoleContrast = 1.6;

/** The color inside a ring: that of the mark's edge, or black or white if the edge is much like the mark. */
export function ringHoleColor(color: string, edge = '#ffffff'): string {
  const own = luminance(color) ?? 0;
  const around = luminance(edge) ?? 1;
  const contrast = (Math.max(own, around) + 0.05) / (Math.min(own, around) + 0.05);
  if (contrast >= minHoleContrast && around !== own) return edge;
  return own > 0.4 ? '#1b2328' : '#ffffff';
}

const fullCircle = Math.PI * 2;

/** A regular polygon around the origin with the area of the unit circle, as x, y, x, y, … */
function polygon(corners: number, turn: number): readonly number[] {
  const reach = Math.sqrt(fullCircle / (corners * Math.sin(fullCircle / corners)));
  return Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * fullCircle + turn;
    return [reach * Math.sin(angle), -reach * Math.cos(angle)];
  }).flat();
}

/** The corners of each shape for a radius of 1; none for the circle. */
const outlines: Readonly<Record<MarkShape, readonly number[]>> = {
  circle: [],
  square: polygon(4, Math.PI / 4),
  triangle: polygon(3, 0),
  diamond: polygon(4, 0),
  hexagon: polygon(6, 0),
  cup: polygon(4, Math.PI / 4),
};

/** The radius of a mark at a zoom level: smaller below 6.5 if its style asks for it, so that many do not become one. */
export function markRadius(style: ResolvedStyle, zoom: number): number {
  const radius = numberOf(style, 'circle-radius');
  return style['circle-shrink'] === true
    ? radius * Math.max(0.5, Math.min(1, 1 - (6.5 - zoom) * 0.42))
    : radius;
}

/** Traces a mark as one path: as large, in area, as a circle of this radius. */
export function traceMark(
  context: CanvasRenderingContext2D,
  shape: MarkShape,
  x: number,
  y: number,
  radius: number,
): void {
  const outline = outlines[shape];
  context.beginPath();
  if (outline.length === 0) {
    context.arc(x, y, radius, 0, fullCircle);
    return;
  }
  for (let index = 0; index < outline.length; index += 2) {
    const cornerX = x + (outline[index] ?? 0) * radius;
    const cornerY = y + (outline[index + 1] ?? 0) * radius;
    if (index === 0) context.moveTo(cornerX, cornerY);
    else context.lineTo(cornerX, cornerY);
  }
  context.closePath();
}

/** What a cup is drawn with. */
interface CupPaint {
  readonly radius: number;
  readonly color: string;
  readonly strokeColor: string;
  /** How full it is, 0 to 1. */
  readonly level: number;
  readonly levelColor: string;
  readonly cupColor: string;
}

/** The bottom of a cup as a share of its rim, and its height as a share of its width. */
const bottomShare = 0.62;
const heightShare = 0.66;

/** Traces the part of a cup below a level; the whole of it by default. */
function traceCup(context: CanvasRenderingContext2D, x: number, y: number, radius: number, level = 1): void {
  const height = 2 * radius * heightShare;
  const bottom = radius * bottomShare;
  const half = bottom + (radius - bottom) * level;
  context.beginPath();
  context.moveTo(x - half, y + height / 2 - height * level);
  context.lineTo(x - bottom, y + height / 2);
  context.lineTo(x + bottom, y + height / 2);
  context.lineTo(x + half, y + height / 2 - height * level);
}

/** Draws a vessel that is open at its top: its water, and a rim in its color with an edge. */
export function drawCup(context: CanvasRenderingContext2D, paint: CupPaint, x: number, y: number): void {
  const { radius, color, strokeColor, level, levelColor, cupColor } = paint;
  traceCup(context, x, y, radius);
  context.fillStyle = cupColor;
  context.fill();
  if (level > 0) {
    traceCup(context, x, y, radius, level);
    context.fillStyle = levelColor;
    context.fill();
  }
  const width = Math.max(1.5, Math.min(3, radius / 5));
  traceCup(context, x, y, radius);
  context.strokeStyle = strokeColor;
  context.lineWidth = width + 1.5;
  context.stroke();
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

const arrowHeight = 9;

export interface MarkArrow {
  readonly color: string;
  readonly turn: 'rise' | 'fall';
}

/** Draws an arrow to the right of a mark that reaches so far. */
export function drawArrow(
  context: CanvasRenderingContext2D,
  { color, turn }: MarkArrow,
  x: number,
  y: number,
): void {
  const up = turn === 'rise' ? -1 : 1;
  const tip = y + (up * arrowHeight) / 2;
  const middle = x + 5;
  context.beginPath();
  context.moveTo(middle, y - (up * arrowHeight) / 2);
  context.lineTo(middle, tip);
  context.moveTo(middle - 3, tip - up * 3.5);
  context.lineTo(middle, tip);
  context.lineTo(middle + 3, tip - up * 3.5);
  context.strokeStyle = color;
  context.lineWidth = 1.6;
  context.stroke();
}
