import { firstFrom } from './bisect.ts';
import type { ChartSeries, Window } from './types.ts';

/** From the first x of any series to the last, widened where that is a single day. */
export function timeExtent(all: readonly ChartSeries[]): Window {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { xs } of all) {
    if (xs.length === 0) continue;
    from = Math.min(from, xs[0] ?? from);
    to = Math.max(to, xs[xs.length - 1] ?? to);
  }
  if (from > to) return [0, 1];
  return from === to ? [from - 1, to + 1] : [from, to];
}

/** When the lowest value is below this share of the highest, the axis begins at zero. */
const nearZero = 0.3;
const room = 0.04;

/**
 * The values that an axis spans: those of the series within the window, with some room. Zero is included where
 * the values come near it, unless the axis is reversed.
 */
export function valueExtent(all: readonly ChartSeries[], [from, to]: Window, reversed = false): Window {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { xs, ys } of all) {
    for (let at = firstFrom(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
      const y = ys[at] ?? 0;
      if (y < low) low = y;
      if (y > high) high = y;
    }
  }
  if (low > high) return [0, 1];
  const pad = (high - low) * room || Math.abs(high) * room || 1;
  const fromZero = !reversed && low >= 0 && low <= high * nearZero;
  return [fromZero ? 0 : low - pad, high + pad];
}
