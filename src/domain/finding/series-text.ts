import { type DayNumber, formatDay, formatUsDate } from '#lib/calendar.ts';
import { capitalize } from '#lib/count-text.ts';
import { describeDepth, describeQuantity } from '../quantity.ts';
import { describeLevelChange } from './finding.ts';
import { describeYearChange } from './group-text.ts';
import { sameDateLastYear } from './same-date.ts';

/** A line of a graph: days since 1970-01-01, which ascend, and their values in `unit`. */
export type SeriesValues = {
  readonly label: string;
  readonly unit: string;
  readonly isDepth: boolean;
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
};

/**
 * Says what the lines of one axis come to, as a sentence: of one line its last value beside that of a year before, or its range
 * where the line is shorter; of several the highest and the lowest one on the last day that most of them have. Undefined
 * without a value.
 * @example 'Heise: 4,120 cfs on Sep 30, 2022, 520 cfs less than a year before.'
 * @example 'Highest of 14 on Sep 30, 2022: Heise, 4,120 cfs; lowest: Lorenzo, 12 cfs.'
 */
export function describeSeries(all: readonly SeriesValues[]): string | undefined {
  const drawn = all.filter(({ xs }) => xs.length > 0);
  const [only] = drawn;
  if (!only) return undefined;
  return drawn.length === 1 ? describeOne(only) : describeSeveral(drawn);
}

function describeOne(series: SeriesValues): string {
  const { label, xs, ys } = series;
  const last = xs.length - 1;
  const [day, value] = [xs[last] ?? 0, ys[last] ?? 0];
  const date = formatDay(day);
  return `${label}: ${toText(series, value)} on ${formatUsDate(date)}${describeComparison(series, day, value)}.`;
}

function describeComparison(series: SeriesValues, day: DayNumber, value: number): string {
  const { unit, isDepth, xs, ys } = series;
  const before = valueOn(series, sameDateLastYear(day));
  if (before !== undefined) {
    const change = isDepth
      ? describeLevelChange(value, before, unit, 'a year before')
      : describeYearChange(value - before, unit);
    return `, ${change}`;
  }
  if (xs.length === 1) return '';
  const [low, high] = [Math.min, Math.max].map((pick) =>
    Array.from(ys).reduce((one, other) => pick(one, other)),
  ) as [number, number];
  const ends = isDepth ? [high, low] : [low, high];
  const [lowest, highest] = ends.map((each) => toText(series, each));
  return lowest === highest
    ? ''
    : `; lowest since ${formatUsDate(formatDay(xs[0] ?? 0))}: ${lowest}, highest: ${highest}`;
}

function describeSeveral(all: readonly SeriesValues[]): string {
  const day = lastCommonDay(all);
  const placed = all
    .flatMap((series) => {
      const value = valueOn(series, day);
      return value === undefined ? [] : [{ series, height: series.isDepth ? -value : value, value }];
    })
    .sort((one, other) => other.height - one.height);
  const [highest, lowest] = [placed[0], placed.at(-1)];
  // No two of them have a day in common.
  if (!highest || !lowest || highest === lowest) return all.map(describeOne).join(' ');
  const on = `on ${formatUsDate(formatDay(day))}`;
  const text = (each: typeof highest) => toText(each.series, each.value);
  if (text(highest) === text(lowest)) return `All ${placed.length} ${on}: ${text(highest)}.`;
  const what = highest.series.isDepth ? 'highest water level' : 'highest';
  return `${capitalize(what)} of ${placed.length} ${on}: ${highest.series.label}, ${text(highest)}; lowest: ${lowest.series.label}, ${text(lowest)}.`;
}

/** The last day on which as many lines as possible have a value. */
function lastCommonDay(all: readonly SeriesValues[]): DayNumber {
  const counts = new Map<DayNumber, number>();
  for (const { xs } of all) {
    for (const day of Array.from(xs)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const maxCount = Math.max(...new Set(counts.values()));
  let last = Number.NEGATIVE_INFINITY;
  for (const [day, count] of counts) if (count === maxCount && day > last) last = day;
  return last;
}

function valueOn({ xs, ys }: SeriesValues, day: DayNumber): number | undefined {
  const at = Array.prototype.lastIndexOf.call(xs, day);
  return at < 0 ? undefined : ys[at];
}

function toText({ unit, isDepth }: SeriesValues, value: number): string {
  return isDepth ? describeDepth(value, unit) : describeQuantity(value, unit);
}
