import { lowerBound } from '../reading/bisect.ts';
import type { ChartSeries, Extent } from '../types.ts';
import { type DrawnPlot, xPixel, yPixel } from './layout.ts';
import { round } from './line-paths.ts';

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
  for (const at of columnExtremes(series, plot.x, width / markWidth)) {
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
function columnExtremes({ excluded }: ChartSeries, [from, to]: Extent, columns: number): readonly number[] {
  if (!excluded) return [];
  const { xs, ys } = excluded;
  const scale = columns / Math.max(1e-9, to - from);
  const byColumn = new Map<number, { low: number; high: number }>();
  for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
    const column = Math.floor(((xs[at] ?? 0) - from) * scale);
    const extreme = byColumn.get(column) ?? { low: at, high: at };
    const y = ys[at] ?? 0;
    if (y < (ys[extreme.low] ?? 0)) extreme.low = at;
    if (y > (ys[extreme.high] ?? 0)) extreme.high = at;
    byColumn.set(column, extreme);
  }
  return [...byColumn.values()].flatMap(({ low, high }) =>
    low === high ? [low] : [Math.min(low, high), Math.max(low, high)],
  );
}

export function hasExcludedValues(all: readonly ChartSeries[]): boolean {
  return all.some(({ excluded }) => excluded !== undefined && excluded.xs.length > 0);
}

/** Explains the marks at the edges; follows the meaning of all excluded values. */
export const edgeNote = 'A triangle at the edge of the plot stands for values beyond it.';
