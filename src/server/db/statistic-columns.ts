import type { DayStatistic } from '#domain/daily-statistics.ts';
import { type Percent, percents } from '#domain/statistics.ts';
import type { WeekChangeStatistic } from '#domain/week-changes.ts';

/** The integers of `statistic_day` by day, and where a statistic has them. */
const integers = {
  counts: (each: DayStatistic) => each.count,
  first_years: (each: DayStatistic) => each.firstYear,
  last_years: (each: DayStatistic) => each.lastYear,
  provisional: (each: DayStatistic) => each.provisional,
};

/** The values of `statistic_day` by day, and where a statistic has them. */
const values = {
  minimum: (each: DayStatistic) => each.minimum,
  p5: (each: DayStatistic) => each.percentiles[5],
  p10: (each: DayStatistic) => each.percentiles[10],
  p25: (each: DayStatistic) => each.percentiles[25],
  median: (each: DayStatistic) => each.median,
  p75: (each: DayStatistic) => each.percentiles[75],
  p90: (each: DayStatistic) => each.percentiles[90],
  p95: (each: DayStatistic) => each.percentiles[95],
  maximum: (each: DayStatistic) => each.maximum,
};

type IntegerColumn = keyof typeof integers;
type ValueColumn = keyof typeof values;
export const integerColumns = Object.keys(integers) as readonly IntegerColumn[];
export const valueColumns = Object.keys(values) as readonly ValueColumn[];

/** 366 numbers by the order of the day; null where there is none. */
export type NumbersByDay = readonly (number | null)[];
export type StatisticColumns = Readonly<Record<IntegerColumn | ValueColumn, NumbersByDay>>;

const getters: Readonly<Record<string, (each: DayStatistic) => number | undefined>> = {
  ...integers,
  ...values,
};

/** Packs the statistics of the days of the year into columns. */
export function packStatistics(statistics: readonly DayStatistic[]): StatisticColumns {
  const columns = Object.entries(getters).map(([name, get]) => {
    const numbers = new Array<number | null>(366).fill(null);
    for (const each of statistics) numbers[each.order - 1] = get(each) ?? null;
    return [name, numbers];
  });
  return Object.fromEntries(columns);
}

/** Unpacks what `packStatistics` has packed. */
export function unpackStatistics(columns: StatisticColumns, period: DayStatistic['period']): DayStatistic[] {
  return columns.counts.flatMap((count, at): DayStatistic[] => {
    if (count === null) return [];
    const numberOf = (name: keyof StatisticColumns) => columns[name][at] ?? 0;
    return [
      {
        order: at + 1,
        period,
        count,
        firstYear: numberOf('first_years'),
        lastYear: numberOf('last_years'),
        provisional: numberOf('provisional'),
        minimum: numberOf('minimum'),
        median: numberOf('median'),
        maximum: numberOf('maximum'),
        percentiles: percentilesAt(columns, at),
      },
    ];
  });
}

function percentilesAt(columns: StatisticColumns, at: number): DayStatistic['percentiles'] {
  const found: Partial<Record<Percent, number>> = {};
  for (const percent of percents) {
    const value = columns[`p${percent}`][at];
    if (value !== null && value !== undefined) found[percent] = value;
  }
  return found;
}

/** The columns of the usual changes of a week, in the order of the table's row. */
export const weekChangeColumns = ['change_counts', 'change_median', 'change_iqr'] as const;

/** Packs the usual changes of a week by the day of the year into columns. */
export function packWeekChanges(
  statistics: readonly WeekChangeStatistic[],
): Readonly<Record<(typeof weekChangeColumns)[number], NumbersByDay>> {
  const byOrder = (get: (each: WeekChangeStatistic) => number) => {
    const numbers = new Array<number | null>(366).fill(null);
    for (const each of statistics) numbers[each.order - 1] = get(each);
    return numbers;
  };
  return {
    change_counts: byOrder(({ count }) => count),
    change_median: byOrder(({ median }) => median),
    change_iqr: byOrder(({ spread }) => spread),
  };
}
