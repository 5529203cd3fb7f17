import type { DayNumber } from '#lib/calendar.ts';
import { dayOrdersOfMonth, leapDayOrder, seasonPlaces, type YearKind } from './season.ts';
import {
  addValue,
  createSample,
  isInNormalPeriod,
  median,
  type Statistic,
  statisticOf,
  statisticOfSample,
  type YearSample,
} from './statistics.ts';
import { wellParameters } from './vocabulary.ts';

/** A daily record as columns of one length. Days ascend; a day without a value is absent. */
export type DailyRecordColumns = {
  readonly days: readonly DayNumber[];
  readonly values: readonly number[];
  /** One letter per value: `P` for provisional. Without it, all count as approved. */
  readonly approval?: string;
};

/** The statistic of one day of the year; `order` is its position from 1 to 366. */
export type DayStatistic = Statistic & {
  readonly order: number;
  /** Whether its values are those of the day, or one reading of each year's month. */
  readonly period: 'day' | 'month';
};

/** A record of wells with fewer values a year than this has monthly statistics. */
const minValuesForDays = 180;

/**
 * Computes the statistics of each day of the year over the normal period, without smoothing, in order of the day. Days
 * with too few years are left out. February 29 pools the values of February 28, February 29 and March 1 of all years,
 * because eight leap years would make every line jump there.
 */
export function dailyStatistics(record: DailyRecordColumns, kind: YearKind): DayStatistic[] {
  const { years, orders } = seasonPlaces(record.days, kind);
  const byOrder = Array.from({ length: 367 }, createSample);
  for (let at = 0; at < years.length; at += 1) {
    const value = record.values[at];
    if (value === undefined || !isInNormalPeriod(years[at] ?? 0)) continue;
    addValue(byOrder[orders[at] ?? 0], years[at] ?? 0, value, record.approval?.[at] === 'P');
  }
  const leap = leapDayOrder(kind);
  byOrder[leap] = poolOf(byOrder.slice(leap - 1, leap + 2));
  return toDayStatistics(byOrder);
}

/** The statistics of samples by day order, without the days that have too few years. */
export function toDayStatistics(byOrder: readonly YearSample[]): DayStatistic[] {
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
  };
}

/**
 * Computes monthly statistics as the USGS does for groundwater: each year's month counts by its median reading. Every
 * day of a month has the month's statistic.
 */
function monthlyStatistics(record: DailyRecordColumns, kind: YearKind): DayStatistic[] {
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
      return statistic ? month.map((order): DayStatistic => ({ order, period: 'month', ...statistic })) : [];
    })
    .toSorted((one, other) => one.order - other.order);
}

/** Computes the statistics of a parameter's record: those of months for wells with few readings, else those of days. */
export function recordStatistics(
  record: DailyRecordColumns,
  kind: YearKind,
  parameter: number,
): DayStatistic[] {
  const isMonthly = wellParameters.has(parameter) && isSparse(record, kind);
  return isMonthly ? monthlyStatistics(record, kind) : dailyStatistics(record, kind);
}

/** Whether the years of the normal period that have values have too few for statistics of single days. */
function isSparse(record: DailyRecordColumns, kind: YearKind): boolean {
  const years = seasonPlaces(record.days, kind).years.filter(isInNormalPeriod);
  return years.length < minValuesForDays * new Set(years).size;
}

/** The years of the normal period in which a record has any value, ascending. */
export function yearsInNormalPeriod(
  { days }: Pick<DailyRecordColumns, 'days'>,
  kind: YearKind,
): readonly number[] {
  const found: number[] = [];
  for (const year of seasonPlaces(days, kind).years) {
    if (year !== found.at(-1) && isInNormalPeriod(year)) found.push(year);
  }
  return found;
}
