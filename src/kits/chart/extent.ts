import { lowerBound } from './bisect.ts';
import type { ChartSeries, Extent } from './types.ts';

/** The extent from the first x of any series to the last, widened if that is a single day. */
export function timeExtent(all: readonly ChartSeries[]): Extent {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { xs, excluded } of all) {
    for (const each of excluded ? [xs, excluded.xs] : [xs]) {
      if (each.length === 0) continue;
      from = Math.min(from, each[0] ?? from);
      to = Math.max(to, each[each.length - 1] ?? to);
    }
  }
  if (from > to) return [0, 1];
  return from === to ? [from - 1, to + 1] : [from, to];
}

type Valued = Pick<ChartSeries, 'xs' | 'ys' | 'excluded'>;

/** When the lowest value is below this share of the highest, the axis begins at zero. */
const nearZero = 0.3;
const padShare = 0.04;

/**
 * The extent of a value axis: the values of the lines and bands within the window, with some padding. Zero is included if the
 * values come near it, unless the axis is reversed. Excluded values count only if there is no line, so that a spike does
 * not flatten the lines.
 */
export function valueExtent(all: readonly Valued[], window: Extent, reversed = false): Extent {
  const span =
    valueSpan(all, window) ??
    valueSpan(
      all.flatMap(({ excluded }) => excluded ?? []),
      window,
    );
  if (!span) return [0, 1];
  const [low, high] = span;
  const pad = (high - low) * padShare || Math.abs(high) * padShare || 1;
  const fromZero = !reversed && low >= 0 && low <= high * nearZero;
  return [fromZero ? 0 : low - pad, high + pad];
}

function valueSpan(all: readonly Pick<ChartSeries, 'xs' | 'ys'>[], [from, to]: Extent): Extent | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { xs, ys } of all) {
    for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
      const y = ys[at] ?? 0;
      if (y < low) low = y;
      if (y > high) high = y;
    }
  }
  return low > high ? undefined : [low, high];
}
