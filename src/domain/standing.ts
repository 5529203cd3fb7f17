import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import type { DailyRecordColumns, DayStatistic } from './daily-statistics.ts';
import { percentOf } from './percent-of.ts';
import { dayOrdersOfMonth, seasonPlaces, type YearKind } from './season.ts';
import { median, type Statistic, type YearValue } from './statistics.ts';

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

/** The latest value of a record, and the values of the same day, or month, of all years on record, its own included. */
export type Latest = {
  readonly day: DayNumber;
  readonly value: number;
  readonly peers: readonly YearValue[];
};

/**
 * Where the latest value stands. `rank` is 1 for the highest, and for a depth to water for the smallest: its water level
 * is the highest. `lowRank` is 1 for the lowest. Equal values share a rank, so both are 1 where all are equal. `years`
 * counts the years with a value for that day or month.
 */
export type Standing = {
  readonly date: string;
  readonly value: number;
  readonly rank: number;
  readonly lowRank: number;
  readonly years: number;
  readonly period: 'day' | 'month';
  readonly class: StandingClass | undefined;
  readonly median: number | undefined;
  /** Undefined where a ratio means nothing, as of a temperature, and without a median above zero. */
  readonly percentOfMedian: number | undefined;
  /** The value above the median, in the unit of the record. */
  readonly difference: number | undefined;
};

type StandingOptions = {
  readonly parameter: number;
  /** The smallest value is the highest, as of a depth to water. */
  readonly isReversed: boolean;
  readonly period: Standing['period'];
};

/** Ranks and classifies the latest value of a parameter. Equal values share the higher rank. */
export function standingOf(
  { day, value, peers }: Latest,
  statistic: DayStatistic | undefined,
  { parameter, isReversed, period }: StandingOptions,
): Standing {
  const heightOf = (each: number) => (isReversed ? -each : each);
  const higherCount = peers.filter((each) => heightOf(each.value) > heightOf(value)).length;
  const lowerCount = peers.filter((each) => heightOf(each.value) < heightOf(value)).length;
  const middle = statistic?.median;
  return {
    date: formatDay(day),
    value,
    rank: higherCount + 1,
    lowRank: lowerCount + 1,
    years: peers.length,
    period,
    class: statistic && classOf(value, statistic, peers, isReversed),
    median: middle,
    percentOfMedian: percentOf(value, middle, parameter),
    difference: middle === undefined ? undefined : value - middle,
  };
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
  const { 10: p10, 25: p25, 75: p75, 90: p90 } = percentiles;
  if (p10 === undefined || p25 === undefined || p75 === undefined || p90 === undefined) return undefined;
  const others = peers.filter((each) => each.value !== value);
  const isUnique = peers.length - others.length <= 1 && others.length > 0;
  const inOrder = isReversed ? standingClasses.toReversed() : standingClasses;
  if (isUnique && others.every((each) => each.value > value)) return inOrder[0];
  if (isUnique && others.every((each) => each.value < value)) return inOrder[6];
  if (value < p10) return inOrder[1];
  if (value < p25) return inOrder[2];
  if (value <= p75) return inOrder[3];
  return value <= p90 ? inOrder[4] : inOrder[5];
}

/**
 * Finds the latest value of a record and its peers: with `month`, the median readings of the same month of all other
 * years, otherwise the values of the same day. Undefined for a record without values.
 */
export function latestOf(
  { days, values }: DailyRecordColumns,
  kind: YearKind,
  period: Standing['period'],
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
