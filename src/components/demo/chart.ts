/** Both ends included; `from` may be above `to` in a range that runs downwards. */
export type Span = readonly [from: number, to: number];
export type Point = readonly [x: number, y: number];
export type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Places on a chart are percent of its plot; three decimals are finer than any screen. */
function rounded(value: number): number {
  return Number(value.toFixed(3));
}

/** Maps a domain onto a range in a straight line; a domain without length falls on the range's middle. */
export function scale([low, high]: Span, [start, end]: Span): (value: number) => number {
  if (low === high) return () => rounded((start + end) / 2);
  return (value) => rounded(start + ((value - low) / (high - low)) * (end - start));
}

/** The least and the greatest; [0, 0] of nothing. */
export function extent(values: readonly number[]): Span {
  return values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
}

/**
 * Round values (1, 2 or 5 times a power of ten apart) from at or below the span's start to at or above its
 * end, as many as there may be. `atMost` is 3 or more, so that a span across zero has room for both sides.
 */
export function niceTicks([from, to]: Span, maxCount: number): readonly number[] {
  if (maxCount < 3) throw new RangeError(`At least 3 ticks have to be allowed, not ${maxCount}.`);
  const length = to > from ? to - from : 1;
  let power = Math.floor(Math.log10(length / maxCount));
  for (;;) {
    for (const factor of [1, 2, 5]) {
      const step = factor * 10 ** power;
      const first = Math.floor(from / step);
      const last = Math.ceil((from + length) / step);
      if (last - first + 1 <= maxCount) {
        return Array.from({ length: last - first + 1 }, (_, index) =>
          Number(((first + index) * step).toPrecision(12)),
        );
      }
    }
    power += 1;
  }
}

/** An SVG path through the points. */
export function linePath(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** The same path, closed along a straight base. */
export function areaPath(points: readonly Point[], base: number): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? `${linePath(points)}L${last[0]} ${base}L${first[0]} ${base}Z` : '';
}

/** Values at equal distances across the whole width. */
export function spread(values: readonly number[], domain: Span): readonly Point[] {
  const x = scale([0, values.length - 1], [0, 100]);
  const y = scale(domain, [100, 0]);
  return values.map((value, index) => [x(index), y(value)] as const);
}

/** A bar from zero for every value; `share` of each one's place is filled. The domain includes zero. */
export function bars(values: readonly number[], domain: Span, share: number): readonly Bar[] {
  const y = scale(domain, [100, 0]);
  const slotWidth = 100 / values.length;
  return values.map((value, index) => ({
    x: rounded((index + (1 - share) / 2) * slotWidth),
    y: Math.min(y(0), y(value)),
    width: rounded(share * slotWidth),
    height: rounded(Math.abs(y(value) - y(0))),
  }));
}

/** 12,400 or −12,400, with a real minus. */
export function formatNumber(value: number, decimals = 0): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en-US', options).replace('-', '−');
}

/** A change always has its sign, unless there is none. */
export function formatChange(value: number, decimals = 0): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`;
}
