import { minTextContrast } from '#lib/colors.ts';
import { lowerBound } from '../reading/bisect.ts';
import { type ChartTheme, groundsOf, legibleOver, themeColors } from '../theme.ts';
import type { AxisSide, ChartContent, ChartSeries, Extent } from '../types.ts';
import { cutText, type DrawnPlot, type Layout, letterWidth, narrowWidth, xPixel, yPixel } from './layout.ts';
import { byEmphasis } from './lines.ts';

/** More series than these are not labeled; the others are in the table. */
export const maxLabels = 12;

/** The distance of labels, from middle to middle. */
const labelHeight = 16;
const gap = 9;
const rise = 14;
/** Bold letters of the leading label are this much wider. */
const leadingRatio = 1.25;

/** The last shown value of a line. */
type End = { readonly series: ChartSeries; readonly x: number; readonly y: number; readonly text: string };

/**
 * An end label names the last value; where the window ends before that, and in a narrow drawing, a leading line has its name.
 */
function endOf(series: ChartSeries, [from, to]: Extent, width: number): End | undefined {
  const { xs, ys, endLabel, label, emphasis, maxGap } = series;
  if (maxGap === 0) return undefined;
  const last = lowerBound(xs, to + 1e-9) - 1;
  let at = last;
  while (at >= 0 && Number.isNaN(ys[at])) at -= 1;
  const [x, y] = [xs[at], ys[at]];
  if (x === undefined || y === undefined || x < from) return undefined;
  const hasOwn = last === xs.length - 1 && !(emphasis === 'leading' && width < narrowWidth);
  return { series, x, y, text: hasOwn ? (endLabel ?? label) : label };
}

/** The ends to label in a window: those of leading lines first, then the first of the others. */
function labeledEnds({ series }: ChartContent, window: Extent, width: number): readonly End[] {
  const all = byEmphasis(series)
    .toReversed()
    .flatMap((each) => endOf(each, window, width) ?? []);
  if (series.length <= maxLabels) return all;
  const leading = all.filter((each) => each.series.emphasis === 'leading');
  const others = series.flatMap(
    (each) => all.find((end) => end.series === each && !leading.includes(end)) ?? [],
  );
  return [...leading, ...others].slice(0, maxLabels - 1);
}

/** Whether a leading line ends so early that its label stands beside its dot. */
function standsInside({ series, x }: End, [from, to]: Extent, width: number): boolean {
  return series.emphasis === 'leading' && (to - x) / (to - from) > (width < narrowWidth ? 0.2 : 0.25);
}

/** The pixels that the labels right of the plot need. */
export function labelWidthOf(content: ChartContent, window: Extent, width: number): number {
  const texts = labeledEnds(content, window, width)
    .filter((each) => !standsInside(each, window, width))
    .map(({ text }) => text);
  const levels = (content.levels ?? []).map(({ label }) => label);
  return Math.max(0, ...[...texts, ...levels].map((text) => (text.length + 1) * letterWidth * 1.06));
}

/** A label at the end of a line or a level, in pixels from the upper left corner of the plot; its middle is at `y`. */
export type EndLabel = {
  /** Of its series; a level and `+38 more` have none. */
  readonly id?: string;
  readonly text: string;
  /** The text as a whole, where it is cut. */
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly isLeading?: boolean;
  /** Where the dot of a leading line is. */
  readonly dot?: { readonly x: number; readonly y: number };
};

/** The labels of the ends, in a column right of the plot and never nearer to one another than 16 pixels. */
export function endLabels(
  content: ChartContent,
  plot: DrawnPlot,
  { layout, theme, width }: { readonly layout: Layout; readonly theme: ChartTheme; readonly width: number },
): readonly EndLabel[] {
  const { series, levels = [] } = content;
  const { height } = plot.area;
  const grounds = groundsOf(content, theme);
  const { ink, muted } = themeColors[theme];
  const placeOf = (side: AxisSide, y: number) => Math.min(height, Math.max(0, yPixel(plot, side, y)));
  const ends = labeledEnds(content, plot.x, width);
  const inside = ends.filter((each) => standsInside(each, plot.x, width));
  const labelOf = (end: End): EndLabel => {
    const dot = { x: xPixel(plot, end.x), y: placeOf(end.series.side, end.y) };
    const isLeading = end.series.emphasis === 'leading';
    return {
      id: end.series.id,
      text: end.text,
      title: end.text,
      x: layout.labels.x,
      y: dot.y,
      color: legibleOver(end.series.color, grounds, theme, minTextContrast),
      ...(isLeading && { isLeading, dot }),
    };
  };
  const column: readonly EndLabel[] = [
    ...ends.filter((each) => !inside.includes(each)).map(labelOf),
    ...levels.map(({ label, side, value }) => ({
      text: label,
      title: label,
      x: layout.labels.x,
      y: placeOf(side, value),
      color: ink,
    })),
  ];
  const more = series.length > maxLabels ? series.length - ends.length : 0;
  // How many more there are stands beneath the lowest label.
  const placed = layout.labels.width > 0 ? spread(column, height - (more > 0 ? labelHeight : 0)) : [];
  return [
    ...inside.map((end): EndLabel => {
      const label = labelOf(end);
      const size = end.text.length * letterWidth * leadingRatio;
      // Beside the dot and above it, where fewer lines are; what would be cut at the edge of the plot begins before it.
      const x = Math.max(0, Math.min((label.dot?.x ?? 0) + gap, plot.area.width - size));
      return { ...label, x, y: Math.max(labelHeight / 2, label.y - rise) };
    }),
    ...placed.map((each) => ({
      ...each,
      text: cutText(each.title, layout.labels.width / (each.isLeading ? 1.06 : 1)),
    })),
    ...(placed.length > 0 && more > 0
      ? [
          {
            text: `+${more} more`,
            title: `${more} more series in the table`,
            x: layout.labels.x,
            y: (placed.at(-1)?.y ?? 0) + labelHeight,
            color: muted,
          },
        ]
      : []),
  ];
}

/** Moves labels apart, as little as the height allows; those that find no room are left out. */
function spread(wanted: readonly EndLabel[], height: number): readonly EndLabel[] {
  const room = Math.max(1, Math.floor(height / labelHeight) + 1);
  const placed = wanted
    .slice(0, room)
    .toSorted((one, other) => one.y - other.y)
    .map((each) => ({ ...each }));
  for (let at = 1; at < placed.length; at += 1) {
    const [before, here] = [placed[at - 1], placed[at]];
    if (before && here) here.y = Math.max(here.y, before.y + labelHeight);
  }
  let limit = height;
  for (const each of placed.toReversed()) {
    each.y = Math.min(each.y, limit);
    limit = each.y - labelHeight;
  }
  return placed;
}
