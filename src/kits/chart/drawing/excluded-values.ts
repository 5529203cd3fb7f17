import { lowerBound } from '../reading/bisect.ts';
import type { ChartSeries, Extent, Side } from '../types.ts';

/** An excluded value: `s` its series; `p` its position, within the plot or at its upper or lower edge. */
export type ExcludedRow = {
  readonly x: number;
  readonly y: number;
  readonly s: string;
  readonly p: 'within' | 'above' | 'below';
};

export type ExcludedRows = Record<`${Side}Excluded`, ExcludedRow[]>;

/** Pixels at which marks can be distinguished; of nearer ones only the extremes are drawn. */
const markWidth = 5;
/** Wider at an edge, where marks at the same height would merge into a band. */
const edgeWidth = 14;

type AxisExtent = { readonly extent: Extent; readonly reversed: boolean | undefined };

/** The marks to draw in a window. A value beyond its axis is moved to the nearer edge. */
export function excludedRows(
  all: readonly ChartSeries[],
  window: Extent,
  pixels: number,
  axes: Readonly<Record<Side, AxisExtent>>,
): ExcludedRows {
  const rows: ExcludedRows = { leftExcluded: [], rightExcluded: [] };
  const minEdgeGap = (edgeWidth * (window[1] - window[0])) / pixels;
  for (const series of all) {
    const { excluded, id, side } = series;
    const last = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY };
    for (const at of columnExtremes(series, window, pixels / markWidth)) {
      const x = excluded?.xs[at] ?? 0;
      const clamped = clampToAxis(excluded?.ys[at] ?? 0, axes[side]);
      if (clamped.p !== 'within') {
        if (x - last[clamped.p] < minEdgeGap) continue;
        last[clamped.p] = x;
      }
      rows[`${side}Excluded`].push({ x, s: id, ...clamped });
    }
  }
  return rows;
}

function clampToAxis(y: number, { extent: [low, high], reversed }: AxisExtent): Pick<ExcludedRow, 'y' | 'p'> {
  if (y > high) return { y: high, p: reversed ? 'below' : 'above' };
  if (y < low) return { y: low, p: reversed ? 'above' : 'below' };
  return { y, p: 'within' };
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
