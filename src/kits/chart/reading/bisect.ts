import type { ChartSeries, Extent } from '../types.ts';

/** The x values of the lines and of the excluded values. */
function* xArrays(all: readonly ChartSeries[]): Generator<ArrayLike<number>> {
  for (const { xs, excluded } of all) {
    yield xs;
    if (excluded) yield excluded.xs;
  }
}

/** The first position whose value is not below `wanted`, or the length. `xs` ascend. */
export function lowerBound(xs: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The x nearest to `wanted` at which any series has a value, excluded or not. */
export function nearestX(all: readonly ChartSeries[], wanted: number): number | undefined {
  let nearest: number | undefined;
  for (const xs of xArrays(all)) {
    const at = lowerBound(xs, wanted);
    for (const x of [xs[at - 1], xs[at]]) {
      if (x !== undefined && (nearest === undefined || Math.abs(x - wanted) < Math.abs(nearest - wanted))) {
        nearest = x;
      }
    }
  }
  return nearest;
}

/** The next x after or before `from` at which any series has a value; undefined at the end. */
export function neighborX(all: readonly ChartSeries[], from: number, step: 1 | -1): number | undefined {
  let found: number | undefined;
  for (const xs of xArrays(all)) {
    const at = lowerBound(xs, from);
    const x = step < 0 ? xs[at - 1] : xs[xs[at] === from ? at + 1 : at];
    if (x !== undefined && (found === undefined || (step > 0 ? x < found : x > found))) found = x;
  }
  return found;
}

/** Every x in a window at which any series has a value, ascending. */
export function xsWithin(all: readonly ChartSeries[], [from, to]: Extent): readonly number[] {
  const found = new Set<number>();
  for (const xs of xArrays(all)) {
    for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1)
      found.add(xs[at] ?? 0);
  }
  return [...found].sort((one, other) => one - other);
}

/** The position of the value at exactly `x`; undefined in a gap. */
export function positionAt(series: Pick<ChartSeries, 'xs'> | undefined, x: number): number | undefined {
  const xs = series?.xs ?? [];
  const at = lowerBound(xs, x);
  return xs[at] === x ? at : undefined;
}
