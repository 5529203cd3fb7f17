import { lowerBound } from './bisect.ts';
import type { ChartSeries, Extent, Side } from './types.ts';

/** The last shown value of a leading line, with its label on that side of it where there is room. */
type EndRow = {
  readonly x: number;
  readonly y: number;
  readonly s: string;
  readonly text: string;
  readonly align: 'left' | 'right';
  readonly dx: number;
  readonly dy: number;
};

export type EndRows = Record<`${Side}Ends`, EndRow[]>;

/** The width of a bold digit or letter, in pixels, on average. */
const letterWidth = 7.5;
const gap = 9;

/** The ends to label in a window. */
export function endRows(all: readonly ChartSeries[], window: Extent, pixels: number): EndRows {
  const rows: EndRows = { leftEnds: [], rightEnds: [] };
  for (const series of all) {
    const end = endOf(series, window);
    if (end === undefined) continue;
    const { at, text } = end;
    const x = series.xs[at] ?? 0;
    const room = pixels * (1 - (x - window[0]) / Math.max(1e-9, window[1] - window[0]));
    const fits = room > text.length * letterWidth + gap;
    rows[`${series.side}Ends`].push({
      x,
      y: series.ys[at] ?? 0,
      s: series.id,
      text,
      ...(fits ? { align: 'left', dx: gap, dy: 0 } : { align: 'right', dx: -gap, dy: -gap - 3 }),
    });
  }
  return rows;
}

/** An end label names the last value; where the window ends before that, the line's name stands there. */
function endOf({ xs, ys, emphasis, endLabel, label }: ChartSeries, [from, to]: Extent) {
  if (emphasis !== 'leading' || endLabel === undefined) return undefined;
  const last = lowerBound(xs, to + 1e-9) - 1;
  let at = last;
  while (at >= 0 && Number.isNaN(ys[at])) at -= 1;
  if (at < 0 || (xs[at] ?? 0) < from) return undefined;
  return { at, text: last === xs.length - 1 ? endLabel : label };
}
