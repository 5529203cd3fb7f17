import type { MarkShape } from '../style/mark-shapes.ts';
import type { ResolvedStyle } from '../style/resolve.ts';
import { numberOf } from './style-values.ts';

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
