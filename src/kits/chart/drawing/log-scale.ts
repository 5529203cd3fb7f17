import { axisOf, sides } from '../axes.ts';
import { lowerBound } from '../reading/bisect.ts';
import type { ChartContent, ChartSeries, Extent, Side } from '../types.ts';

/** Which axes are logarithmic. */
export type LogSides = Readonly<Record<Side, boolean>>;

type Valued = Pick<ChartSeries, 'xs' | 'ys'>;

/** Whether an axis that a series or band uses can be logarithmic. */
export function canBeLog(content: ChartContent): boolean {
  return sides.some((side) => isLogOn(content, side));
}

export function logSidesOf(content: ChartContent, isLog: boolean): LogSides {
  return { left: isLog && isLogOn(content, 'left'), right: isLog && isLogOn(content, 'right') };
}

function isLogOn(content: ChartContent, side: Side): boolean {
  const { series, bands = [] } = content;
  return axisOf(content, side).offersLog === true && [...series, ...bands].some((each) => each.side === side);
}

const positiveParts = new WeakMap<ChartSeries, ChartSeries>();

/** The series with a gap at each value of zero or less. */
export function positivePart(series: ChartSeries): ChartSeries {
  const found = positiveParts.get(series);
  if (found) return found;
  const ys = Array.from(series.ys, (y) => (y > 0 ? y : Number.NaN));
  const part = ys.some(Number.isNaN) ? { ...series, ys } : series;
  positiveParts.set(series, part);
  return part;
}

/**
 * Names what a logarithmic axis leaves out in a window: `3 values of zero or less cannot be drawn on a log scale.`
 * Undefined if that is nothing.
 */
export function omittedNote(content: ChartContent, window: Extent, isLog: boolean): string | undefined {
  const sides = logSidesOf(content, isLog);
  const { series, bands = [] } = content;
  const values = series
    .filter((each) => sides[each.side])
    .reduce((sum, each) => sum + countOmitted(each, window), 0);
  const bounds = bands
    .filter((each) => sides[each.side])
    .reduce(
      (sum, { xs, lows, highs }) =>
        sum + countOmitted({ xs, ys: lows }, window) + countOmitted({ xs, ys: highs }, window),
      0,
    );
  const parts = [
    values > 0 ? `${countText(values, 'value')} of zero or less cannot be drawn on a log scale.` : '',
    bounds > 0 ? `Where a band reaches zero or less, it is drawn from the bottom of the log scale.` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function countOmitted({ xs, ys }: Valued, [from, to]: Extent): number {
  let count = 0;
  for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
    if ((ys[at] ?? 0) <= 0) count += 1;
  }
  return count;
}

function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
