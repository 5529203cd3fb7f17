import { dayFromParts, dayParts } from '#lib/calendar.ts';
import { reportedAcreFeetPerCfsDay } from './cumulative-volume.ts';
import type { DailyRecordColumns } from './daily-statistics.ts';
import { firstMonthOf, monthsOf, type YearKind, yearOf } from './season.ts';
import { statisticOf } from './statistics.ts';

/** The sum of a month's daily mean gains in cfs·days. `complete`: every day of the month has a value. */
type MonthSum = {
  readonly year: number;
  /** `MMM` */
  readonly month: string;
  /** The month's position in its water or irrigation year, from 0. */
  readonly monthIndex: number;
  readonly sum: number;
  readonly complete: boolean;
};

/** Sums the daily values of each month that has any, in the order of the record. Missing days are not estimated. */
export function toMonthlySums({ days, values }: DailyRecordColumns, kind: YearKind): MonthSum[] {
  const names = monthsOf(kind);
  const sums = new Map<number, { year: number; month: number; sum: number; count: number; length: number }>();
  for (const [at, day] of days.entries()) {
    const { year, month } = dayParts(day);
    const key = year * 12 + month;
    const found = sums.get(key) ?? {
      year: yearOf(day, kind),
      month,
      sum: 0,
      count: 0,
      length: dayFromParts(year, month + 1, 1) - dayFromParts(year, month, 1),
    };
    found.sum += values[at] ?? 0;
    found.count += 1;
    sums.set(key, found);
  }
  return [...sums.values()].map(({ year, month, sum, count, length }) => {
    const monthIndex = (month - firstMonthOf[kind] + 12) % 12;
    return { year, month: names[monthIndex] ?? '', monthIndex, sum, complete: count === length };
  });
}

type MonthStatistic = {
  readonly name: 'Median' | 'Minimum' | 'Maximum';
  readonly month: string;
  readonly monthIndex: number;
  readonly sum: number;
};

/** Computes each month's statistics over the normal period, from complete months only; too few years give none. */
export function toMonthlyStatistics(sums: readonly MonthSum[]): MonthStatistic[] {
  const byMonth = Map.groupBy(
    sums.filter((each) => each.complete),
    (each) => each.monthIndex,
  );
  return [...byMonth].flatMap(([monthIndex, all]) => {
    const month = all[0]?.month;
    const statistic = statisticOf(all.map(({ year, sum }) => ({ year, value: sum })));
    if (month === undefined || !statistic) return [];
    const { median, minimum, maximum } = statistic;
    return [
      { name: 'Median', month, monthIndex, sum: median },
      { name: 'Minimum', month, monthIndex, sum: minimum },
      { name: 'Maximum', month, monthIndex, sum: maximum },
    ] as const;
  });
}

/** Converts a month's sum of daily mean gains in cfs·days to whole acre-feet. */
export function cfsDaysToAcreFeet(sum: number): number {
  return Math.round(reportedAcreFeetPerCfsDay * sum);
}
