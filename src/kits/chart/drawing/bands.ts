import { appendUnit, axisOf, formatValue } from '../axes.ts';
import { lowerBound, positionAt } from '../reading/bisect.ts';
import type { ChartBand, ChartContent, ChartSeries } from '../types.ts';
import { type DrawnPlot, xPixel, yPixel } from './layout.ts';
import { round } from './lines.ts';

/** Neighbors further apart are not joined. February 29 may be missing. */
const maxGap = 2;

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
    if (!(day - before <= maxGap)) close();
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
export type Column = ChartSeries & { readonly of?: string };

/** The lower and the upper edge of a band as series: for the extents, the table and the CSV. */
function edgesOf({ id, label, side, color, xs, lows, highs }: ChartBand): readonly Column[] {
  return [
    { id: `${id}-low`, of: id, label: `${label} low`, side, color, xs, ys: lows, maxGap },
    { id: `${id}-high`, of: id, label: `${label} high`, side, color, xs, ys: highs, maxGap },
  ];
}

/** Every column of numbers in a chart: its series, then the edges of its bands. */
export function columnsOf({ series, bands = [] }: Pick<ChartContent, 'series' | 'bands'>): readonly Column[] {
  return bands.length === 0 ? series : [...series, ...bands.flatMap(edgesOf)];
}

/** What a band spans at an x: `1,540–2,310 cfs`; `number` is without the unit. */
export type RangeReading = {
  readonly band: ChartBand;
  readonly value: string;
  readonly number: string;
  readonly hasValue: boolean;
};

export function rangeAt(content: ChartContent, band: ChartBand, x: number): RangeReading {
  const at = positionAt(band, x);
  if (at === undefined) return { band, value: 'no value', number: 'no value', hasValue: false };
  const axis = axisOf(content, band.side);
  const number = `${formatValue(axis, band.lows[at] ?? 0)}–${formatValue(axis, band.highs[at] ?? 0)}`;
  return { band, value: appendUnit(number, axis.unit), number, hasValue: true };
}
