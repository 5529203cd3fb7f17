import { bridgeGaps, estimatedLetter } from '../bridge-gaps.ts';
import { dayOrdersOfMonth, firstDayOf, leapDayOrder, seasonPlaces, type YearKind } from '../season/season.ts';
import type { SeriesColumns } from '../series-columns.ts';
import { bridgedParameters, wellParameters } from '../vocabulary.ts';
import {
  addValue,
  createSample,
  hasEnoughYears,
  isInNormalPeriod,
  median,
  type RankedStatistic,
  type Statistic,
  type StatisticPeriod,
  statisticOf,
  statisticOfSample,
  type YearSample,
} from './statistics.ts';

/** The statistic of one day of the year; `order` is its position from 1 to 366. */
export type DayStatistic = Statistic & {
  readonly order: number;
  readonly period: StatisticPeriod;
};
export type RankedDayStatistic = DayStatistic & RankedStatistic;

/** A record of wells with fewer values a year than this has monthly statistics. */
const minValuesForDays = 180;

/** The statistics of the days of the year, and the years that they may rest on. */
export type RecordStatistics<Day extends DayStatistic = DayStatistic> = {
  readonly statistics: readonly Day[];
  /** Years of the normal period, ascending: those with values or, where all days use the same years, the complete ones. */
  readonly years: readonly number[];
};

/**
 * Computes the statistics of each day of the year over the years given, without smoothing, in order of the day. Days
 * with too few years are left out. February 29 pools the values of February 28, February 29 and March 1 of all years,
 * because eight leap years would make every line jump there.
 */
function dailyStatistics(
  record: SeriesColumns,
  kind: YearKind,
  usedYears: readonly number[],
): RankedDayStatistic[] {
  const used = new Set(usedYears);
  const { years, orders } = seasonPlaces(record.days, kind);
  const byOrder = Array.from({ length: 367 }, createSample);
  for (let at = 0; at < years.length; at += 1) {
    const year = years[at] ?? 0;
    const value = record.values[at];
    if (value === undefined || !used.has(year)) continue;
    const letter = record.approval?.[at];
    addValue(byOrder[orders[at] ?? 0], {
      year,
      value,
      isProvisional: letter === 'P',
      isEstimated: letter === estimatedLetter,
    });
  }
  const leap = leapDayOrder(kind);
  byOrder[leap] = poolOf(byOrder.slice(leap - 1, leap + 2));
  return toDayStatistics(byOrder);
}

/** The statistics of samples by day order, without the days that have too few years. */
export function toDayStatistics(byOrder: readonly YearSample[]): RankedDayStatistic[] {
  return byOrder.flatMap((sample, order) => {
    const statistic = statisticOfSample(sample);
    return statistic ? [{ order, period: 'day', ...statistic }] : [];
  });
}

function poolOf(samples: readonly YearSample[]): YearSample {
  return {
    values: samples.flatMap(({ values }) => values),
    yearBits: samples.reduce((bits, { yearBits }) => bits | yearBits, 0),
    provisional: samples.reduce((sum, { provisional }) => sum + provisional, 0),
    estimated: samples.reduce((sum, { estimated }) => sum + estimated, 0),
  };
}

/**
 * Computes monthly statistics as the USGS does for groundwater: each year's month counts by its median reading. Every
 * day of a month has the month's statistic.
 */
function monthlyStatistics(record: SeriesColumns, kind: YearKind): RankedDayStatistic[] {
  const { years, orders } = seasonPlaces(record.days, kind);
  const used = [...record.days.keys()].filter((at) => isInNormalPeriod(years[at] ?? 0));
  return Array.from({ length: 12 }, (_, at) => dayOrdersOfMonth(at + 1, kind))
    .flatMap((month) => {
      const [from = 0, to = 0] = [month[0], month.at(-1)];
      const places = used.filter((at) => (orders[at] ?? 0) >= from && (orders[at] ?? 0) <= to);
      const byYear = Map.groupBy(places, (at) => years[at] ?? 0);
      const statistic = statisticOf(
        [...byYear].map(([year, all]) => ({
          year,
          value: median(all.map((at) => record.values[at] ?? 0)),
          isProvisional: all.some((at) => record.approval?.[at] === 'P'),
        })),
      );
      return statistic
        ? month.map((order): RankedDayStatistic => ({ order, period: 'month', ...statistic }))
        : [];
    })
    .toSorted((one, other) => one.order - other.order);
}

/**
 * Computes the statistics of a parameter's record. Those of storage, snow water equivalent, elevation and depth use the
 * same years on every day, as `evenStatistics` does; those of wells with few readings, or too few complete years, are
 * of months.
 */
export function recordStatistics(
  record: SeriesColumns,
  kind: YearKind,
  parameter: number,
): RecordStatistics<RankedDayStatistic> {
  const years = yearsInNormalPeriod(record, kind);
  if (!bridgedParameters.has(parameter)) return { statistics: dailyStatistics(record, kind, years), years };
  const monthly = () => ({ statistics: monthlyStatistics(record, kind), years });
  if (!wellParameters.has(parameter)) return evenStatistics(bridgeGaps(record), kind);
  if (isSparse(record, kind)) return monthly();
  const even = evenStatistics(bridgeGaps(record), kind);
  return even.statistics.length >= 365 ? even : monthly();
}

/** The days of a record that is not measured all year are those that this share of its years has. */
const shareOfUsualDays = 0.8;

/**
 * Computes the statistics of each day of the year over the same years, so that no line jumps where a year has a gap: over
 * the years whose days all have a value or, of a record that is not measured all year, those that have all of its usual
 * days. `record` has the days that bridge short gaps.
 */
export function evenStatistics(record: SeriesColumns, kind: YearKind): RecordStatistics<RankedDayStatistic> {
  const { years, orders } = seasonPlaces(record.days, kind);
  const byYear = Map.groupBy(
    [...years.keys()].filter((at) => isInNormalPeriod(years[at] ?? 0)),
    (at) => years[at] ?? 0,
  );
  const complete = [...byYear].flatMap(([year, { length }]) =>
    length === firstDayOf(year + 1, kind) - firstDayOf(year, kind) ? year : [],
  );
  const used = hasEnoughYears(complete) ? complete : yearsOfUsualDays(byYear, orders, kind);
  if (!hasEnoughYears(used)) return { statistics: [], years: complete };
  const statistics = dailyStatistics(record, kind, used).filter(({ count }) => count === used.length);
  return { statistics, years: used };
}

function yearsOfUsualDays(
  byYear: ReadonlyMap<number, readonly number[]>,
  orders: ArrayLike<number>,
  kind: YearKind,
): number[] {
  const ordersOf = new Map(
    [...byYear].map(([year, all]) => [year, new Set(all.map((at) => orders[at] ?? 0))]),
  );
  const usual = Array.from({ length: 366 }, (_, at) => at + 1).filter((order) => {
    const count = [...ordersOf.values()].filter((each) => each.has(order)).length;
    return order !== leapDayOrder(kind) && count >= shareOfUsualDays * ordersOf.size;
  });
  if (usual.length === 0) return [];
  return [...ordersOf].flatMap(([year, each]) => (usual.every((order) => each.has(order)) ? year : []));
}

/** Whether the years of the normal period that have values have too few for statistics of single days. */
function isSparse(record: SeriesColumns, kind: YearKind): boolean {
  const years = seasonPlaces(record.days, kind).years.filter(isInNormalPeriod);
  return years.length < minValuesForDays * new Set(years).size;
}

/** The years of the normal period in which a record has any value, ascending. */
export function yearsInNormalPeriod(
  { days }: Pick<SeriesColumns, 'days'>,
  kind: YearKind,
): readonly number[] {
  const found: number[] = [];
  for (const year of seasonPlaces(days, kind).years) {
    if (year !== found.at(-1) && isInNormalPeriod(year)) found.push(year);
  }
  return found;
}
