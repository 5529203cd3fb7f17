import { lowerBound } from '../reading/bisect.ts';
import type { ChartContent, ChartSeries, Extent, Side } from '../types.ts';

/** A bar from `x` to `x2` and from its base `y2` to `y`: `s` its series, `h` whether it is hollow, as of an estimate. */
type BarRow = {
  readonly x: number;
  readonly x2: number;
  readonly y: number;
  readonly y2: number;
  readonly s: string;
  readonly h: boolean;
};

export type BarRows = Record<`${Side}Bars`, BarRow[]>;

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

const steps = new WeakMap<ChartSeries, number>();

/** The distance of the nearest neighbors, which a bar fills: 1 of daily values. */
export function barStep(series: ChartSeries): number {
  const found = steps.get(series);
  if (found !== undefined) return found;
  const { xs } = series;
  let step = Number.POSITIVE_INFINITY;
  for (let at = 1; at < xs.length; at += 1) step = Math.min(step, (xs[at] ?? 0) - (xs[at - 1] ?? 0));
  const result = Number.isFinite(step) && step > 0 ? step : 1;
  steps.set(series, result);
  return result;
}

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
 * The bars to draw in a window. Where several values share a column its bar is the highest of them, with a second one
 * for the lowest below the base. `bases` are where bars begin on each axis: zero, or the end of a logarithmic axis.
 */
export function barRows(
  all: readonly ChartSeries[],
  window: Extent,
  pixels: number,
  bases: Readonly<Record<Side, number>>,
): BarRows {
  const rows: BarRows = { leftBars: [], rightBars: [] };
  const bars = barSeries(all);
  const columns = barColumns(bars, window, pixels);
  if (!columns) return rows;
  const { step, width, isMerged } = columns;
  const columnPixels = (width * pixels) / (window[1] - window[0]);
  const filled =
    width * (columnPixels >= spacedPixels ? fillShare : bars.length > 1 ? 1 - 1 / columnPixels : 1);
  const barWidth = filled / bars.length;
  for (const [index, series] of bars.entries()) {
    const base = bases[series.side];
    for (const { column, positions } of columnsOfBars(series, window, columns)) {
      const middle = isMerged ? column * width + (width - step) / 2 : (series.xs[positions[0] ?? 0] ?? 0);
      const x = middle - filled / 2 + index * barWidth;
      for (const at of extremesBeyond(series, positions, base)) {
        const h = series.isEstimated?.(at) ?? false;
        rows[`${series.side}Bars`].push({
          x,
          x2: x + barWidth,
          y: series.ys[at] ?? 0,
          y2: base,
          s: series.id,
          h,
        });
      }
    }
  }
  return rows;
}

/** The finite values of each column that the window touches. Columns lie the same wherever the window begins. */
function* columnsOfBars(
  { xs, ys }: ChartSeries,
  [from, to]: Extent,
  { step, width }: BarColumns,
): Generator<{ readonly column: number; readonly positions: readonly number[] }> {
  let column = Number.NaN;
  let positions: number[] = [];
  const first = Math.floor((from + step / 2) / width) * width;
  for (let at = lowerBound(xs, first - step / 2); at < xs.length; at += 1) {
    const x = xs[at] ?? 0;
    if (x > to + width) break;
    if (!Number.isFinite(ys[at])) continue;
    const here = Math.floor(x / width);
    if (here !== column && positions.length > 0) {
      yield { column, positions };
      positions = [];
    }
    column = here;
    positions.push(at);
  }
  if (positions.length > 0) yield { column, positions };
}

/** The positions of the highest value above a base and of the lowest below it. */
function extremesBeyond({ ys }: ChartSeries, positions: readonly number[], base: number): readonly number[] {
  let [high, low] = [positions[0] ?? 0, positions[0] ?? 0];
  for (const at of positions) {
    if ((ys[at] ?? 0) > (ys[high] ?? 0)) high = at;
    if ((ys[at] ?? 0) < (ys[low] ?? 0)) low = at;
  }
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
