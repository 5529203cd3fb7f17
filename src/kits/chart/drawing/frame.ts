import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { minTextContrast } from '#lib/colors.ts';
import { dateAt, labelAt, sides, tickLabels, ticksOf, usedSides } from '../axes.ts';
import { isWhole } from '../state.ts';
import { type ChartTheme, dashOf, estimatedDash, groundsOf, legibleOver, themeColors } from '../theme.ts';
import type { AxisSide, ChartContent, ChartSeries, Extent } from '../types.ts';
import { barNote, barPaths, barSeries, timeExtent } from './bars.ts';
import { type EndLabel, endLabels, labelWidthOf } from './end-labels.ts';
import { type DrawnPlot, layOut, letterWidth, type PlotText, plotText, xPixel, yPixel } from './layout.ts';
import {
  bandPath,
  byEmphasis,
  circle,
  columnsOf,
  columnsOfLines,
  excludedPath,
  type LinePath,
  linePath,
  lineWidthOf,
  oncePerSeries,
  type PlotPath,
  rectangle,
} from './lines.ts';
import { alignZeros, axisAt, levelColumns, logTicks, omittedNote } from './value-axis.ts';

/** A drawing of a window of a chart: what Vega draws, and what is written around it. */
export type Frame = ReturnType<typeof frameOf>;

export type FrameSettings = {
  readonly theme: ChartTheme;
  /** Size of the whole drawing, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Default: everything. */
  readonly window?: Extent | undefined;
  /** Axes that offer a logarithmic scale have it. */
  readonly isLog?: boolean | undefined;
};

/**
 * Draws a window of a chart. `signals` are the values of the view's signals, and `lines` those of one that is brought forward,
 * by series. Of the `paths`, from the ground up, the free ones may cross the edge of the plot, where dots would be cut in half.
 * `notes` say what the drawing cannot show as it is: values that a log scale leaves out, and bars that stand for several days.
 */
export function frameOf(given: ChartContent, settings: FrameSettings) {
  const { theme, width, height, isLog = false } = settings;
  const columns = columnsOf(given);
  const whole = timeExtent(columns);
  const { window = whole } = settings;
  const content = isWhole(window, whole) ? given : withNearLevels(given, { columns, window, isLog });
  const all = [...columns, ...levelColumns(content, window)];
  const axisOn = (side: AxisSide) => axisAt(content, all, { side, window, isLog });
  const own = { left: axisOn('left'), right: axisOn('right') };
  const canAlign =
    usedSides(content).length > 1 && !sides.some((side) => own[side].isLog || own[side].reversed);
  const [left, right] = canAlign
    ? alignZeros(own.left.extent, own.right.extent)
    : [own.left.extent, own.right.extent];
  const axes = { left: { ...own.left, extent: left }, right: { ...own.right, extent: right } };
  const labelWidth = labelWidthOf(content, window, width);
  const layout = layOut(content, { width, height, axes, labelWidth });
  const plot = { area: layout.area, x: window, axes };
  const ticks = ticksOf(window, content.time, layout.area.width);
  const notes = [omittedNote(content, window, isLog), barNote(content, window, layout.area.width)];
  const count = columnsOfLines(content.series.length, layout.area.width);
  const lines = new Map(content.series.map((each) => [each.id, linePath(each, plot, count)]));
  const labels = endLabels(content, plot, { layout, theme, width });
  return {
    theme,
    width,
    plot,
    layout,
    signals: {
      x: window,
      left: axes.left.extent,
      right: axes.right.extent,
      leftTicks: axes.left.isLog ? logTicks(axes.left.extent) : [],
      rightTicks: axes.right.isLog ? logTicks(axes.right.extent) : [],
      ticks,
      labels: Object.fromEntries(tickLabels(ticks, content.time)),
    },
    paths: pathsOf(content, plot, { theme, lines, labels }),
    lines,
    texts: [
      ...layout.titles.map((each) => plotText({ ...each, weight: 600, color: themeColors[theme].ink })),
      ...tailText(content, plot, theme),
    ],
    labels,
    notes: notes.filter((each) => each !== undefined),
  };
}

/** A part of a season has the levels that its values come near to; others would flatten them. */
function withNearLevels(
  content: ChartContent,
  { columns, window, isLog }: { columns: readonly ChartSeries[]; window: Extent; isLog: boolean },
): ChartContent {
  const { levels, followsSeason } = content;
  if (!levels || !followsSeason) return content;
  const isNear = ({ side, value }: (typeof levels)[number]) => {
    const [low, high] = axisAt(content, columns, { side, window, isLog }).extent;
    return value >= low && value <= high;
  };
  return { ...content, levels: levels.filter(isNear) };
}

type PathSettings = {
  readonly theme: ChartTheme;
  readonly lines: ReadonlyMap<string, LinePath>;
  readonly labels: readonly EndLabel[];
};

function pathsOf(content: ChartContent, plot: DrawnPlot, { theme, lines, labels }: PathSettings) {
  const { surface } = themeColors[theme];
  const { series, bands = [] } = content;
  const leads = (side: AxisSide) =>
    Number(series.some((each) => each.side === side && each.emphasis === 'leading'));
  // The axis with a leading line lies above the other.
  const ordered = usedSides(content)
    .toSorted((one, other) => leads(one) - leads(other))
    .flatMap((side) => byEmphasis(series.filter((each) => each.side === side)));
  const bars = new Set(barSeries(series));
  const clipped: PlotPath[] = [
    ...bands.map(({ color, ...band }) => ({ d: bandPath({ color, ...band }, plot), fill: color })),
    ...futurePath(content, plot, surface),
    ...levelPaths(content, plot, theme),
    ...barPaths(series, plot).flatMap(({ series: { color }, bars: filled, hollows }) => [
      { d: filled, fill: color },
      { d: hollows, stroke: color, width: 1 },
    ]),
  ];
  const free: PlotPath[] = [];
  for (const each of ordered) {
    const path = lines.get(each.id);
    if (!path || bars.has(each)) continue;
    const { color: stroke } = each;
    const width = lineWidthOf(each);
    // What sets a line apart from bars and other lines beneath it.
    const halo = each.emphasis === 'leading' || bars.size > 0 ? width + 3 : 0;
    clipped.push(
      ...(halo > 0 ? [{ d: path.line + path.estimates, stroke: surface, width: halo }] : []),
      { d: path.line, stroke, width, dash: dashOf(each) },
      { d: path.estimates, stroke, width, dash: estimatedDash },
    );
    free.push(
      { d: path.dots, fill: stroke },
      { d: path.hollows, fill: surface, stroke, width: 1.4 },
      { d: content.hidesExcluded ? '' : excludedPath(each, plot), fill: surface, stroke, width: 1.8 },
    );
  }
  const tail = content.mark && markedTail(series);
  if (tail) {
    const { width, height } = plot.area;
    const [from, to] = tail[0] === tail[1] ? [tail[0] - 0.5, tail[0] + 0.5] : tail;
    const [left, right] = [Math.max(0, xPixel(plot, from)), Math.min(width, xPixel(plot, to))];
    if (left < right)
      free.push({ d: rectangle(left, height - 1.5, right, height + 1.5), fill: themeColors[theme].warning });
  }
  for (const { id, dot } of labels) {
    const line = series.find((each) => each.id === id);
    // The hollow dot of an estimate stays in view.
    if (!dot || !line || (line.shape === 'dots' && line.isEstimated?.(line.xs.length - 1))) continue;
    free.push({ d: circle(dot.x, dot.y, 5), fill: line.color, stroke: surface, width: 2 });
  }
  const isDrawn = ({ d }: PlotPath) => d !== '';
  return { clipped: clipped.filter(isDrawn), free: free.filter(isDrawn) };
}

/** What is beyond the last value of the leading lines is quieter. */
function futurePath({ series, bands = [] }: ChartContent, plot: DrawnPlot, fill: string): PlotPath[] {
  const leading = series.filter((each) => each.emphasis === 'leading' && each.xs.length > 0);
  if (bands.length === 0 || leading.length === 0) return [];
  const { width, height } = plot.area;
  const last = xPixel(plot, Math.max(...leading.map(({ xs }) => xs[xs.length - 1] ?? 0)));
  return last < width ? [{ d: rectangle(Math.max(0, last), 0, width, height), fill, opacity: 0.5 }] : [];
}

/** A thin dashed line across the plot for each level. */
function levelPaths({ levels = [] }: ChartContent, plot: DrawnPlot, theme: ChartTheme): PlotPath[] {
  return levels.flatMap(({ side, value }): PlotPath[] => {
    const y = yPixel(plot, side, value);
    if (!Number.isFinite(y)) return [];
    return [{ d: `M0 ${y}H${plot.area.width}`, stroke: themeColors[theme].ink, width: 1, dash: [5, 3] }];
  });
}

/** Names the marked values over their line on the time axis. */
function tailText(content: ChartContent, plot: DrawnPlot, theme: ChartTheme): readonly PlotText[] {
  const tail = content.mark && markedTail(content.series);
  const [from, to] = plot.x;
  if (!tail || tail[0] > to || tail[1] < from) return [];
  const text = describeTail(content, tail);
  const { width, height } = plot.area;
  const x = Math.max(0, xPixel(plot, tail[0])) + 3;
  const isCut = x + text.length * letterWidth > width;
  return [
    plotText({
      text,
      x: isCut ? width - 3 : x,
      y: height - 11,
      align: isCut ? 'right' : 'left',
      color: legibleOver(themeColors[theme].warning, groundsOf(content, theme), theme, minTextContrast),
      hasHalo: true,
    }),
  ];
}

const tailOf = oncePerSeries(({ xs, isMarked }): Extent | undefined => {
  let first = xs.length;
  while (first > 0 && isMarked?.(first - 1)) first -= 1;
  const [from, to] = [xs[first], xs[xs.length - 1]];
  return from === undefined || to === undefined ? undefined : [from, to];
});

/**
 * From the first to the last value of the marked tail of the leading lines or, without one, of all lines. Undefined if
 * the values at the end of a line are not marked; marked values before are then named in the read-out and the table.
 */
export function markedTail(all: readonly ChartSeries[]): Extent | undefined {
  const leading = all.filter((each) => each.emphasis === 'leading');
  let extent: Extent | undefined;
  for (const series of leading.length > 0 ? leading : all) {
    const tail = tailOf(series);
    if (!tail) continue;
    extent = extent ? [Math.min(extent[0], tail[0]), Math.max(extent[1], tail[1])] : tail;
  }
  return extent;
}

/** `provisional from Apr 1`, with the year where it differs from that of the last value; `Apr` of months. */
export function describeTail({ mark, time }: ChartContent, [from, to]: Extent): string {
  const word = (mark?.label ?? 'Marked').toLowerCase();
  if (time.kind === 'months') return `${word} from ${labelAt(from, time)}`;
  const [first, last] = [dateAt(from, time), dateAt(to, time)];
  const isSameYear = time.kind === 'season' || first.getUTCFullYear() === last.getUTCFullYear();
  const format = isSameYear ? dateFormats.monthAndDayNumber : dateFormats.date;
  return `${word} from ${formatWallTime(first, format)}`;
}
