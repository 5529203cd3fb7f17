import { dateAt, labelAt } from '../time.ts';
import type { ChartContent, ChartSeries, Extent } from '../types.ts';
import type { Candidate, PlaceLabel } from './label-placement.ts';
import { type DrawnPlot, xPixel } from './plot-scale.ts';

/** The part of the plot whose values are marked, `provisional from 04/01`, and where that text stands. */
type ShadeRow = {
  readonly x: number;
  readonly x2: number;
  readonly text: string;
  readonly align: 'left' | 'right';
  /** Where the text begins or, if it ends there, ends. */
  readonly textX: number;
  /** At the lower end of the plot, where that is free. */
  readonly isLow: boolean;
};

export type ShadeRows = { readonly shade: readonly ShadeRow[] };

const letterWidth = 6.5;
const textHeight = 14;
const margin = 5;

/**
 * From the first to the last value of the marked tail of the leading lines or, without one, of all lines. Undefined if
 * the values at the end of a line are not marked; marked values before are then named in the read-out and the table.
 */
export function shadeExtent(all: readonly ChartSeries[]): Extent | undefined {
  const leading = all.filter((each) => each.emphasis === 'leading');
  let extent: Extent | undefined;
  for (const series of leading.length > 0 ? leading : all) {
    const tail = tailOf(series);
    if (!tail) continue;
    extent = extent ? [Math.min(extent[0], tail[0]), Math.max(extent[1], tail[1])] : tail;
  }
  return extent;
}

const tails = new WeakMap<ChartSeries, Extent | null>();

/** Found once for each series: a chart that is zoomed asks in every frame. */
function tailOf(series: ChartSeries): Extent | null {
  const found = tails.get(series);
  if (found !== undefined) return found;
  const { xs, isMarked } = series;
  let first = xs.length;
  while (first > 0 && isMarked?.(first - 1)) first -= 1;
  const [from, to] = [xs[first], xs[xs.length - 1]];
  const tail = from === undefined || to === undefined ? null : ([from, to] as const);
  tails.set(series, tail);
  return tail;
}

/** The shade in a window; a single day is a day wide. Its text stands where the fewest lines are. */
export function shadeRows(content: ChartContent, plot: DrawnPlot, place: PlaceLabel): ShadeRows {
  const { series, mark, time } = content;
  const [from, to] = plot.x;
  const extent = mark && shadeExtent(series);
  if (!extent) return { shade: [] };
  const [first, last] = extent[0] === extent[1] ? [extent[0] - 0.5, extent[0] + 0.5] : extent;
  const [x, x2] = [Math.max(first, from), Math.min(last, to)];
  if (x >= x2) return { shade: [] };
  const text = `${mark.label.toLowerCase()} from ${startText(extent, time)}`;
  return { shade: [place(candidatesOf({ x, x2, text }, plot))] };
}

function candidatesOf(
  shade: Pick<ShadeRow, 'x' | 'x2' | 'text'>,
  plot: DrawnPlot,
): [Candidate<ShadeRow>, ...Candidate<ShadeRow>[]] {
  const size = shade.text.length * letterWidth;
  const at = (align: ShadeRow['align'], isLow: boolean): Candidate<ShadeRow> => {
    const textX = align === 'left' ? shade.x : shade.x2;
    const anchor = xPixel(plot, textX);
    const left = align === 'left' ? anchor + margin : anchor - margin - size;
    const top = isLow ? plot.area.height - margin - textHeight : margin - 3;
    return {
      box: { left, right: left + size, top, bottom: top + textHeight },
      row: { ...shade, align, textX, isLow },
    };
  };
  return [at('left', false), at('left', true), at('right', false), at('right', true)];
}

/** `04/01`, with the year where it differs from that of the last value; `Apr` of months. */
function startText([from, to]: Extent, time: ChartContent['time']): string {
  if (time.kind === 'months') return labelAt(from, time);
  const [first, last] = [dateAt(from, time), dateAt(to, time)];
  const [year, month, day] = first.toISOString().slice(0, 10).split('-');
  const isSameYear = time.kind === 'season' || first.getUTCFullYear() === last.getUTCFullYear();
  return isSameYear ? `${month}/${day}` : `${month}/${day}/${year}`;
}
