import type { ChartSeries, ExcludedValues, Extent } from '../types.ts';
import { extremesOf, valuesByColumn } from './downsample.ts';
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

export function hasExcludedValues(all: readonly ChartSeries[]): boolean {
  return all.some(({ excluded }) => excluded !== undefined && excluded.xs.length > 0);
}

/** Explains the marks at the edges; follows the meaning of all excluded values. */
export const edgeNote = 'A triangle at the edge of the plot stands for values beyond it.';
