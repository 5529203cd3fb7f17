import type { ResolvedStyle } from '../style/resolve.ts';
import { contrastingHalo } from './contrast.ts';
import type { Drawable } from './draw-shapes.ts';
import { type Frame, type Palette, toScreen } from './frame.ts';
import { labelAnchor, type PreparedFeature } from './geometry.ts';
import { anchorShare, type LabelBox, type LabelBoxes, wrapText } from './label-boxes.ts';
import { numberOf, numbersOf, textOf } from './read.ts';

interface LabelText {
  readonly lines: readonly string[];
  readonly width: number;
}

/** A label that was drawn, for hits on it. */
export interface DrawnLabel {
  readonly prepared: PreparedFeature;
  readonly box: LabelBox;
}

const lineHeight = 1.2;
const anchors = new WeakMap<PreparedFeature, ReturnType<typeof labelAnchor>>();

function anchorOf(prepared: PreparedFeature) {
  const known = anchors.get(prepared);
  if (known) return known;
  const anchor = labelAnchor(prepared);
  anchors.set(prepared, anchor);
  return anchor;
}

function fontOf(style: ResolvedStyle, family: string): string {
  const fonts = style['text-font'];
  const named = Array.isArray(fonts) ? fonts.join(' ') : '';
  const slant = /italic|oblique/i.test(named) ? 'italic ' : '';
  const weight = /bold|black/i.test(named) ? 700 : /medium|semi/i.test(named) ? 600 : 500;
  return `${slant}${weight} ${numberOf(style, 'text-size')}px ${family}`;
}

/** Texts are measured once per font. */
export class TextMeasurer {
  readonly #texts = new Map<string, LabelText>();

  measure(context: CanvasRenderingContext2D, font: string, text: string, limit: number): LabelText {
    const key = `${font}|${limit}|${text}`;
    const known = this.#texts.get(key);
    if (known) return known;
    context.font = font;
    const measure = (line: string): number => context.measureText(line).width;
    const lines = wrapText(text, limit, measure);
    const measured = { lines, width: Math.max(...lines.map(measure)) };
    if (this.#texts.size > 20_000) this.#texts.clear();
    this.#texts.set(key, measured);
    return measured;
  }
}

function transformed(style: ResolvedStyle): string {
  const text = textOf(style, 'text-field').trim();
  const how = textOf(style, 'text-transform');
  if (how === 'uppercase') return text.toLocaleUpperCase('en-US');
  return how === 'lowercase' ? text.toLocaleLowerCase('en-US') : text;
}

/** Draws what fits: a label that would cover one drawn before is left out. */
export function drawLabels(
  frame: Frame,
  drawables: readonly Drawable[],
  taken: LabelBoxes,
  measurer: TextMeasurer,
  palette: Palette,
  family: string,
): readonly DrawnLabel[] {
  const { context, width, height } = frame;
  const drawn: DrawnLabel[] = [];
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const { prepared, style } of drawables) {
    const text = transformed(style);
    const size = numberOf(style, 'text-size');
    if (!text || size <= 0) continue;
    const { x, y } = toScreen(frame, anchorOf(prepared));
    if (x < -width || y < -height || x > width * 2 || y > height * 2) continue;
    const font = fontOf(style, family);
    const measured = measurer.measure(context, font, text, numberOf(style, 'text-max-width') * size);
    const tall = measured.lines.length * size * lineHeight;
    const [shareX, shareY] = anchorShare(textOf(style, 'text-anchor'));
    const [offsetX = 0, offsetY = 0] = numbersOf(style, 'text-offset');
    const left = x + offsetX * size - measured.width * shareX;
    const top = y + offsetY * size - tall * shareY;
    const box = { left: left - 2, top: top - 1, right: left + measured.width + 2, bottom: top + tall + 1 };
    if (box.right < 0 || box.bottom < 0 || box.left > width || box.top > height) continue;
    if (!taken.take(box) && style['text-allow-overlap'] !== true) continue;
    const color = textOf(style, 'text-color') || palette.ink;
    const halo = numberOf(style, 'text-halo-width');
    context.font = font;
    context.globalAlpha = numberOf(style, 'text-opacity');
    context.fillStyle = color;
    context.strokeStyle = textOf(style, 'text-halo-color') || contrastingHalo(color, palette);
    context.lineWidth = halo * 2;
    measured.lines.forEach((line, index) => {
      const lineY = top + (index + 0.5) * size * lineHeight;
      if (halo > 0) context.strokeText(line, left + measured.width / 2, lineY);
      context.fillText(line, left + measured.width / 2, lineY);
    });
    drawn.push({ prepared, box });
  }
  context.globalAlpha = 1;
  return drawn;
}
