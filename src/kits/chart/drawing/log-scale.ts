import { axisOf } from '../axes.ts';
import { lowerBound } from '../reading/bisect.ts';
import type { ChartContent, ChartSeries, Extent, Side } from '../types.ts';

/** Which axes are logarithmic. */
export type LogSides = Readonly<Record<Side, boolean>>;

type Valued = Pick<ChartSeries, 'xs' | 'ys'>;

const mantissas = [1, 2, 5, 10];
/** From this many powers of ten on, only powers are labeled. */
const manyDecades = 4;
/** The number of labels that a logarithmic axis has at the most. */
const maxLogTicks = 12;

/** Whether an axis that a series or band uses can be logarithmic. */
export function canBeLog(content: ChartContent): boolean {
  return (['left', 'right'] as const).some((side) => isLogOn(content, side));
}

export function logSidesOf(content: ChartContent, isLog: boolean): LogSides {
  return { left: isLog && isLogOn(content, 'left'), right: isLog && isLogOn(content, 'right') };
}

function isLogOn(content: ChartContent, side: Side): boolean {
  const { series, bands = [] } = content;
  return axisOf(content, side).offersLog === true && [...series, ...bands].some((each) => each.side === side);
}

/** The positive values in a window, widened to 1, 2 or 5 times a power of ten: `[37, 4100]` becomes `[20, 5000]`. */
export function logExtent(all: readonly Valued[], [from, to]: Extent): Extent {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const { xs, ys } of all) {
    for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
      const y = ys[at] ?? 0;
      if (!(y > 0)) continue;
      if (y < low) low = y;
      if (y > high) high = y;
    }
  }
  if (high === 0) return [1, 10];
  const extent = [roundDown(low), roundUp(high)] as const;
  return extent[0] < extent[1] ? extent : [extent[0] / 10, extent[1] * 10];
}

function roundDown(value: number): number {
  const power = powerBelow(value);
  const factor = mantissas.findLast((each) => times(each, power) <= value) ?? 1;
  return times(factor, power);
}

function roundUp(value: number): number {
  const power = powerBelow(value);
  const factor = mantissas.find((each) => times(each, power) >= value) ?? 10;
  return times(factor, power);
}

/** The exponent of the power of ten at or below a value; by digits, because logarithms of powers are not exact. */
function powerBelow(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

/** Parsed, because a product such as 5 × 0.001 is not exact. */
function times(factor: number, power: number): number {
  return Number(`${factor}e${power}`);
}

/** The labels of a logarithmic axis: 1, 2 and 5 times powers of ten, or only powers where those would be many. */
export function logTicks([low, high]: Extent): readonly number[] {
  const [first, last] = [powerBelow(low), powerBelow(high)];
  const decades = last - first;
  const factors = decades < manyDecades ? mantissas.slice(0, 3) : [1];
  const step = decades < manyDecades ? 1 : Math.ceil(decades / maxLogTicks);
  const ticks: number[] = [];
  for (let power = first; power <= last; power += step) {
    for (const factor of factors) {
      const tick = times(factor, power);
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  }
  return ticks;
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
