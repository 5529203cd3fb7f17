import { countOf } from '#lib/count-text.ts';
import { axisOf, sides, usedSides } from '../axes.ts';
import { lowerBound } from '../reading/bisect.ts';
import type { ChartContent, ChartSeries, Extent, Side } from '../types.ts';
import { columnsOf } from './bands.ts';

/** Which axes are logarithmic. */
export type LogSides = Readonly<Record<Side, boolean>>;

/** Whether an axis that a series or band uses can be logarithmic. */
export function canBeLog(content: ChartContent): boolean {
  return sides.some((side) => isLogOn(content, side));
}

export function logSidesOf(content: ChartContent, isLog: boolean): LogSides {
  return { left: isLog && isLogOn(content, 'left'), right: isLog && isLogOn(content, 'right') };
}

function isLogOn(content: ChartContent, side: Side): boolean {
  return axisOf(content, side).offersLog === true && usedSides(content).includes(side);
}

/**
 * Names what a logarithmic axis leaves out in a window: `3 values of zero or less cannot be drawn on a log scale.`
 * Undefined if that is nothing.
 */
export function omittedNote(content: ChartContent, window: Extent, isLog: boolean): string | undefined {
  const sides = logSidesOf(content, isLog);
  const drawn = columnsOf(content).filter((each) => sides[each.side]);
  const [values = 0, bounds = 0] = [false, true].map((isEdge) =>
    drawn
      .filter((each) => (each.of !== undefined) === isEdge)
      .reduce((sum, each) => sum + countOmitted(each, window), 0),
  );
  const parts = [
    values > 0 ? `${countOf(values, 'value')} of zero or less cannot be drawn on a log scale.` : '',
    bounds > 0 ? `Where a band reaches zero or less, it is drawn from the bottom of the log scale.` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function countOmitted({ xs, ys }: ChartSeries, [from, to]: Extent): number {
  let count = 0;
  for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
    if ((ys[at] ?? 0) <= 0) count += 1;
  }
  return count;
}
