import { scale } from 'vega';
import { countOf } from '#lib/count-text.ts';
import { axisOf, logSidesOf } from '../axes.ts';
import { lowerBound } from '../reading/bisect.ts';
import type { AxisSide, ChartContent, ChartSeries, Extent } from '../types.ts';
import type { DrawnAxis } from './layout.ts';
import { columnsOf } from './lines.ts';

type Valued = Pick<ChartSeries, 'xs' | 'ys' | 'excluded' | 'shape'>;

/** The axis of a side: what the values of its columns span in a window. */
export function axisAt(
  content: ChartContent,
  all: readonly (Valued & Pick<ChartSeries, 'side'>)[],
  {
    side,
    window,
    isLog = false,
  }: { readonly side: AxisSide; readonly window: Extent; readonly isLog?: boolean },
): DrawnAxis {
  const own = all.filter((each) => each.side === side);
  const { reversed = false } = axisOf(content, side);
  const hasLog = logSidesOf(content, isLog)[side];
  const extent = hasLog ? logExtent(own, window) : valueExtent(own, window, reversed, side);
  return { extent, reversed, isLog: hasLog };
}

/** The levels of a chart as values in a window, for an axis that reaches to them. */
export function levelColumns({ levels = [] }: ChartContent, [from]: Extent) {
  return levels.map(({ side, value }) => ({ side, xs: [from], ys: [value] }));
}

/** When the lowest value is below this share of the highest, the axis begins at zero. */
const nearZero = 0.3;
const padShare = 0.04;

/**
 * The extent of a value axis: the values of the lines and bands within the window, with some padding, to round numbers. Zero
 * is included if the values come near it, unless the axis is reversed, and wherever bars begin there. Excluded values count
 * only if there is no line, so that a spike does not flatten the lines.
 */
export function valueExtent(
  all: readonly Valued[],
  window: Extent,
  reversed = false,
  side: AxisSide = 'left',
): Extent {
  const span =
    valueSpan(all, window) ??
    valueSpan(
      all.flatMap(({ excluded }) => excluded ?? []),
      window,
    );
  if (!span) return [0, 1];
  const [low, high] = span;
  const pad = (high - low) * padShare || Math.abs(high) * padShare || 1;
  const hasBars = all.some((each) => each.shape === 'bars');
  const fromZero = low >= 0 && (hasBars || (!reversed && low <= high * nearZero));
  const toZero = hasBars && high <= 0;
  // The middle of both axes is one place: a single value on the right one is raised above that on the left one.
  const raise = side === 'right' && low === high ? 3 : 1;
  const [below, above] = reversed ? [1, raise] : [raise, 1];
  return niceExtent([fromZero ? 0 : low - below * pad, toZero ? 0 : high + above * pad]);
}

/** The extent to round numbers. */
export function niceExtent(extent: Extent): Extent {
  const [from = 0, to = 1]: number[] = scale('linear')().domain(extent).nice().domain();
  return [from, to];
}

/**
 * Extends two extents so that their zeros are at the same height. Others than those that both include zero stay as they are,
 * because a zero far from the values would flatten them.
 */
export function alignZeros(one: Extent, other: Extent): readonly [Extent, Extent] {
  const parts = [one, other].map(([low, high]) => ({ below: -low, above: high, span: high - low }));
  if (parts.some(({ below, above }) => below < 0 || above < 0)) return [one, other];
  const below = Math.max(...parts.map((each) => each.below / each.span));
  const above = Math.max(...parts.map((each) => each.above / each.span));
  const [first = one, second = other] = parts.map((each): Extent => {
    // A share of zero has nothing on its side, on either axis.
    const unit = Math.max(below && each.below / below, above && each.above / above);
    return [below ? -unit * below : 0, unit * above];
  });
  return [first, second];
}

/** The lowest and the highest value in a window, of those above a limit. */
function valueSpan(
  all: readonly Pick<ChartSeries, 'xs' | 'ys'>[],
  [from, to]: Extent,
  limit = Number.NEGATIVE_INFINITY,
): Extent | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { xs, ys } of all) {
    for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
      const y = ys[at] ?? 0;
      if (!(y > limit)) continue;
      if (y < low) low = y;
      if (y > high) high = y;
    }
  }
  return low > high ? undefined : [low, high];
}

/** The positive values in a window, with some space above and below them. */
export function logExtent(all: readonly Pick<ChartSeries, 'xs' | 'ys'>[], window: Extent): Extent {
  const span = valueSpan(all, window, 0);
  return span ? [span[0] / 1.25, span[1] * 1.25] : [1, 10];
}

const maxTicks = 7;

/** The labels of a logarithmic axis: 1, 2 and 5 times powers of ten, or fewer of them where those would be many. */
export function logTicks(extent: Extent): readonly number[] {
  const all: number[] = scale('log')().domain(extent).ticks();
  const beginsWith = (...digits: readonly number[]) =>
    all.filter((each) => digits.includes(Number(each.toExponential(0)[0])));
  const choices = [all, beginsWith(1, 2, 5), beginsWith(1, 3), beginsWith(1)];
  const few = choices.find(({ length }) => length > 0 && length <= maxTicks);
  if (few) return few;
  const powers = beginsWith(1);
  const step = Math.ceil(powers.length / maxTicks);
  return powers.length > 0
    ? powers.filter((_, at) => at % step === 0)
    : scale('linear')()
        .domain(extent)
        .ticks(maxTicks / 2);
}

/**
 * Names what a logarithmic axis leaves out in a window: `3 values of zero or less cannot be drawn on a log scale.`
 * Undefined if that is nothing.
 */
export function omittedNote(content: ChartContent, window: Extent, isLog: boolean): string | undefined {
  const sides = logSidesOf(content, isLog);
  const omitted = columnsOf(content)
    .filter((each) => sides[each.side])
    .map((each) => ({ isEdge: each.of !== undefined, count: countOmitted(each, window) }));
  const values = omitted.reduce((sum, { isEdge, count }) => (isEdge ? sum : sum + count), 0);
  const parts = [
    values > 0 && `${countOf(values, 'value')} of zero or less cannot be drawn on a log scale.`,
    omitted.some(({ isEdge, count }) => isEdge && count > 0) &&
      'Where a band reaches zero or less, it is drawn from the bottom of the log scale.',
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
