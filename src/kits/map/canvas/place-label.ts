import type { ScreenBox } from '../free-area.ts';
import { numberOf, numbersOf, type ResolvedStyle, textOf } from '../style/compile.ts';
import type { Drawable } from './draw-shapes.ts';
import { anchorOf, type MapFrame, toScreen } from './geometry.ts';

interface LabelText {
  readonly lines: readonly string[];
  readonly width: number;
}

export const lineHeight = 1.2;
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
  readonly box: ScreenBox;
}

export interface LabelTools {
  readonly measurer: TextMeasurer;
  readonly family: string;
}

/** Places a label as styled, or at least `clearance` pixels from its point; null if none of it is visible. */
export function placeLabel(
  frame: MapFrame,
  { projected, style }: Drawable,
  { measurer, family }: LabelTools,
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
  const box = boxOf(left, top, measured.width, textHeight);
  const isVisible = box.right >= 0 && box.bottom >= 0 && box.left <= width && box.top <= height;
  // Another place next to a visible point may be inside.
  if (!isVisible && (x < 0 || y < 0 || x > width || y > height)) return null;
  return { font, size, lines: measured.lines, width: measured.width, left, top, box };
}

const boxOf = (left: number, top: number, width: number, height: number): ScreenBox => ({
  left: left - 2,
  top: top - 1,
  right: left + width + 2,
  bottom: top + height + 1,
});

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

const cellSize = 64;

/** The boxes of the labels placed so far, in a grid, so that thousands of candidates are cheap. */
export class LabelBoxes {
  readonly #cells = new Map<number, ScreenBox[]>();

  #keys({ left, top, right, bottom }: ScreenBox): number[] {
    const keys: number[] = [];
    for (let column = Math.floor(left / cellSize); column <= Math.floor(right / cellSize); column += 1) {
      for (let row = Math.floor(top / cellSize); row <= Math.floor(bottom / cellSize); row += 1) {
        keys.push(column * 100_003 + row);
      }
    }
    return keys;
  }

  /** Reserves a box. @returns false if it overlaps a reserved one */
  tryReserve(box: ScreenBox): boolean {
    if (!this.isFree(box)) return false;
    this.reserve(box);
    return true;
  }

  isFree(box: ScreenBox): boolean {
    return this.#keys(box).every(
      (key) =>
        !this.#cells
          .get(key)
          ?.some(
            (other) =>
              box.left < other.right &&
              box.right > other.left &&
              box.top < other.bottom &&
              box.bottom > other.top,
          ),
    );
  }

  /** Reserves a box, even if it overlaps others. */
  reserve(box: ScreenBox): void {
    for (const key of this.#keys(box)) {
      const boxes = this.#cells.get(key);
      if (boxes) boxes.push(box);
      else this.#cells.set(key, [box]);
    }
  }
}

/** The text's top left corner, as shares of its width and height to the left of and above the anchor. */
function anchorShare(anchor: string): readonly [x: number, y: number] {
  const x = anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? 1 : 0.5;
  const y = anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 1 : 0.5;
  return [x, y];
}

/** Breaks text at spaces so that no line is wider than the limit, unless a word is. */
export function wrapText(text: string, limit: number, measure: (line: string) => number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (line && measure(longer) > limit) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}
