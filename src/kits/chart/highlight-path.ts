import { lineRows } from './line-rows.ts';
import { type DrawnPlot, xPixel, yPixel } from './plot-scale.ts';
import type { ChartSeries } from './types.ts';

/** The path data of a line in a drawn plot, for SVG: what is measured, and what is estimated. */
type HighlightPath = { readonly line: string; readonly estimates: string };

/** A line three pixels wide shows no more than an extreme in so many pixels. */
const columnPixels = 2;

const paths = new WeakMap<DrawnPlot, Map<string, HighlightPath>>();

/** Computed once for each line of a drawn plot: a pointer that moves along a line asks with every move. */
export function highlightPath(plot: DrawnPlot, series: ChartSeries): HighlightPath {
  const known = paths.get(plot) ?? new Map<string, HighlightPath>();
  paths.set(plot, known);
  const found = known.get(series.id);
  if (found) return found;
  const rows = lineRows([series], plot.x, plot.area.width / columnPixels);
  const path = {
    line: toPath(plot, series, rows[`${series.side}Lines`]),
    estimates: toPath(plot, series, rows[`${series.side}Estimates`]),
  };
  known.set(series.id, path);
  return path;
}

function toPath(
  plot: DrawnPlot,
  { side }: ChartSeries,
  rows: readonly { readonly x: number; readonly y: number; readonly g: string }[],
): string {
  let segment: string | undefined;
  let path = '';
  for (const { x, y, g } of rows) {
    path += `${g === segment ? 'L' : 'M'}${xPixel(plot, x).toFixed(1)} ${yPixel(plot, side, y).toFixed(1)}`;
    segment = g;
  }
  return path;
}
