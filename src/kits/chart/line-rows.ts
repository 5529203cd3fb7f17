import { downsample } from './downsample.ts';
import { byEmphasis, lineWidthOf } from './emphasis.ts';
import type { ChartSeries, Extent, Side } from './types.ts';

/** A point of a line: `s` its series, `g` its segment, `w` its width in pixels. */
type PlotRow = {
  readonly x: number;
  readonly y: number;
  readonly s: string;
  readonly g: string;
  readonly w: number;
};

/** The lines, their estimated parts and the isolated dots of each axis. */
export type LineRows = Record<`${Side}Lines` | `${Side}Estimates` | `${Side}Dots`, PlotRow[]>;

/** More points than these would make zooming visibly slow. */
const maxPoints = 24_000;
const pointsPerColumn = 4;

/** The points to draw in a window, thinned to what the pixels can show. An isolated value becomes a dot. */
export function lineRows(all: readonly ChartSeries[], window: Extent, pixels: number): LineRows {
  const rows: LineRows = {
    leftLines: [],
    leftEstimates: [],
    leftDots: [],
    rightLines: [],
    rightEstimates: [],
    rightDots: [],
  };
  const columns = Math.max(50, Math.min(pixels, maxPoints / (pointsPerColumn * Math.max(1, all.length))));
  for (const series of byEmphasis(all)) {
    const { id, side, xs, ys, shape } = series;
    const w = lineWidthOf(series);
    for (const [number, { estimated, positions }] of downsample(series, window, columns).entries()) {
      const line = estimated ? rows[`${side}Estimates`] : rows[`${side}Lines`];
      const target = positions.length === 1 ? rows[`${side}Dots`] : line;
      for (const [index, at] of positions.entries()) {
        const before = positions[index - 1];
        // A rate that is set lasts until the next one is.
        if (shape === 'steps' && before !== undefined)
          target.push({ x: xs[at] ?? 0, y: ys[before] ?? 0, s: id, g: `${id} ${number}`, w });
        target.push({ x: xs[at] ?? 0, y: ys[at] ?? 0, s: id, g: `${id} ${number}`, w });
      }
    }
  }
  return rows;
}
