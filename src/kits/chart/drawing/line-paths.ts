import type { ChartSeries } from '../types.ts';
import { downsample } from './downsample.ts';
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

const positiveParts = new WeakMap<ChartSeries, ChartSeries>();

/** The part of a series that a logarithmic axis can have: with a gap at each value of zero or less. */
function positivePart(series: ChartSeries): ChartSeries {
  const found = positiveParts.get(series);
  if (found) return found;
  const ys = Array.from(series.ys, (y) => (y > 0 ? y : Number.NaN));
  const part = ys.some(Number.isNaN) ? { ...series, ys } : series;
  positiveParts.set(series, part);
  return part;
}

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
