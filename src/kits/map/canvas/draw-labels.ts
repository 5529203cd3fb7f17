import type { ResolvedStyle } from '../style/resolve.ts';
import { contrastingHalo } from './contrast.ts';
import type { Drawable } from './draw-shapes.ts';
import { type Frame, type Palette, toScreen } from './frame.ts';
import { labelAnchor, type ProjectedFeature } from './geometry.ts';
import { anchorShare, type LabelBox, type LabelBoxes, wrapText } from './label-boxes.ts';
import { numberOf, numbersOf, textOf } from './style-values.ts';

interface LabelText {
  readonly lines: readonly string[];
  readonly width: number;
}

/** A drawn label, for hit tests. */
export interface DrawnLabel {
  readonly projected: ProjectedFeature;
  readonly box: LabelBox;
}

const lineHeight = 1.2;
const anchors = new WeakMap<ProjectedFeature, ReturnType<typeof labelAnchor>>();

function anchorOf(projected: ProjectedFeature) {
  const cached = anchors.get(projected);
  if (cached) return cached;
  const anchor = labelAnchor(projected);
  anchors.set(projected, anchor);
  return anchor;
}

function fontOf(style: ResolvedStyle, family: string): string {
  const fonts = style['text-font'];
  const named = Array.isArray(fonts) ? fonts.join(' ') : '';
  const slant = /italic|oblique/i.test(named) ? 'italic ' : '';
  const weight = /bold|black/i.test(named) ? 700 : /medium|semi/i.test(named) ? 600 : 500;
  return `${slant}${weight} ${numberOf(style, 'text-size')}px ${family}`;
}

/** Measures each text once per font. */
export class TextMeasurer {
  readonly #texts = new Map<string, LabelText>();

  measure(context: CanvasRenderingContext2D, font: string, text: string, limit: number): LabelText {
    const key = `${font}|${limit}|${text}`;
    const cached = this.#texts.get(key);
    if (cached) return cached;
    context.font = font;
    const measure = (line: string): number => context.measureText(line).width;
    const lines = wrapText(text, limit, measure);
    const measured = { lines, width: Math.max(...lines.map(measure)) };
    if (this.#texts.size > 20_000) this.#texts.clear();
    this.#texts.set(key, measured);
    return measured;
  }
}

function toTransformedText(style: ResolvedStyle): string {
  const text = textOf(style, 'text-field').trim();
  const textTransform = textOf(style, 'text-transform');
  if (textTransform === 'uppercase') return text.toLocaleUpperCase('en-US');
  return textTransform === 'lowercase' ? text.toLocaleLowerCase('en-US') : text;
}

/** Position and text style of a label. */
export interface LabelPlacement {
  readonly font: string;
  readonly size: number;
  readonly lines: readonly string[];
  readonly width: number;
  readonly left: number;
  readonly top: number;
  readonly box: LabelBox;
}

export interface LabelTools {
  readonly measurer: TextMeasurer;
  readonly palette: Palette;
  readonly family: string;
}

/** Places a label at least `clear` pixels from a point; null if none of it is visible. */
export function placeLabel(
  frame: Frame,
  { projected, style }: Drawable,
  { measurer, family }: Omit<LabelTools, 'palette'>,
  clearance = 0,
): LabelPlacement | null {
  const { context, width, height } = frame;
  const text = toTransformedText(style);
  const size = numberOf(style, 'text-size');
  if (!text || size <= 0) return null;
  const { x, y } = toScreen(frame, anchorOf(projected));
  if (x < -width || y < -height || x > width * 2 || y > height * 2) return null;
  const font = fontOf(style, family);
  const measured = measurer.measure(context, font, text, numberOf(style, 'text-max-width') * size);
  const textHeight = measured.lines.length * size * lineHeight;
  const share = anchorShare(textOf(style, 'text-anchor'));
  const [offsetX = 0, offsetY = 0] = numbersOf(style, 'text-offset');
  const corner = {
    left: x + offsetX * size - measured.width * share[0],
    top: y + offsetY * size - textHeight * share[1],
  };
  const { left, top } =
    clearance > 0 ? moveOutsideCircle(corner, { x, y }, measured.width, textHeight, clearance) : corner;
  const box = {
    left: left - 2,
    top: top - 1,
    right: left + measured.width + 2,
    bottom: top + textHeight + 1,
  };
  if (box.right < 0 || box.bottom < 0 || box.left > width || box.top > height) return null;
  return { font, size, lines: measured.lines, width: measured.width, left, top, box };
}

/** Moves a text away from a point, until it is outside a circle around it. */
export function moveOutsideCircle(
  { left, top }: { readonly left: number; readonly top: number },
  { x, y }: { readonly x: number; readonly y: number },
  width: number,
  height: number,
  radius: number,
): { readonly left: number; readonly top: number } {
  if (left >= x + radius || left + width <= x - radius || top >= y + radius || top + height <= y - radius) {
    return { left, top };
  }
  const across = left + width / 2 - x;
  const down = top + height / 2 - y;
  if (Math.abs(across) / width > Math.abs(down) / height) {
    return { left: across > 0 ? x + radius : x - radius - width, top };
  }
  return { left, top: down >= 0 ? y + radius : y - radius - height };
}

function drawLabel(frame: Frame, { style }: Drawable, placement: LabelPlacement, palette: Palette): void {
  const { context } = frame;
  const color = textOf(style, 'text-color') || palette.ink;
  const halo = numberOf(style, 'text-halo-width');
  context.font = placement.font;
  context.globalAlpha = numberOf(style, 'text-opacity');
  context.fillStyle = color;
  context.strokeStyle = textOf(style, 'text-halo-color') || contrastingHalo(color, palette);
  context.lineWidth = halo * 2;
  const middle = placement.left + placement.width / 2;
  placement.lines.forEach((line, index) => {
    const lineY = placement.top + (index + 0.5) * placement.size * lineHeight;
    if (halo > 0) context.strokeText(line, middle, lineY);
    context.fillText(line, middle, lineY);
  });
}

function anchorKey(projected: ProjectedFeature): string {
  const { x, y } = anchorOf(projected);
  return `${x} ${y}`;
}

function stackBelow(placement: LabelPlacement | null, edge: number | undefined): LabelPlacement | null {
  if (!placement || edge === undefined) return placement;
  const { box } = placement;
  const shift = edge - box.top;
  return {
    ...placement,
    top: placement.top + shift,
    box: { ...box, top: edge, bottom: box.bottom + shift },
  };
}

/**
 * Draws the labels that fit: one that would cover an earlier label is skipped. Labels in `reserved` already have their
 * places.
 */
export function drawLabels(
  frame: Frame,
  drawables: readonly Drawable[],
  occupied: LabelBoxes,
  tools: LabelTools,
  reserved: ReadonlyMap<Drawable, LabelPlacement>,
): readonly DrawnLabel[] {
  const { context } = frame;
  const drawn: DrawnLabel[] = [];
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  /** The lower edge of the labels at each place; labels of the next feature there go below. */
  const stacks = new Map<string, number>();
  for (const [{ projected }, { box }] of reserved) stacks.set(anchorKey(projected), box.bottom);
  for (const drawable of drawables) {
    const reservedPlacement = reserved.get(drawable);
    const key = anchorKey(drawable.projected);
    const placement = reservedPlacement ?? stackBelow(placeLabel(frame, drawable, tools), stacks.get(key));
    if (!placement) continue;
    if (
      !reservedPlacement &&
      !occupied.tryReserve(placement.box) &&
      drawable.style['text-allow-overlap'] !== true
    )
      continue;
    drawLabel(frame, drawable, placement, tools.palette);
    drawn.push({ projected: drawable.projected, box: placement.box });
    stacks.set(key, placement.box.bottom);
  }
  context.globalAlpha = 1;
  return drawn;
}
