import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { carriedDays } from '../freshness.ts';
import { seasonPlaces } from '../season/season.ts';
import type { SeriesColumns } from '../series-columns.ts';
import { snowClassAt } from '../snow/snow-colors.ts';
import { type BasinShare, basinIndex } from '../snow/snowpack.ts';
import { parameterNdx } from '../vocabulary.ts';
import { noByte, toConditionByte } from './condition-bytes.ts';
import { isSnowFree, percentileOf, type StandingClass } from './percentile-class.ts';
import { median, medianOfSorted, type StatisticPeriod } from './statistics.ts';

/** The lowest and the highest value of dates of the year, by their order in the water year. */
export type DateExtremes = {
  readonly lowest: ReadonlyMap<number, number>;
  readonly highest: ReadonlyMap<number, number>;
};

type SeasonBasis = {
  /** The values of the years of a date, ascending, by its order in the water year; undefined without a statistic. */
  readonly sortedAt: (order: number) => ArrayLike<number> | undefined;
  readonly period: StatisticPeriod;
  readonly parameter: number;
  /** The usual number of days between values. */
  readonly interval: number;
  readonly first: DayNumber;
  readonly last: DayNumber;
  /** Of the days before the first value. */
  readonly extremes?: DateExtremes | undefined;
};

/**
 * The class of each day of a season, as one byte a day: see `toConditionByte`. As in a finding, a day without a value has
 * the class of the last value before it, until that is late; the lowest and the highest are those of the years up to the
 * value's own.
 * @param record All values up to the last day, or those since a water year before whose first day `extremes` are known.
 */
export function conditionBytes(record: SeriesColumns, basis: SeasonBasis): Uint8Array {
  const { sortedAt, parameter, interval, first, last, extremes } = basis;
  const isReversed = parameter === parameterNdx.depthToWater;
  const isMonthly = basis.period === 'month';
  const { years, orders } = seasonPlaces(record.days, 'water');
  const earlier = createExtremes(extremes);
  const bytes = new Uint8Array(last - first + 1).fill(noByte);
  const maxLag = carriedDays(interval, parameter);
  let month: { readonly key: number; readonly year: number; readonly values: number[] } | undefined;
  for (const [at, day] of record.days.entries()) {
    const value = record.values[at] ?? 0;
    const order = orders[at] ?? 0;
    const key = isMonthly ? dayParts(day).month : order;
    if (isMonthly && (month?.key !== key || month.year !== years[at])) {
      if (month) earlier.add(month.key, median(month.values));
      month = { key, year: years[at] ?? 0, values: [] };
    }
    month?.values.push(value);
    if (day + maxLag >= first) {
      const sorted = sortedAt(order);
      const percentile =
        sorted && !isSnowFree(value, medianOfSorted(sorted), parameter)
          ? percentileOf(value, sorted, isReversed)
          : undefined;
      const byte =
        percentile === undefined
          ? noByte
          : toConditionByte({ percentile, record: earlier.recordOf(key, value, isReversed) });
      const until = Math.min(last, day + maxLag, (record.days[at + 1] ?? Infinity) - 1);
      if (until >= first) bytes.fill(byte, Math.max(day, first) - first, until - first + 1);
    }
    if (!isMonthly) earlier.add(key, value);
  }
  return bytes;
}

/** The lowest and the highest value of each day, or month, of the years so far. */
function createExtremes(known?: DateExtremes) {
  const lowest = new Float64Array(367).fill(Infinity);
  const highest = new Float64Array(367).fill(-Infinity);
  for (const [key, value] of known?.lowest ?? []) lowest[key] = value;
  for (const [key, value] of known?.highest ?? []) highest[key] = value;
  return {
    add(key: number, value: number): void {
      lowest[key] = Math.min(lowest[key] ?? Infinity, value);
      highest[key] = Math.max(highest[key] ?? -Infinity, value);
    },
    /** Without a year before, no value is a record. */
    recordOf(key: number, value: number, isReversed: boolean): 'lowest' | 'highest' | null {
      const [low = Infinity, high = -Infinity] = [lowest[key], highest[key]];
      if (low > high) return null;
      if (value < low) return isReversed ? 'highest' : 'lowest';
      if (value > high) return isReversed ? 'lowest' : 'highest';
      return null;
    },
  };
}

/** The percent of the median below which each class of snow but the last lies. */
/**
 * The class of the snow of a HUC8, from 1, less than 70 % of the median of the date, to 5, 130 % and more. Undefined over
 * fewer than two stations, or a third of the median, and while the median is less than an inch: see `basinIndex`.
 */
export function snowClassOf(sites: readonly BasinShare[]): number | undefined {
  const { percent, isFewSites } = basinIndex(sites);
  if (percent === undefined || isFewSites) return undefined;
  return snowClassAt(percent) + 1;
}

/** The change of a week that is shown, in percent of the value before. */
const minWeekChange = 10;

/**
 * Whether a value rose or fell by 10 % or more in a week. Null for less, for a value that is normal or has no class, and
 * where a percentage means nothing.
 */
export function weekTrendOf(percentOfBefore: number | undefined, name: StandingClass | null) {
  if (percentOfBefore === undefined || name === null || name === 'normal') return null;
  if (percentOfBefore >= 100 + minWeekChange) return 'rise';
  return percentOfBefore <= 100 - minWeekChange ? 'fall' : null;
}
