import { appendUnit, axisOf, formatValue } from '../axes.ts';
import { lowerBound, positionAt } from '../reading/bisect.ts';
import type { ChartBand, ChartContent, ChartSeries, ExcludedValues, Extent } from '../types.ts';
import { type DrawnPlot, xPixel, yPixel } from './layout.ts';

const widths = { context: 1, usual: 1.75, leading: 3 } as const;

/** The width of a line, in pixels. One between dots is thin. */
export function lineWidthOf({ emphasis, shape, width }: ChartSeries): number {
  return width ?? widths[emphasis ?? (shape === 'dots' ? 'context' : 'usual')];
}

/** The lines in the order in which they are drawn: the leading ones last, above the others. */
export function byEmphasis(all: readonly ChartSeries[]): readonly ChartSeries[] {
  const rankOf = ({ emphasis }: ChartSeries) => Object.keys(widths).indexOf(emphasis ?? 'usual');
  return all.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/**
 * The path data of a series: its line, the estimated parts of it, and its dots, of which those of estimates are hollow. In
 * pixels from the upper left corner of the plot.
 */
export type LinePath = {
  readonly line: string;
  readonly estimates: string;
  readonly dots: string;
  readonly hollows: string;
};

/** A path in pixels from the upper left corner of the plot; without `fill` or `stroke`, not filled or stroked. */
export type PlotPath = {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
};

/** Points of all lines together; more would make zooming visibly slow. */
const maxPoints = 24_000;
const pointsPerColumn = 4;
const minColumns = 50;
/** Dots nearer than this would merge into a band. */
const minDotPixels = 6;
const dotRadius = 2.9;

/** How many columns of pixels each of `count` lines is thinned to. */
export function columnsOfLines(count: number, pixels: number): number {
  return Math.max(minColumns, Math.min(pixels, maxPoints / (pointsPerColumn * Math.max(1, count))));
}

/**
 * The line of a series in a plot, thinned to what its pixels can show. An isolated value becomes a dot, and so does each of
 * a series of dots that has room for them.
 */
export function linePath(given: ChartSeries, plot: DrawnPlot, columns: number): LinePath {
  const { side, shape, isEstimated } = given;
  const series = plot.axes[side].isLog ? positivePart(given) : given;
  const { xs, ys } = series;
  const segments = downsample(series, plot.x, columns);
  const count = segments.reduce((sum, { positions }) => sum + positions.length, 0);
  const hasDots = shape === 'dots' && count * minDotPixels <= plot.area.width;
  const toX = (at: number) => round(xPixel(plot, xs[at] ?? 0));
  const toY = (at: number) => round(yPixel(plot, side, ys[at] ?? 0));
  const path = { line: '', estimates: '', dots: '', hollows: '' };
  for (const { estimated, positions } of segments) {
    if (hasDots || positions.length === 1) {
      for (const at of positions) {
        const x = xs[at] ?? 0;
        if (x < plot.x[0] || x > plot.x[1]) continue;
        const drawDot = side === 'left' ? circle : diamond;
        path[isEstimated?.(at) ? 'hollows' : 'dots'] += drawDot(toX(at), toY(at), dotRadius);
      }
    }
    if (positions.length === 1) continue;
    const points: string[] = [];
    let y: number | undefined;
    for (const at of positions) {
      // A rate that is set lasts until the next one is.
      if (shape === 'steps' && y !== undefined) points.push(`${toX(at)} ${y}`);
      y = toY(at);
      points.push(`${toX(at)} ${y}`);
    }
    path[estimated ? 'estimates' : 'line'] += `M${points.join('L')}`;
  }
  return path;
}

/** Remembers what is found of a series: a chart that is zoomed asks in every frame. */
export function oncePerSeries<V>(find: (series: ChartSeries) => V): (series: ChartSeries) => V {
  const found = new WeakMap<ChartSeries, V>();
  return (series) => {
    if (!found.has(series)) found.set(series, find(series));
    return found.get(series) as V;
  };
}

/** The part of a series that a logarithmic axis can have: with a gap at each value of zero or less. */
const positivePart = oncePerSeries((series) => {
  const ys = Array.from(series.ys, (y) => (y > 0 ? y : Number.NaN));
  return ys.some(Number.isNaN) ? { ...series, ys } : series;
});

/** To tenths of a pixel. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

export function circle(x: number, y: number, radius: number): string {
  return `M${round(x - radius)} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

function diamond(x: number, y: number, radius: number): string {
  const half = round(radius * 1.3);
  return `M${x} ${round(y - half)}l${half} ${half}l${-half} ${half}l${-half} ${-half}Z`;
}

/** From one corner to the opposite one. */
export function rectangle(x1: number, y1: number, x2: number, y2: number): string {
  return `M${round(x1)} ${round(y1)}H${round(x2)}V${round(y2)}H${round(x1)}Z`;
}

/** Pixels at which marks can be distinguished; of nearer ones only the extremes are drawn. */
const markWidth = 5;
/** Wider at an edge, where marks at the same height would merge into a band. */
const edgeWidth = 14;

const markSize = 4;

/**
 * The excluded values of a series as path data, in pixels from the upper left corner of the plot: a cross for each and, for
 * values beyond the axis, triangles whose tips touch the edge.
 */
export function excludedPath(series: ChartSeries, plot: DrawnPlot): string {
  const { excluded, side } = series;
  if (!excluded) return '';
  const { width, height } = plot.area;
  const last = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY };
  const size = markSize;
  let path = '';
  for (const at of columnExtremes(excluded, plot.x, width / markWidth)) {
    const x = round(xPixel(plot, excluded.xs[at] ?? 0));
    const y = round(yPixel(plot, side, excluded.ys[at] ?? 0));
    if (y >= 0 && y <= height) {
      path += `M${x - size} ${y - size}l${2 * size} ${2 * size}M${x - size} ${y + size}l${2 * size} ${-2 * size}`;
      continue;
    }
    // A logarithmic axis has no place for zero.
    const edge = y < 0 ? 'above' : 'below';
    if (x - last[edge] < edgeWidth) continue;
    last[edge] = x;
    const down = edge === 'above' ? 2 * size : -2 * size;
    path += `M${x} ${edge === 'above' ? 0 : height}l${1.2 * size} ${down}h${-2.4 * size}Z`;
  }
  return path;
}

/** The positions of the lowest and the highest value in each column of the window, ascending. */
function columnExtremes(values: ExcludedValues, window: Extent, columns: number): readonly number[] {
  const [from, to] = window;
  const scale = columns / Math.max(1e-9, to - from);
  return [...valuesByColumn(values, window, (x) => Math.floor((x - from) * scale))].flatMap(
    ({ positions }) => {
      const { low, high } = extremesOf(values.ys, positions);
      return low === high ? [low] : [Math.min(low, high), Math.max(low, high)];
    },
  );
}

/** A part of a line without a gap, whose values are all estimated or not: positions in the series. */
type Segment = {
  readonly estimated?: true;
  readonly positions: readonly number[];
};

/**
 * Thins a series to what a window `columns` wide can show: for each column the first, lowest, highest and last value of
 * each segment, so that no extreme and no end of a gap is lost. Includes a neighbor on either side of the window, so that
 * lines run across its edges. A value that is not a number is a gap.
 */
export function downsample(series: ChartSeries, window: Extent, columns: number): readonly Segment[] {
  const { xs, ys, maxGap, skippedX, isEstimated } = series;
  const from = Math.max(0, lowerBound(xs, window[0]) - 1);
  const to = Math.min(xs.length, lowerBound(xs, window[1] + 1e-9) + 1);
  const scale = columns / Math.max(1e-9, window[1] - window[0]);
  const segments: Segment[] = [];
  let positions: number[] = [];
  let estimated = false;
  let column = Number.NaN;
  let first = -1;
  let low = -1;
  let high = -1;
  let last = -1;

  function flushColumn(): void {
    if (first < 0) return;
    const [one, other] = low < high ? [low, high] : [high, low];
    positions.push(first);
    if (one > first && one < last) positions.push(one);
    if (other > first && other < last && other !== one) positions.push(other);
    if (last > first) positions.push(last);
    first = -1;
  }
  function endSegment(): void {
    flushColumn();
    if (positions.length > 0) segments.push({ ...(estimated && { estimated }), positions });
    positions = [];
  }

  for (let at = from; at < to; at += 1) {
    const x = xs[at] ?? 0;
    const y = ys[at] ?? 0;
    if (Number.isNaN(y)) {
      endSegment();
      last = -1;
      column = Number.NaN;
      continue;
    }
    const before = xs[last] ?? 0;
    const gap = skippedX !== undefined && before < skippedX && skippedX < x ? x - before - 1 : x - before;
    const isJoined = last >= from && gap <= maxGap;
    const estimate = isEstimated?.(at) ?? false;
    if (at > from && (!isJoined || estimate !== estimated)) {
      endSegment();
      // A line that turns estimated, or ends to be so, continues from its last value.
      if (isJoined) positions.push(last);
      column = Number.NaN;
    }
    estimated = estimate;
    const here = Math.floor((x - window[0]) * scale);
    if (here !== column) {
      flushColumn();
      column = here;
    }
    if (first < 0) {
      first = at;
      low = at;
      high = at;
    } else {
      if (y < (ys[low] ?? 0)) low = at;
      if (y > (ys[high] ?? 0)) high = at;
    }
    last = at;
  }
  endSegment();
  return segments;
}

type Values = { readonly xs: ArrayLike<number>; readonly ys: ArrayLike<number> };

/** The positions of the finite values from one x to another, by their column. */
export function* valuesByColumn(
  { xs, ys }: Values,
  [from, to]: Extent,
  columnOf: (x: number) => number,
): Generator<{ readonly column: number; readonly positions: readonly number[] }> {
  let column = Number.NaN;
  let positions: number[] = [];
  for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
    if (!Number.isFinite(ys[at])) continue;
    const here = columnOf(xs[at] ?? 0);
    if (here !== column && positions.length > 0) {
      yield { column, positions };
      positions = [];
    }
    column = here;
    positions.push(at);
  }
  if (positions.length > 0) yield { column, positions };
}

/** Which of some positions have the lowest and the highest value; of equal ones the first. */
export function extremesOf(ys: ArrayLike<number>, positions: readonly number[]) {
  let [low, high] = [positions[0] ?? 0, positions[0] ?? 0];
  for (const at of positions) {
    if ((ys[at] ?? 0) < (ys[low] ?? 0)) low = at;
    if ((ys[at] ?? 0) > (ys[high] ?? 0)) high = at;
  }
  return { low, high };
}

/** Neighbors of a band further apart are not joined. February 29 may be missing. */
const maxBandGap = 2;

/**
 * The area of a band, as path data in pixels from the upper left corner of the plot: of the days that share a column of
 * pixels, the lowest low and the highest high. Below the end of a logarithmic axis it is cut there.
 */
export function bandPath({ side, xs, lows, highs }: ChartBand, plot: DrawnPlot): string {
  const [from, to] = plot.x;
  const { isLog, extent } = plot.axes[side];
  const lowest = isLog ? extent[0] : Number.NEGATIVE_INFINITY;
  const end = Math.min(xs.length, lowerBound(xs, to + 1e-9) + 1);
  let before = Number.NaN;
  let path = '';
  let columns: { x: number; low: number; high: number }[] = [];
  const close = () => {
    const edge = (points: typeof columns, of: 'low' | 'high') =>
      points.map((each) => `${each.x} ${round(yPixel(plot, side, each[of]))}`).join('L');
    if (columns.length > 0) path += `M${edge(columns, 'high')}L${edge(columns.toReversed(), 'low')}Z`;
    columns = [];
  };
  for (let at = Math.max(0, lowerBound(xs, from) - 1); at < end; at += 1) {
    const [low, high] = [Math.max(lowest, lows[at] ?? Number.NaN), highs[at] ?? Number.NaN];
    if (!Number.isFinite(low) || !Number.isFinite(high) || high < lowest) continue;
    const day = xs[at] ?? 0;
    if (!(day - before <= maxBandGap)) close();
    before = day;
    const x = Math.round(xPixel(plot, day));
    const last = columns.at(-1);
    if (last?.x === x) {
      last.low = Math.min(last.low, low);
      last.high = Math.max(last.high, high);
    } else columns.push({ x, low, high });
  }
  close();
  return path;
}

/** A series of a chart, or an edge `of` a band. */
export type LineColumn = ChartSeries & { readonly of?: string };

/** The lower and the upper edge of a band as series: for the extents, the table and the CSV. */
function edgesOf({ id, label, side, color, xs, lows, highs }: ChartBand): readonly LineColumn[] {
  return [
    { id: `${id}-low`, of: id, label: `${label} low`, side, color, xs, ys: lows, maxGap: maxBandGap },
    { id: `${id}-high`, of: id, label: `${label} high`, side, color, xs, ys: highs, maxGap: maxBandGap },
  ];
}

/** Every column of numbers in a chart: its series, then the edges of its bands. */
export function columnsOf({
  series,
  bands = [],
}: Pick<ChartContent, 'series' | 'bands'>): readonly LineColumn[] {
  return bands.length === 0 ? series : [...series, ...bands.flatMap(edgesOf)];
}

/** What a band spans at an x: `1,540–2,310 cfs`; `number` is without the unit. */
export function rangeAt(content: ChartContent, band: ChartBand, x: number) {
  const at = positionAt(band, x);
  if (at === undefined) return { band, value: 'no value', number: 'no value', hasValue: false };
  const axis = axisOf(content, band.side);
  const number = `${formatValue(axis, band.lows[at] ?? 0)}–${formatValue(axis, band.highs[at] ?? 0)}`;
  return { band, value: appendUnit(number, axis.unit), number, hasValue: true };
}
