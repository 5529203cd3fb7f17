import type { ChartSeries } from '../types.ts';

type Emphasis = NonNullable<ChartSeries['emphasis']> | 'usual';

const widths: Readonly<Record<Emphasis, number>> = { context: 1, usual: 1.6, leading: 2.75 };
const ranks: Readonly<Record<Emphasis, number>> = { context: 0, usual: 1, leading: 2 };

/** The width of a line, in pixels. One between dots is thin. */
export function lineWidthOf({ emphasis, shape }: Pick<ChartSeries, 'emphasis' | 'shape'>): number {
  return widths[emphasis ?? (shape === 'dots' ? 'context' : 'usual')];
}

/** The lines in the order in which they are drawn: the leading ones last, above the others. */
export function byEmphasis(series: readonly ChartSeries[]): readonly ChartSeries[] {
  return series.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ emphasis }: ChartSeries): number {
  return ranks[emphasis ?? 'usual'];
}
