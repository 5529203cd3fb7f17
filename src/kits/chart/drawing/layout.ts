import { axisTitle, usedSides } from '../axes.ts';
import type { AxisSide, ChartContent, Extent } from '../types.ts';

/** A rectangle of a drawing, in pixels from its upper left corner. */
export type PlotArea = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** A drawn plot: where it lies, and what its axes span. */
export type DrawnPlot = {
  readonly area: PlotArea;
  readonly x: Extent;
  readonly axes: Readonly<Record<AxisSide, DrawnAxis>>;
};

export type DrawnAxis = { readonly extent: Extent; readonly reversed: boolean; readonly isLog: boolean };

/** The pixels right of the plot's left edge. */
export function xPixel({ area, x: [from, to] }: DrawnPlot, x: number): number {
  return ((x - from) / Math.max(1e-9, to - from)) * area.width;
}

/** The pixels below the plot's top edge; not finite for a value that a logarithmic axis cannot have. */
export function yPixel({ area, axes }: DrawnPlot, side: AxisSide, value: number): number {
  const { extent, reversed, isLog } = axes[side];
  const toScale = isLog ? Math.log10 : Number;
  const [low, high] = [toScale(extent[0]), toScale(extent[1])];
  const share = (toScale(value) - low) / Math.max(1e-9, high - low);
  return (reversed ? share : 1 - share) * area.height;
}

/** Narrower drawings have short numbers, and no ruler. */
export const narrowWidth = 600;
/** From this width on, the names of the ruler have their values. */
const wideWidth = 1000;
/** Pixels of the ruler with its names. */
const rulerWidths = { wide: 132, usual: 84 } as const;
const titleHeight = 22;
/** The ticks of the time axis and their labels. */
const timeAxisHeight = 28;
const margin = 8;

type LayoutSettings = {
  /** Of the drawing, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly axes: DrawnPlot['axes'];
  /** Pixels of the longest label right of the plot. */
  readonly labelWidth: number;
};

export type Layout = ReturnType<typeof layOut>;

/**
 * Where everything of a drawing lies, fixed by what is drawn, so that text beside the plot is known before Vega draws. The
 * labels and the ruler are right of the plot, in pixels from its left edge; titles are over their axes, in pixels from its
 * upper left corner. `padding` is around the area, to the edges of the drawing.
 */
export function layOut(content: ChartContent, settings: LayoutSettings) {
  const { width, height, axes } = settings;
  const used = usedSides(content);
  const axisWidth = (side: AxisSide) => (used.includes(side) ? numbersWidth(axes[side].extent, width) : 0);
  const left = Math.max(24, axisWidth('left'));
  const hasRuler = width >= narrowWidth && (content.bands ?? []).some((each) => each.edges);
  const rulerWidth = !hasRuler ? 0 : width >= wideWidth ? rulerWidths.wide : rulerWidths.usual;
  // Where names would be cut on a phone, the read-out beneath has them.
  const isCut = width < narrowWidth && settings.labelWidth > width * 0.27;
  const labelWidth = isCut ? 0 : Math.min(settings.labelWidth, width * (width < narrowWidth ? 0.27 : 0.22));
  const right = axisWidth('right') + (labelWidth > 0 ? labelWidth + margin : 0) + rulerWidth + margin;
  const titles = used.map((side) => ({ side, text: axisTitle(content, side, axes[side].isLog) }));
  const textWidth = titles.reduce((sum, { text }) => sum + text.length * letterWidth + margin, 0);
  const isStacked = titles.length > 1 && textWidth > width - labelWidth - rulerWidth;
  const top = margin + titleHeight * (isStacked ? 2 : 1);
  const plotWidth = Math.max(60, width - left - right);
  const labelsX = plotWidth + axisWidth('right') + margin;
  const plotHeight = Math.max(60, height - top - timeAxisHeight - margin);
  return {
    area: { left, top, width: plotWidth, height: plotHeight },
    padding: { left, top, right: width - left - plotWidth, bottom: height - top - plotHeight },
    labels: { x: labelsX, width: labelWidth },
    ruler: hasRuler
      ? { x: labelsX + (labelWidth > 0 ? labelWidth + margin : 0), hasValues: width >= wideWidth }
      : undefined,
    titles: titles.map(({ side, text }) => ({
      text,
      x: side === 'left' ? margin - left : plotWidth + axisWidth('right'),
      y: -18 - (isStacked && side === 'left' ? titleHeight : 0),
      align: side,
    })),
  };
}

/** Whether an axis writes 20,000 as 20k. */
export function hasShortNumbers([low, high]: Extent, width: number): boolean {
  return width < narrowWidth && Math.max(Math.abs(low), Math.abs(high)) >= 10_000;
}

/** About how many labels a value axis has. */
export const labelCount = 5;

/** The width of the labels of a value axis with its ticks, about. */
function numbersWidth(extent: Extent, width: number): number {
  const [low, high] = extent;
  const step = Math.abs(high - low) / labelCount / 2;
  const digits = step > 0 && step < 1 ? Math.min(10, Math.ceil(-Math.log10(step))) : 0;
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const letters = Math.max(...extent.map((each) => format.format(each).length));
  return 10 + (hasShortNumbers(extent, width) ? 4 : letters) * letterWidth;
}

/** The width of a letter in pixels at the size of labels and notes, on average; bold letters are wider by a tenth. */
export const letterWidth = 6.4;

/** Breaks a text into lines of at most `pixels`, between words where possible; an address is broken anywhere. */
export function wrapText(text: string, pixels: number): readonly string[] {
  const max = Math.max(10, Math.floor(pixels / letterWidth));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    // A word that fits in no line begins in this one.
    line = joined.length <= max || word.length > max ? joined : word;
    if (line === word && joined !== word) lines.push(joined.slice(0, -word.length - 1));
    for (; line.length > max; line = line.slice(max)) lines.push(line.slice(0, max));
  }
  return line === '' ? lines : [...lines, line];
}

/** The text, or as much of it as fits with an ellipsis. */
export function cutText(text: string, pixels: number): string {
  const max = Math.max(4, Math.floor(pixels / letterWidth));
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}

/** A text of a drawing, in pixels from the upper left corner of its plot; its middle is at `y`. */
export type PlotText = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly color: string;
  readonly align: 'left' | 'right' | 'center';
  readonly size: number;
  readonly weight: 400 | 600;
  /** An edge in the color of the surface parts it from what it crosses. */
  readonly hasHalo?: boolean;
};

/** A text of a drawing as most are: small, and beginning at its `x`. */
export function plotText(text: Pick<PlotText, 'x' | 'y' | 'text' | 'color'> & Partial<PlotText>): PlotText {
  return { align: 'left', size: 13, weight: 400, ...text };
}

/** Around an image, in pixels. */
export const imagePadding = 16;
