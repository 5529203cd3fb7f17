import { withMinus } from '#lib/format-number.ts';

/** Includes both ends; `from` is greater than `to` in a range that runs downward. */
export type Span = readonly [from: number, to: number];
export type Point = readonly [x: number, y: number];
export type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Rounds a position, in percent of the plot, to three decimals, which is finer than any screen. */
function rounded(value: number): number {
  return Number(value.toFixed(3));
}

/** Maps a domain linearly onto a range; a domain without length maps to the middle of the range. */
export function scale([low, high]: Span, [start, end]: Span): (value: number) => number {
  if (low === high) return () => rounded((start + end) / 2);
  return (value) => rounded(start + ((value - low) / (high - low)) * (end - start));
}

/** Finds the minimum and the maximum; [0, 0] if there are no values. */
export function extent(values: readonly number[]): Span {
  return values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
}

/**
 * Picks round values, 1, 2 or 5 times a power of ten apart, that cover a span with at most `max` ticks. `max` is 3 or
 * more, so that a span across zero has a tick on both sides.
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

/** Makes an SVG path through the points. */
export function linePath(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** Makes the same path, closed along a straight base. */
export function areaPath(points: readonly Point[], base: number): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? `${linePath(points)}L${last[0]} ${base}L${first[0]} ${base}Z` : '';
}

/** Spreads values evenly across the whole width. */
export function spread(values: readonly number[], domain: Span): readonly Point[] {
  const x = scale([0, values.length - 1], [0, 100]);
  const y = scale(domain, [100, 0]);
  return values.map((value, index) => [x(index), y(value)] as const);
}

/** Makes a bar from zero for every value; each fills `share` of its slot. The domain has to include zero. */
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

/** Formats a number with separators and a real minus sign: 12,400 or −12,400. */
export function formatNumber(value: number, decimals = 0): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return withMinus(value.toLocaleString('en-US', options));
}

/** Formats a change with its sign: +3, −3 or 0. */
export function formatChange(value: number, decimals = 0): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`;
}
