import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { dayOrderOf, dayOrdersOfMonth, leapDayOrder, type YearKind, yearOf } from './season.ts';
import { isInNormalPeriod, median, type Statistic, statisticOf, type YearValue } from './statistics.ts';
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
  const byOrder: YearValue[][] = Array.from({ length: 367 }, () => []);
  for (const { day, ...value } of valuesOf(record, kind)) byOrder[dayOrderOf(day, kind)]?.push(value);
  const leap = leapDayOrder(kind);
  byOrder[leap] = [leap - 1, leap, leap + 1].flatMap((order) => byOrder[order] ?? []);
  return byOrder.flatMap((all, order) => {
    const statistic = statisticOf(all);
    return statistic ? [{ order, period: 'day', ...statistic }] : [];
  });
}

/**
 * Computes monthly statistics as the USGS does for groundwater: each year's month counts by its median reading. Every
 * day of a month has the month's statistic.
 */
function monthlyStatistics(record: DailyRecordColumns, kind: YearKind): DayStatistic[] {
  const byMonth = Map.groupBy(valuesOf(record, kind), ({ day }) => dayParts(day).month);
  return [...byMonth]
    .flatMap(([month, all]) => {
      const byYear = Map.groupBy(all, ({ year }) => year);
      const statistic = statisticOf(
        [...byYear].map(([year, readings]) => ({
          year,
          value: median(readings.map(({ value }) => value)),
          isProvisional: readings.some(({ isProvisional }) => isProvisional),
        })),
      );
      if (!statistic) return [];
      return dayOrdersOfMonth(month, kind).map(
        (order): DayStatistic => ({ order, period: 'month', ...statistic }),
      );
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
  const years = record.days.map((day) => yearOf(day, kind)).filter(isInNormalPeriod);
  return years.length < minValuesForDays * new Set(years).size;
}

/** The years of the normal period in which a record has any value, ascending. */
export function yearsInNormalPeriod(
  { days }: Pick<DailyRecordColumns, 'days'>,
  kind: YearKind,
): readonly number[] {
  return [...new Set(days.map((day) => yearOf(day, kind)).filter(isInNormalPeriod))];
}

function valuesOf({ days, values, approval }: DailyRecordColumns, kind: YearKind) {
  return days.flatMap((day, at) => {
    const year = yearOf(day, kind);
    const value = values[at];
    if (value === undefined || !isInNormalPeriod(year)) return [];
    return [{ day, year, value, isProvisional: approval?.[at] === 'P' }];
  });
}
