import type { EndRows } from '../drawing/line-ends.ts';
import { lineRows } from '../drawing/line-rows.ts';
import { positivePart } from '../drawing/log-scale.ts';
import { type DrawnPlot, xPixel, yPixel } from '../drawing/plot-scale.ts';
import type { ChartSeries, Side } from '../types.ts';

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
  const drawn = plot.axes[series.side].isLog ? positivePart(series) : series;
  const rows = lineRows([drawn], plot.x, plot.area.width / columnPixels);
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

/** The label at the end of a leading line, in pixels of the plot. */
export type DrawnEnd = {
  readonly id: string;
  readonly text: string;
  readonly anchor: 'start' | 'end';
  readonly dot: { readonly x: number; readonly y: number };
  readonly label: { readonly x: number; readonly y: number };
};

/** What is drawn, and where. */
export type Drawing = { readonly plot: DrawnPlot; readonly ends: readonly DrawnEnd[] };

/** Where the labels of a drawn plot are, so that they can be repeated above a veil. */
export function drawnEnds(plot: DrawnPlot, rows: EndRows): readonly DrawnEnd[] {
  const endsOn = (side: Side) =>
    rows[`${side}Ends`].map(({ x, y, s, text, align, dx, dy }): DrawnEnd => {
      const dot = { x: xPixel(plot, x), y: yPixel(plot, side, y) };
      const anchor = align === 'left' ? 'start' : 'end';
      return { id: s, text, anchor, dot, label: { x: dot.x + dx, y: dot.y + dy } };
    });
  return [...endsOn('left'), ...endsOn('right')];
}
