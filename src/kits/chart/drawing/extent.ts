import type { ChartSeries, Extent } from '../types.ts';
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
