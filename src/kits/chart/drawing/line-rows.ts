import type { ChartSeries, Extent, Side } from '../types.ts';
import { barSeries } from './bars.ts';
import { downsample } from './downsample.ts';
import { byEmphasis, lineWidthOf } from './emphasis.ts';

/** A point of a line: `s` its series, `g` its segment, `w` its width in pixels. */
type PlotRow = {
  readonly x: number;
  readonly y: number;
  readonly s: string;
  readonly g: string;
  readonly w: number;
};

/** The lines, their estimated parts, and the dots of each axis; hollow are those of estimates. */
export type LineRows = Record<
  `${Side}Lines` | `${Side}Estimates` | `${Side}Dots` | `${Side}Hollows`,
  PlotRow[]
>;

/** More points than these would make zooming visibly slow. */
const maxPoints = 24_000;
const pointsPerColumn = 4;
/** Dots nearer than this would merge into a band. */
const minDotPixels = 6;

/**
 * The points to draw in a window, thinned to what the pixels can show. An isolated value becomes a dot,
 * and so does each of a series of dots that has room for them.
 */
export function lineRows(all: readonly ChartSeries[], window: Extent, pixels: number): LineRows {
  const rows: LineRows = {
    leftLines: [],
    leftEstimates: [],
    leftDots: [],
    leftHollows: [],
    rightLines: [],
    rightEstimates: [],
    rightDots: [],
    rightHollows: [],
  };
  const columns = Math.max(50, Math.min(pixels, maxPoints / (pointsPerColumn * Math.max(1, all.length))));
  const bars = new Set(barSeries(all));
  for (const series of byEmphasis(all)) {
    if (bars.has(series)) continue;
    const { id, side, xs, ys, shape, isEstimated } = series;
    const w = lineWidthOf(series);
    const segments = downsample(series, window, columns);
    const count = segments.reduce((sum, { positions }) => sum + positions.length, 0);
    const hasDots = shape === 'dots' && count * minDotPixels <= pixels;
    for (const [number, { estimated, positions }] of segments.entries()) {
      const rowAt = (at: number, y: number): PlotRow => ({
        x: xs[at] ?? 0,
        y,
        s: id,
        g: `${id} ${number}`,
        w,
      });
      const line = estimated ? rows[`${side}Estimates`] : rows[`${side}Lines`];
      if (hasDots || positions.length === 1) {
        for (const at of positions) {
          if (!isWithin(xs[at] ?? 0, window)) continue;
          const dots = isEstimated?.(at) ? rows[`${side}Hollows`] : rows[`${side}Dots`];
          dots.push(rowAt(at, ys[at] ?? 0));
        }
      }
      if (positions.length === 1) continue;
      for (const [index, at] of positions.entries()) {
        const before = positions[index - 1];
        // A rate that is set lasts until the next one is.
        if (shape === 'steps' && before !== undefined) line.push(rowAt(at, ys[before] ?? 0));
        line.push(rowAt(at, ys[at] ?? 0));
      }
    }
  }
  return rows;
}

function isWithin(x: number, [from, to]: Extent): boolean {
  return from <= x && x <= to;
}
