import { lowerBound } from '../reading/bisect.ts';
import type { ChartSeries, Extent, Side } from '../types.ts';
import type { Candidate, PlaceLabel } from './label-placement.ts';
import { type DrawnPlot, xPixel, yPixel } from './plot-scale.ts';

/** The last shown value of a leading line, with its label beside it. */
type EndRow = {
  readonly x: number;
  readonly y: number;
  readonly s: string;
  readonly text: string;
  /** Whether the value has a hollow dot, which the end's own would cover. */
  readonly h: boolean;
  readonly align: 'left' | 'right';
  readonly dx: number;
  readonly dy: number;
};

export type EndRows = Record<`${Side}Ends`, EndRow[]>;

/** The width of a bold digit or letter, in pixels, on average. */
const letterWidth = 7.5;
const textHeight = 16;
const gap = 9;
/** The distance of a label above or below its line. */
const rise = gap + 7;

/** The ends to label in a window: right of the last value where there is room, else where the fewest lines are. */
export function endRows(all: readonly ChartSeries[], plot: DrawnPlot, place: PlaceLabel): EndRows {
  const rows: EndRows = { leftEnds: [], rightEnds: [] };
  for (const series of all) {
    const end = endOf(series, plot.x);
    if (end) rows[`${series.side}Ends`].push(place(candidatesOf(series, end, plot)));
  }
  return rows;
}

type End = { readonly at: number; readonly text: string };

function candidatesOf(
  { id, xs, ys, side, shape, isEstimated }: ChartSeries,
  { at, text }: End,
  plot: DrawnPlot,
): [Candidate<EndRow>, ...Candidate<EndRow>[]] {
  const [x, y] = [xs[at] ?? 0, ys[at] ?? 0];
  const h = shape === 'dots' && (isEstimated?.(at) ?? false);
  const size = text.length * letterWidth;
  const [center, middle] = [xPixel(plot, x), yPixel(plot, side, y)];
  const toward = (align: EndRow['align'], dy: number): Candidate<EndRow> => {
    const left = align === 'left' ? center + gap : center - gap - size;
    const top = middle + dy - textHeight / 2;
    const dx = align === 'left' ? gap : -gap;
    return {
      box: { left, right: left + size, top, bottom: top + textHeight },
      row: { x, y, s: id, text, h, align, dx, dy },
    };
  };
  return [
    toward('left', 0),
    toward('left', -rise),
    toward('left', rise),
    toward('right', -rise),
    toward('right', rise),
  ];
}

/** An end label names the last value; where the window ends before that, the line's name stands there. */
function endOf({ xs, ys, emphasis, endLabel, label }: ChartSeries, [from, to]: Extent): End | undefined {
  if (emphasis !== 'leading' || endLabel === undefined) return undefined;
  const last = lowerBound(xs, to + 1e-9) - 1;
  let at = last;
  while (at >= 0 && Number.isNaN(ys[at])) at -= 1;
  if (at < 0 || (xs[at] ?? 0) < from) return undefined;
  return { at, text: last === xs.length - 1 ? endLabel : label };
}
