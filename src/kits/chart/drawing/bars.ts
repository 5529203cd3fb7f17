import type { ChartContent, ChartSeries, Extent } from '../types.ts';
import { type DrawnPlot, xPixel, yPixel } from './layout.ts';
import { extremesOf, oncePerSeries, rectangle, valuesByColumn } from './lines.ts';

/** The bars of a series as path data, in pixels from the upper left corner of the plot; hollow are those of estimates. */
type BarPath = { readonly series: ChartSeries; readonly bars: string; readonly hollows: string };

/** Bars of more series could not be distinguished; they are drawn as lines. */
const maxBarSeries = 6;
const minBarPixels = 2;
/** Wider columns have a space between them. */
const spacedPixels = 5;
const fillShare = 0.82;

/** The series that are drawn as bars. */
export function barSeries(all: readonly ChartSeries[]): readonly ChartSeries[] {
  const bars = all.filter((each) => each.shape === 'bars');
  return bars.length > maxBarSeries ? [] : bars;
}

/** The distance of the nearest neighbors, which a bar fills: 1 of daily values. */
const barStep = oncePerSeries(({ xs }) => {
  let step = Number.POSITIVE_INFINITY;
  for (let at = 1; at < xs.length; at += 1) step = Math.min(step, (xs[at] ?? 0) - (xs[at - 1] ?? 0));
  return Number.isFinite(step) && step > 0 ? step : 1;
});

/** How wide a column of bars is, one for each series: in x, and whether it holds several values of a series. */
type BarColumns = { readonly step: number; readonly width: number; readonly isMerged: boolean };

/** Columns as wide as a value lasts, or as many of those as give each bar two pixels. */
function barColumns(
  bars: readonly ChartSeries[],
  [from, to]: Extent,
  pixels: number,
): BarColumns | undefined {
  if (bars.length === 0) return undefined;
  const step = Math.min(...bars.map(barStep));
  // A pixel apart, so that the groups of several series can be seen.
  const minPixels = bars.length * minBarPixels + (bars.length > 1 ? 1 : 0);
  const count = Math.max(1, Math.ceil((minPixels * (to - from)) / pixels / step));
  return { step, width: count * step, isMerged: count > 1 };
}

/**
 * The bars to draw in a plot. Where several values share a column its bar is the highest of them, with a second one for the
 * lowest below the base: zero, or the end of a logarithmic axis.
 */
export function barPaths(all: readonly ChartSeries[], plot: DrawnPlot): readonly BarPath[] {
  const drawn = barSeries(all);
  const pixels = plot.area.width;
  const columns = barColumns(drawn, plot.x, pixels);
  if (!columns) return [];
  const { step, width, isMerged } = columns;
  const columnPixels = (width * pixels) / (plot.x[1] - plot.x[0]);
  const filled =
    width * (columnPixels >= spacedPixels ? fillShare : drawn.length > 1 ? 1 - 1 / columnPixels : 1);
  const barWidth = filled / drawn.length;
  return drawn.map((series, index) => {
    const { side, xs, ys } = series;
    const base = plot.axes[side].isLog ? plot.axes[side].extent[0] : 0;
    const path = { bars: '', hollows: '' };
    for (const { column, positions } of columnsOfBars(series, plot.x, columns)) {
      const middle = isMerged ? column * width + (width - step) / 2 : (xs[positions[0] ?? 0] ?? 0);
      const x = middle - filled / 2 + index * barWidth;
      for (const at of extremesBeyond(series, positions, base)) {
        const [x1, x2] = [xPixel(plot, x), xPixel(plot, x + barWidth)];
        const [top, bottom] = [yPixel(plot, side, ys[at] ?? 0), yPixel(plot, side, base)];
        path[series.isEstimated?.(at) ? 'hollows' : 'bars'] += rectangle(x1, top, x2, bottom);
      }
    }
    return { series, ...path };
  });
}

/** The finite values of each column that the window touches. Columns lie the same wherever the window begins. */
function columnsOfBars(series: ChartSeries, [from, to]: Extent, { step, width }: BarColumns) {
  const first = Math.floor((from + step / 2) / width) * width;
  return valuesByColumn(series, [first - step / 2, to + width], (x) => Math.floor(x / width));
}

/** The positions of the highest value above a base and of the lowest below it. */
function extremesBeyond({ ys }: ChartSeries, positions: readonly number[], base: number): readonly number[] {
  const { high, low } = extremesOf(ys, positions);
  return [...((ys[high] ?? 0) > base ? [high] : []), ...((ys[low] ?? 0) < base ? [low] : [])];
}

/** `Each bar is the highest of 11 days; zoom in for single days.` Undefined where each value has a bar. */
export function barNote(
  { series, time }: Pick<ChartContent, 'series' | 'time'>,
  window: Extent,
  pixels: number,
): string | undefined {
  const columns = barColumns(barSeries(series), window, pixels);
  if (!columns?.isMerged) return undefined;
  const unit = time.kind === 'months' ? 'months' : 'days';
  return `Each bar is the highest of ${Math.round(columns.width)} ${unit}; zoom in for single ${unit}.`;
}

/**
 * The extent from the first x of any series to the last, widened by half a bar where bars stand, and if it is a single
 * day.
 */
export function timeExtent(all: readonly ChartSeries[]): Extent {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { xs, excluded } of all) {
    for (const each of excluded ? [xs, excluded.xs] : [xs]) {
      if (each.length === 0) continue;
      from = Math.min(from, each[0] ?? from);
      to = Math.max(to, each[each.length - 1] ?? to);
    }
  }
  for (const series of barSeries(all)) {
    const half = barStep(series) / 2;
    from = Math.min(from, (series.xs[0] ?? from) - half);
    to = Math.max(to, (series.xs[series.xs.length - 1] ?? to) + half);
  }
  if (from > to) return [0, 1];
  return from === to ? [from - 1, to + 1] : [from, to];
}
