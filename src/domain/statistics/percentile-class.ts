import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { dayOrdersOfMonth, seasonPlaces, type YearKind } from '../season/season.ts';
import type { SeriesColumns } from '../series-columns.ts';
import { parameterNdx } from '../vocabulary.ts';
import {
  median,
  type Statistic,
  type StatisticPeriod,
  weibullPercentile,
  type YearValue,
} from './statistics.ts';

/** The classes in which the USGS sorts a value among those of other years, from low to high. */
export const standingClasses = [
  'lowest on record',
  'much below normal',
  'below normal',
  'normal',
  'above normal',
  'much above normal',
  'highest on record',
] as const;
export type StandingClass = (typeof standingClasses)[number];

/** The distance of a class from normal, by which it is colored: low, high, or much so. */
export type StandingTone = 'very-low' | 'low' | 'normal' | 'high' | 'very-high';

export function toneOf(name: StandingClass): StandingTone {
  const tones = ['very-low', 'very-low', 'low', 'normal', 'high', 'very-high', 'very-high'] as const;
  return tones[standingClasses.indexOf(name)] ?? 'normal';
}

/** `below normal`, of a depth to water `water level below normal`. */
export function describeClass(name: StandingClass, isDepth: boolean): string {
  return isDepth ? `water level ${name}` : name;
}

/** The latest value of a record, and the values of the same day, or month, of all years on record, its own included. */
export type Latest = {
  readonly day: DayNumber;
  readonly value: number;
  readonly peers: readonly YearValue[];
};

/**
 * The place of a value among those of years, its own included. `rank` is 1 for the highest, and for a depth to water for
 * the smallest: its water level is the highest. `low_rank` is 1 for the lowest. Equal values share a rank, so both are 1
 * where all are equal. `years` counts the years with a value.
 */
export function rankOf(value: number, peers: readonly YearValue[], isReversed: boolean) {
  const greater = peers.filter((each) => each.value > value).length;
  const smaller = peers.filter((each) => each.value < value).length;
  const [higher, lower] = isReversed ? [smaller, greater] : [greater, smaller];
  return { rank: higher + 1, low_rank: lower + 1, years: peers.length };
}

/**
 * Sorts a value into the classes of the USGS (WaterWatch: below the 10th percentile much below normal, 10th to 24th
 * below, 25th to 75th normal, 76th to 90th above, more much above). It is highest or lowest on record only if no other
 * year had the same value: a canal that is dry every winter sets no record.
 */
export function classOf(
  value: number,
  { percentiles }: Pick<Statistic, 'percentiles'>,
  peers: readonly YearValue[],
  isReversed: boolean,
): StandingClass | undefined {
  const normalClass = normalClassOf(value, percentiles, isReversed);
  if (normalClass === undefined) return undefined;
  const others = peers.filter((each) => each.value !== value);
  const isUnique = peers.length - others.length <= 1 && others.length > 0;
  const [lowest, highest] = isReversed ? ([6, 0] as const) : ([0, 6] as const);
  if (isUnique && others.every((each) => each.value > value)) return standingClasses[lowest];
  if (isUnique && others.every((each) => each.value < value)) return standingClasses[highest];
  return standingClasses[normalClass];
}

/**
 * The class of a value by its percentiles, from 1, much below normal, to 5, much above; of a depth to water that of the
 * water level. Undefined without the four percentiles.
 */
export function normalClassOf(
  value: number,
  { 10: p10, 25: p25, 75: p75, 90: p90 }: ClassLimits,
  isReversed: boolean,
): NormalClass | undefined {
  if (p10 === undefined || p25 === undefined || p75 === undefined || p90 === undefined) return undefined;
  if (value < p10) return isReversed ? 5 : 1;
  if (value < p25) return isReversed ? 4 : 2;
  if (value <= p75) return 3;
  if (value <= p90) return isReversed ? 2 : 4;
  return isReversed ? 1 : 5;
}
export type NormalClass = 1 | 2 | 3 | 4 | 5;
/** The percentiles that part the classes. */
type ClassLimits = Readonly<Partial<Record<10 | 25 | 75 | 90, number | undefined>>>;

/** The whole percentiles of each class of `normalClassOf`. */
const percentilesOfClass = {
  1: [1, 9],
  2: [10, 24],
  3: [25, 75],
  4: [76, 90],
  5: [91, 99],
} as const satisfies Record<NormalClass, readonly [number, number]>;

/**
 * The percentile of a value among those of a date's years, a whole number from 1 to 99: read off the line through all n
 * Weibull points i/(n+1), of equal values the mean position; beyond the outermost points it is theirs. It is within the
 * percentiles of the value's class: what is below the 25th percentile is never called 25th. Of a depth to water it is that
 * of the water level. Undefined where there is no class.
 * @param sorted The values of the years, ascending.
 * @example percentileOf(10.5, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], false) // 88, of position 10.5 of 12
 */
export function percentileOf(
  value: number,
  sorted: ArrayLike<number>,
  isReversed: boolean,
): number | undefined {
  const at = (percent: number) => weibullPercentile(sorted, percent);
  const normalClass = normalClassOf(value, { 10: at(10), 25: at(25), 75: at(75), 90: at(90) }, false);
  if (normalClass === undefined) return undefined;
  const percent = (100 * positionOf(value, sorted)) / (sorted.length + 1);
  const [from, to] = percentilesOfClass[normalClass];
  // Without the noise of the interpolation, so that a half is a half.
  const percentile = Math.min(to, Math.max(from, Math.round(Math.round(percent * 1e9) / 1e9)));
  return isReversed ? 100 - percentile : percentile;
}

/**
 * Whether there is no snow on a day on which most years have none: one of many equal zeros has no place, so such a day has
 * neither a class nor a percentile.
 */
export function isSnowFree(value: number, middle: number | undefined, parameter: number): boolean {
  return parameter === parameterNdx.swe && value <= 0 && middle !== undefined && middle <= 0;
}

/** The position of a value among ascending ones, from 1 to their number. */
function positionOf(value: number, sorted: ArrayLike<number>): number {
  let lower = 0;
  while (lower < sorted.length && (sorted[lower] ?? 0) < value) lower += 1;
  let notHigher = lower;
  while (sorted[notHigher] === value) notHigher += 1;
  if (notHigher > lower) return (lower + 1 + notHigher) / 2;
  const [before, after] = [sorted[lower - 1], sorted[lower]];
  if (before === undefined) return 1;
  return after === undefined ? sorted.length : lower + (value - before) / (after - before);
}

/**
 * Finds the latest value of a record and its peers: with `month`, the median readings of the same month of all other
 * years, otherwise the values of the same day. Undefined for a record without values.
 */
export function latestOf(
  { days, values }: SeriesColumns,
  kind: YearKind,
  period: StatisticPeriod,
): Latest | undefined {
  const day = days.at(-1);
  const value = values.at(-1);
  if (day === undefined || value === undefined) return undefined;
  const { years, orders } = seasonPlaces(days, kind);
  const { month } = dayParts(day);
  const monthOrders = new Set(dayOrdersOfMonth(month, kind));
  const isPeer = (order: number) => (period === 'month' ? monthOrders.has(order) : order === orders.at(-1));
  const places = [...orders.keys()].filter((at) => isPeer(orders[at] ?? 0));
  const byYear = Map.groupBy(places, (at) => years[at] ?? 0);
  const ownYear = years.at(-1);
  const peers = [...byYear].map(([year, all]) => ({
    year,
    value: year === ownYear ? value : median(all.map((at) => values[at] ?? 0)),
  }));
  return { day, value, peers };
}
