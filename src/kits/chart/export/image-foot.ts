import { axisName, axisOf } from '../axes.ts';
import { edgeNote } from '../drawing/excluded-values.ts';
import { shadeExtent } from '../drawing/shade.ts';
import { type Sample, sampleOf, sampleSize } from '../legend/sample.ts';
import { estimatedDash } from '../theme.ts';
import type { ChartContent, Side } from '../types.ts';
import { type ExportFacts, factLines, type MarkKey, markKeys } from './export-lines.ts';
import { noteLetterWidth, wrapText } from './wrap-text.ts';

/**
 * What an image has beneath the plot, in pixels from the plot's lower left corner: the legend, the keys of its marks, and
 * where it is from. Colors are those of the content; `ink`, `muted`, `shade` and `surface` those of the theme.
 */
export type ImageFoot = {
  readonly height: number;
  readonly footTexts: readonly {
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly c: string;
  }[];
  readonly footLines: readonly {
    readonly x: number;
    readonly y: number;
    readonly x2: number;
    readonly y2: number;
    readonly c: string;
    readonly w: number;
    readonly dash: readonly number[];
  }[];
  readonly footBoxes: readonly {
    readonly x: number;
    readonly y: number;
    readonly x2: number;
    readonly y2: number;
    readonly c: string;
    /** Of its outline. */
    readonly o: string;
  }[];
  /** `h`: hollow; `s`: the shape, a circle by default. */
  readonly footDots: readonly {
    readonly x: number;
    readonly y: number;
    readonly c: string;
    readonly h: boolean;
    readonly s?: string;
  }[];
};

type Parts = { -readonly [Name in Exclude<keyof ImageFoot, 'height'>]: ImageFoot[Name][number][] };

type FootSettings = {
  /** Of the plot, about. */
  readonly width: number;
  /** What the drawing cannot show as it is. */
  readonly notes: readonly string[];
  readonly facts: ExportFacts | undefined;
};

/** From the plot to the first row: the labels of the time axis. */
const top = 44;
const lineHeight = 18;
const sampleGap = 8;
const entryGap = 22;
const blockGap = 6;

export function imageFoot(content: ChartContent, { width, notes, facts }: FootSettings): ImageFoot {
  const parts: Parts = { footTexts: [], footLines: [], footBoxes: [], footDots: [] };
  let y = top;
  for (const group of groupsOf(content)) {
    if (group.title !== undefined) {
      parts.footTexts.push({ x: 0, y, text: group.title, c: 'muted' });
      y += lineHeight;
    }
    y = addEntries(parts, group.entries, { y, width });
  }
  y += blockGap;
  for (const key of markKeys(content)) y = addKey(parts, key, { content, y, width });
  for (const text of [...notes, ...factLines(content, facts)].flatMap((each) => wrapText(each, width))) {
    parts.footTexts.push({ x: 0, y, text, c: 'muted' });
    y += lineHeight;
  }
  return { height: y - top, ...parts };
}

type Entry = { readonly label: string; readonly add: (parts: Parts, x: number, y: number) => void };
type Group = { readonly title: string | undefined; readonly entries: readonly Entry[] };

/** The lines and bands, by axis if there are two. */
function groupsOf(content: ChartContent): readonly Group[] {
  const { series, bands = [] } = content;
  const used = (['left', 'right'] as const).filter((side) =>
    [...series, ...bands].some((each) => each.side === side),
  );
  const titleOf = (side: Side) =>
    used.length > 1
      ? `${side === 'left' ? 'Left' : 'Right'} axis: ${axisName(axisOf(content, side))}`
      : undefined;
  return used.map((side) => ({
    title: titleOf(side),
    entries: [
      ...series
        .filter((each) => each.side === side)
        .map(
          (each): Entry => ({
            label: each.label,
            add: (parts, x, y) => addSample(parts, sampleOf(each), { x, y, color: each.color }),
          }),
        ),
      ...bands
        .filter((each) => each.side === side)
        .map(
          (each): Entry => ({
            label: each.label,
            add: (parts, x, y) => addBox(parts, { x, y, color: each.color }),
          }),
        ),
    ],
  }));
}

/** Adds entries side by side, as many as fit in a row. @returns the y beneath them */
function addEntries(
  parts: Parts,
  entries: readonly Entry[],
  { y: start, width }: { readonly y: number; readonly width: number },
): number {
  let [x, y] = [0, start];
  const textX = sampleSize.width + sampleGap;
  for (const { label, add } of entries) {
    const size = textX + label.length * noteLetterWidth;
    if (x > 0 && x + size > width) {
      x = 0;
      y += lineHeight;
    }
    add(parts, x, y);
    parts.footTexts.push({ x: x + textX, y, text: label, c: 'ink' });
    x += size + entryGap;
  }
  return entries.length > 0 ? y + lineHeight : y;
}

type KeyPlace = { readonly content: ChartContent; readonly y: number; readonly width: number };

/** Adds a mark and what it means. @returns the y beneath it */
function addKey(parts: Parts, { kind, text }: MarkKey, { content, y, width }: KeyPlace): number {
  const place = { x: 0, y, color: 'muted' };
  if (kind === 'marked' && shadeExtent(content.series)) addBox(parts, { ...place, color: 'shade' });
  if (kind === 'estimated') addEstimatedSample(parts, content, place);
  if (kind === 'excluded') {
    const lines = [
      { x1: 10, y1: 2, x2: 18, y2: 10 },
      { x1: 10, y1: 10, x2: 18, y2: 2 },
    ];
    addSample(parts, { lines, width: 1.8, dash: [], bars: [], dots: [] }, place);
  }
  const x = sampleSize.width + sampleGap;
  const lines = wrapText(kind === 'excluded' ? `${text} ${edgeNote}` : text, width - x);
  for (const [index, each] of lines.entries())
    parts.footTexts.push({ x, y: y + index * lineHeight, text: each, c: 'muted' });
  return y + lines.length * lineHeight;
}

/** As estimates are drawn: an outlined bar, or dashes, with a hollow dot where there are dots. */
function addEstimatedSample(parts: Parts, { series }: ChartContent, { x, y, color }: Place): void {
  const estimated = series.filter((each) => each.isEstimated);
  if (estimated.every((each) => each.shape === 'bars')) {
    const { height } = sampleSize;
    parts.footBoxes.push({
      x: x + 10,
      y: y - height / 2,
      x2: x + 18,
      y2: y + height / 2,
      c: 'surface',
      o: color,
    });
    return;
  }
  parts.footLines.push({ x: x + 1, y, x2: x + 27, y2: y, c: color, w: 2, dash: estimatedDash });
  if (estimated.some((each) => each.shape === 'dots'))
    parts.footDots.push({ x: x + 14, y, c: color, h: true });
}

type Place = { readonly x: number; readonly y: number; readonly color: string };

/** Adds a sample whose middle is at `y`. */
function addSample(parts: Parts, sample: Sample, { x, y, color: c }: Place): void {
  const upper = y - sampleSize.height / 2;
  for (const { x1, y1, x2, y2 } of sample.lines) {
    const ends = { x: x + x1, y: upper + y1, x2: x + x2, y2: upper + y2 };
    parts.footLines.push({ ...ends, c, w: sample.width, dash: sample.dash });
  }
  for (const { x: left, y: from, width, height } of sample.bars)
    parts.footBoxes.push({
      x: x + left,
      y: upper + from,
      x2: x + left + width,
      y2: upper + from + height,
      c,
      o: c,
    });
  for (const dot of sample.dots) parts.footDots.push({ x: x + dot.x, y: upper + dot.y, c, h: false });
}

function addBox(parts: Parts, { x, y, color: c }: Place): void {
  const { width, height } = sampleSize;
  parts.footBoxes.push({ x: x + 1, y: y - height / 2, x2: x + width - 1, y2: y + height / 2, c, o: 'line' });
}
