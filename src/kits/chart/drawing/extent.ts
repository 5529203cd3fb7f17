import { lowerBound } from '../reading/bisect.ts';
import type { ChartSeries, Extent, Side } from '../types.ts';
import { barSeries, barStep } from './bars.ts';

/**
 * The extent from the first x of any series to the last, widened by half a bar where bars stand, and if it is a single
 * day.
 */
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
  for (const series of barSeries(all)) {
    const half = barStep(series) / 2;
    from = Math.min(from, (series.xs[0] ?? from) - half);
    to = Math.max(to, (series.xs[series.xs.length - 1] ?? to) + half);
  }
  if (from > to) return [0, 1];
  return from === to ? [from - 1, to + 1] : [from, to];
}

type Valued = Pick<ChartSeries, 'xs' | 'ys' | 'excluded' | 'shape'>;

/** When the lowest value is below this share of the highest, the axis begins at zero. */
const nearZero = 0.3;
const padShare = 0.04;

/**
 * The extent of a value axis: the values of the lines and bands within the window, with some padding. Zero is included if the
 * values come near it, unless the axis is reversed, and wherever bars begin there. Excluded values count only if there is no line, so that a spike does
 * not flatten the lines.
 */
export function valueExtent(
  all: readonly Valued[],
  window: Extent,
  reversed = false,
  side: Side = 'left',
): Extent {
  const span =
    valueSpan(all, window) ??
    valueSpan(
      all.flatMap(({ excluded }) => excluded ?? []),
      window,
    );
  if (!span) return [0, 1];
  const [low, high] = span;
  const pad = (high - low) * padShare || Math.abs(high) * padShare || 1;
  const hasBars = all.some((each) => each.shape === 'bars');
  const fromZero = low >= 0 && (hasBars || (!reversed && low <= high * nearZero));
  const toZero = hasBars && high <= 0;
  // The middle of both axes is one place: a single value on the right one is raised above that on the left one.
  const raise = side === 'right' && low === high ? 3 : 1;
  const [below, above] = reversed ? [1, raise] : [raise, 1];
  return [fromZero ? 0 : low - below * pad, toZero ? 0 : high + above * pad];
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
