/** The box of a sparkline, in the units of its path. */
export const sparklineBox = { width: 240, height: 64 } as const;

const padding = 4;

export type SparklineData = {
  /** Ascending. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Larger values are drawn lower. */
  readonly reversed?: boolean;
  /** Neighbors further apart than this are not joined. */
  readonly maxGap: number;
  /** The values at the lower and the upper edge, and the places at the sides: those of the line by default. */
  readonly range?: readonly [low: number, high: number];
  readonly span?: readonly [from: number, to: number];
};

/** The path of a sparkline, as the attribute `d` of an SVG path. */
export function sparklinePath(line: SparklineData): string {
  const { xs, ys, reversed = false, maxGap } = line;
  const { width, height } = sparklineBox;
  const [from = 0, to = 1] = line.span ?? [xs[0], xs.at(-1)];
  const [low, high] = line.range ?? [Math.min(...ys), Math.max(...ys)];
  const extent = high - low || 1;
  return xs
    .map((x, at) => {
      const across = padding + ((x - from) / Math.max(1, to - from)) * (width - 2 * padding);
      const share = ((ys[at] ?? 0) - low) / extent;
      const down = padding + (reversed ? share : 1 - share) * (height - 2 * padding);
      const joins = at > 0 && x - (xs[at - 1] ?? x) <= maxGap;
      return `${joins ? 'L' : 'M'}${across.toFixed(1)} ${down.toFixed(1)}`;
    })
    .join('');
}
