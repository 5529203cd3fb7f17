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
