import type { Extent, Side } from '../types.ts';

/** Around an image, in pixels. */
export const imagePadding = 16;
/** The first line of the title, and each further one. */
const titleHeight = 26;
const titleLineHeight = 19;
const subtitleHeight = 15;
/** Of an axis: its title, its ticks and the spaces between. */
const axisTitleWidth = 28;
const tickWidth = 9;
const digitWidth = 7;
/** Half of a date beneath the last tick. */
const halfDateWidth = 20;
/** The labels of the time axis, with a space before what follows. */
const timeAxisHeight = 36;
/** About how many labels a value axis has. */
const labelCount = 8;

/** The size of the plot in an image, and what is around it, in pixels. */
type ImageLayout = {
  readonly plot: { readonly width: number; readonly height: number };
  readonly padding: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;
};

type LayoutSettings = {
  /** Of the image, without its foot. */
  readonly width: number;
  readonly height: number;
  readonly titleCount?: number;
  readonly subtitleCount: number;
  readonly footHeight: number;
};

/** What an axis is drawn for. */
type UsedSides = {
  readonly series: readonly { readonly side: Side }[];
  readonly bands?: readonly { readonly side: Side }[];
};

/** Fixed, because Vega would fit the legend into the plot's height. */
export function imageLayout(
  { series, bands = [] }: UsedSides,
  extents: Readonly<Record<Side, Extent>>,
  { width, height, titleCount = 1, subtitleCount, footHeight }: LayoutSettings,
): ImageLayout {
  const axisWidth = (side: Side) =>
    [...series, ...bands].some((each) => each.side === side) ? axisTitleWidth + labelWidth(extents[side]) : 0;
  const left = imagePadding + axisWidth('left');
  const right = imagePadding + Math.max(halfDateWidth, axisWidth('right'));
  const titles = titleCount === 0 ? 0 : titleHeight + (titleCount - 1) * titleLineHeight;
  const top = imagePadding + titles + subtitleCount * subtitleHeight;
  const bottom = imagePadding + timeAxisHeight;
  return {
    plot: { width: Math.max(100, width - left - right), height: Math.max(100, height - top - bottom) },
    padding: { left, right, top, bottom: bottom + footHeight },
  };
}

/** The width of the labels of a value axis, about. */
function labelWidth([low, high]: Extent): number {
  const step = Math.abs(high - low) / labelCount;
  const digits = step > 0 && step < 1 ? Math.min(10, Math.ceil(-Math.log10(step))) : 0;
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const letters = Math.max(...[low, high].map((each) => format.format(each).length));
  return tickWidth + letters * digitWidth;
}
