import type { ChartSeries } from './types.ts';

/** The first position whose value is not below `wanted`; the length when there is none. `xs` ascend. */
export function firstFrom(xs: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The x nearest to `wanted` at which any series has a value; undefined when none has one. */
export function nearestX(all: readonly ChartSeries[], wanted: number): number | undefined {
  let nearest: number | undefined;
  for (const { xs } of all) {
    const at = firstFrom(xs, wanted);
    for (const x of [xs[at - 1], xs[at]]) {
      if (x !== undefined && (nearest === undefined || Math.abs(x - wanted) < Math.abs(nearest - wanted))) {
        nearest = x;
      }
    }
  }
  return nearest;
}

/** The next x after or before `from` at which any series has a value; undefined at the end. */
export function neighbourX(all: readonly ChartSeries[], from: number, step: 1 | -1): number | undefined {
  let found: number | undefined;
  for (const { xs } of all) {
    const at = firstFrom(xs, from);
    const x = step < 0 ? xs[at - 1] : xs[xs[at] === from ? at + 1 : at];
    if (x !== undefined && (found === undefined || (step > 0 ? x < found : x > found))) found = x;
  }
  return found;
}

/** The position of a value at exactly `x`; undefined in a gap. */
export function positionAt({ xs }: ChartSeries, x: number): number | undefined {
  const at = firstFrom(xs, x);
  return xs[at] === x ? at : undefined;
}
