import { firstFrom } from './bisect.ts';
import type { ChartSeries, Side, Window } from './types.ts';

/** A value beside a line: `s` its series; `p` where it stands, within the plot or at its upper or lower edge. */
export type AsideRow = {
  readonly x: number;
  readonly y: number;
  readonly s: string;
  readonly p: 'within' | 'above' | 'below';
};

export type AsideRows = Record<`${Side}Asides`, AsideRow[]>;

/** So many pixels apart marks can be told from one another; nearer ones add nothing but their extremes. */
const markWidth = 5;
/** At an edge, where all are of one height, they would grow into a band. */
const edgeWidth = 14;

type AxisExtent = { readonly extent: Window; readonly reversed: boolean | undefined };

/** The marks to draw in a window. A value beyond its axis is brought to the edge that it lies behind. */
export function asideRows(
  all: readonly ChartSeries[],
  window: Window,
  pixels: number,
  axes: Readonly<Record<Side, AxisExtent>>,
): AsideRows {
  const rows: AsideRows = { leftAsides: [], rightAsides: [] };
  const atEdge = (edgeWidth * (window[1] - window[0])) / pixels;
  for (const series of all) {
    const { asides, id, side } = series;
    const last = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY };
    for (const at of extremes(series, window, pixels / markWidth)) {
      const x = asides?.xs[at] ?? 0;
      const place = placed(asides?.ys[at] ?? 0, axes[side]);
      if (place.p !== 'within') {
        if (x - last[place.p] < atEdge) continue;
        last[place.p] = x;
      }
      rows[`${side}Asides`].push({ x, s: id, ...place });
    }
  }
  return rows;
}

function placed(y: number, { extent: [low, high], reversed }: AxisExtent): Pick<AsideRow, 'y' | 'p'> {
  if (y > high) return { y: high, p: reversed ? 'below' : 'above' };
  if (y < low) return { y: low, p: reversed ? 'above' : 'below' };
  return { y, p: 'within' };
}

/** Of each column of the window the positions of the lowest and the highest value, in their order. */
function extremes({ asides }: ChartSeries, [from, to]: Window, columns: number): readonly number[] {
  if (!asides) return [];
  const { xs, ys } = asides;
  const scale = columns / Math.max(1e-9, to - from);
  const kept = new Map<number, { low: number; high: number }>();
  for (let at = firstFrom(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
    const column = Math.floor(((xs[at] ?? 0) - from) * scale);
    const here = kept.get(column) ?? { low: at, high: at };
    const y = ys[at] ?? 0;
    if (y < (ys[here.low] ?? 0)) here.low = at;
    if (y > (ys[here.high] ?? 0)) here.high = at;
    kept.set(column, here);
  }
  return [...kept.values()].flatMap(({ low, high }) =>
    low === high ? [low] : [Math.min(low, high), Math.max(low, high)],
  );
}

/** Whether anything stands beside any of the lines. */
export function hasAsides(all: readonly ChartSeries[]): boolean {
  return all.some(({ asides }) => asides !== undefined && asides.xs.length > 0);
}

/** What is to be known of the marks at the edges, behind the meaning of all. */
export const edgeNote = 'A triangle at the edge of the plot stands for values beyond it.';
