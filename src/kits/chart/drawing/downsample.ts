import { lowerBound } from '../reading/bisect.ts';
import type { ChartSeries, Extent } from '../types.ts';

/** A part of a line without a gap, whose values are all estimated or not: positions in the series. */
type Segment = {
  readonly estimated?: true;
  readonly positions: readonly number[];
};

/**
 * Thins a series to what a window `columns` wide can show: for each column the first, lowest, highest and last value of
 * each segment, so that no extreme and no end of a gap is lost. Includes a neighbor on either side of the window, so that
 * lines run across its edges. A value that is not a number is a gap.
 */
export function downsample(series: ChartSeries, window: Extent, columns: number): readonly Segment[] {
  const { xs, ys, maxGap, skippedX, isEstimated } = series;
  const from = Math.max(0, lowerBound(xs, window[0]) - 1);
  const to = Math.min(xs.length, lowerBound(xs, window[1] + 1e-9) + 1);
  const scale = columns / Math.max(1e-9, window[1] - window[0]);
  const segments: Segment[] = [];
  let positions: number[] = [];
  let estimated = false;
  let column = Number.NaN;
  let first = -1;
  let low = -1;
  let high = -1;
  let last = -1;

  function flushColumn(): void {
    if (first < 0) return;
    const [one, other] = low < high ? [low, high] : [high, low];
    positions.push(first);
    if (one > first && one < last) positions.push(one);
    if (other > first && other < last && other !== one) positions.push(other);
    if (last > first) positions.push(last);
    first = -1;
  }
  function endSegment(): void {
    flushColumn();
    if (positions.length > 0) segments.push({ ...(estimated && { estimated }), positions });
    positions = [];
  }

  for (let at = from; at < to; at += 1) {
    const x = xs[at] ?? 0;
    const y = ys[at] ?? 0;
    if (Number.isNaN(y)) {
      endSegment();
      last = -1;
      column = Number.NaN;
      continue;
    }
    const before = xs[last] ?? 0;
    const gap = skippedX !== undefined && before < skippedX && skippedX < x ? x - before - 1 : x - before;
    const isJoined = last >= from && gap <= maxGap;
    const estimate = isEstimated?.(at) ?? false;
    if (at > from && (!isJoined || estimate !== estimated)) {
      endSegment();
      // A line that turns estimated, or ends to be so, continues from its last value.
      if (isJoined) positions.push(last);
      column = Number.NaN;
    }
    estimated = estimate;
    const here = Math.floor((x - window[0]) * scale);
    if (here !== column) {
      flushColumn();
      column = here;
    }
    if (first < 0) {
      first = at;
      low = at;
      high = at;
    } else {
      if (y < (ys[low] ?? 0)) low = at;
      if (y > (ys[high] ?? 0)) high = at;
    }
    last = at;
  }
  endSegment();
  return segments;
}

type Values = { readonly xs: ArrayLike<number>; readonly ys: ArrayLike<number> };

/** The positions of the finite values from one x to another, by their column. */
export function* valuesByColumn(
  { xs, ys }: Values,
  [from, to]: Extent,
  columnOf: (x: number) => number,
): Generator<{ readonly column: number; readonly positions: readonly number[] }> {
  let column = Number.NaN;
  let positions: number[] = [];
  for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
    if (!Number.isFinite(ys[at])) continue;
    const here = columnOf(xs[at] ?? 0);
    if (here !== column && positions.length > 0) {
      yield { column, positions };
      positions = [];
    }
    column = here;
    positions.push(at);
  }
  if (positions.length > 0) yield { column, positions };
}

/** Which of some positions have the lowest and the highest value; of equal ones the first. */
export function extremesOf(ys: ArrayLike<number>, positions: readonly number[]) {
  let [low, high] = [positions[0] ?? 0, positions[0] ?? 0];
  for (const at of positions) {
    if ((ys[at] ?? 0) < (ys[low] ?? 0)) low = at;
    if ((ys[at] ?? 0) > (ys[high] ?? 0)) high = at;
  }
  return { low, high };
}
