import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { bridgeGaps, estimatedLetter } from '../bridge-gaps.ts';
import type { SeriesColumns } from '../series-columns.ts';
import { type Statistic, statisticOf } from '../statistics/statistics.ts';
import { reportedAcreFeetPerCfsDay } from './cumulative-volume.ts';
import {
  dayOfOrder,
  dayOrderOf,
  dayOrdersOfMonth,
  firstMonthOf,
  monthsOf,
  totalMonthsOrders,
  type YearKind,
  yearOf,
} from './season.ts';

/** A part of every water or irrigation year, from one day order to another, both included. */
export type GainPeriod = { readonly name: string; readonly from: number; readonly to: number };

/** The totals of a year, as the specification names them. */
export const gainTotals = { season: 'May - Sept Total', annual: 'Annual Total' } as const;
/** The same parts of a year up to the last day of a record. */
export const gainsToDate = { season: 'May - Sept to Date', annual: 'Annual to Date' } as const;

/** The sum of a period's daily mean gains in cfs·days, from the days that have a value or bridge a short gap. */
export type GainSum = {
  readonly year: number;
  /** The name of the period. */
  readonly period: string;
  readonly sum: number;
  /** Days that neither have a value nor are estimated. The sum is not scaled up for them. */
  readonly daysMissing: number;
  /** Days that bridge a gap by a straight line. */
  readonly daysEstimated: number;
  readonly isProvisional: boolean;
};

/** The months of a year in order, named `MMM`. */
export function monthPeriods(kind: YearKind): GainPeriod[] {
  return monthsOf(kind).map((name, at) => {
    const orders = dayOrdersOfMonth(((firstMonthOf[kind] - 1 + at) % 12) + 1, kind);
    return { name, from: orders[0] ?? 0, to: orders.at(-1) ?? 0 };
  });
}

/** May 1 to September 30, and the whole year. */
export function totalPeriods(kind: YearKind): GainPeriod[] {
  return [
    { name: gainTotals.season, ...totalMonthsOrders(kind) },
    { name: gainTotals.annual, from: 1, to: 366 },
  ];
}

/**
 * From May 1, from the year's first day, and from the first day of a month that is not over, to the day of the year on
 * which `last` is. Before May there is no season, and a month that begins a season or a year has the days of that one.
 * Ends February 29 in leap years, it ends February 28 in others.
 */
export function periodsToDate(last: DayNumber, kind: YearKind): GainPeriod[] {
  const order = dayOrderOf(last, kind);
  const { from, to } = totalMonthsOrders(kind);
  const longer = [
    ...(order < from ? [] : [{ name: gainsToDate.season, from, to: Math.min(order, to) }]),
    { name: gainsToDate.annual, from: 1, to: order },
  ];
  const isMonthOver = dayParts(last + 1).day === 1;
  const month = monthPeriods(kind).find((each) => each.from <= order && order <= each.to);
  const isOwn = month && !isMonthOver && longer.every((each) => each.from !== month.from);
  return [...longer, ...(isOwn ? [{ name: `${month.name} to Date`, from: month.from, to: order }] : [])];
}

/** The first and the last day of a period in one year. */
export function daysOfPeriod(
  { from, to }: GainPeriod,
  year: number,
  kind: YearKind,
): { readonly first: DayNumber; readonly last: DayNumber } {
  return { first: dayOfOrder(from, year, kind), last: dayOfOrder(to, year, kind) };
}

/** Sums the daily values of each period of each year that has any, year by year. Short gaps are bridged. */
export function sumGains(record: SeriesColumns, periods: readonly GainPeriod[], kind: YearKind): GainSum[] {
  const { days, values, approval } = bridgeGaps(record);
  const firstDay = days[0];
  const lastDay = days.at(-1);
  if (firstDay === undefined || lastDay === undefined) return [];
  const firstYear = yearOf(firstDay, kind);
  const years = Array.from({ length: yearOf(lastDay, kind) - firstYear + 1 }, (_, at) => firstYear + at);
  return years.flatMap((year) =>
    periods.flatMap((period): GainSum[] => {
      const { first, last } = daysOfPeriod(period, year, kind);
      const from = placeOf(days, first);
      const to = placeOf(days, last + 1);
      if (from === to) return [];
      return [
        {
          year,
          period: period.name,
          sum: values.slice(from, to).reduce((sum, value) => sum + value, 0),
          daysMissing: last - first + 1 - (to - from),
          daysEstimated: approval.slice(from, to).split(estimatedLetter).length - 1,
          isProvisional: approval.slice(from, to).includes('P'),
        },
      ];
    }),
  );
}

/** The place of the first day that is not before `day`, by bisection. */
function placeOf(days: readonly DayNumber[], day: DayNumber): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type GainStatistic = Statistic & { readonly period: string };

/**
 * Computes each period's statistics from the years' own complete sums over the normal period; too few years give none. A
 * total's minimum is thus a total that a year had. The sum of the months' minima would be lower than any year was. With
 * `approvedOnly`, sums with provisional values take no part.
 */
export function gainStatistics(sums: readonly GainSum[], approvedOnly = false): GainStatistic[] {
  const used = sums.filter(
    ({ daysMissing, isProvisional }) => daysMissing === 0 && !(approvedOnly && isProvisional),
  );
  const byPeriod = Map.groupBy(used, ({ period }) => period);
  return [...byPeriod].flatMap(([period, complete]) => {
    const statistic = statisticOf(
      complete.map(({ year, sum, isProvisional }) => ({ year, value: sum, isProvisional })),
    );
    return statistic ? [{ period, ...statistic }] : [];
  });
}

/** Ranks a sum among the complete sums of its period: 1 is the largest gain, and equal sums share the higher rank. */
export function rankGain(sum: number, complete: readonly number[]): number {
  return complete.filter((each) => each > sum).length + 1;
}

/**
 * Converts a sum of daily mean gains in cfs·days to whole acre-feet. A total is rounded once, from the sum of its days,
 * so the rounded months may differ from it by a few acre-feet.
 */
export function cfsDaysToAcreFeet(sum: number): number {
  return Math.round(reportedAcreFeetPerCfsDay * sum);
}
