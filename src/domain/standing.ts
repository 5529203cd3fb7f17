import { formatDay } from '#lib/calendar.ts';
import { dayOrderOf, type YearKind, yearOf } from './season.ts';
import { type DailyRecordColumns, dailyStatistics } from './statistics.ts';

/**
 * The standing of the latest value: its rank among all years with a value for that day, 1 for the highest, and its
 * percentage of the median of the normals, which is undefined without a median above zero.
 */
export type Standing = {
  readonly date: string;
  readonly value: number;
  readonly rank: number;
  readonly years: number;
  readonly percentOfMedian: number | undefined;
};

/** Ranks the latest value. Equal values share the higher rank. Undefined for a record without values. */
export function standingOf(record: DailyRecordColumns, kind: YearKind): Standing | undefined {
  const { days, values } = record;
  const day = days.at(-1);
  const value = values.at(-1);
  if (day === undefined || value === undefined) return undefined;
  const order = dayOrderOf(day, kind);
  const valueByYear = new Map<number, number>();
  for (const [at, each] of days.entries()) {
    if (dayOrderOf(each, kind) === order) valueByYear.set(yearOf(each, kind), values[at] ?? 0);
  }
  const higherCount = [...valueByYear.values()].filter((each) => each > value).length;
  const median = dailyStatistics(record, kind).find((each) => each.order === order)?.median;
  return {
    date: formatDay(day),
    value,
    rank: higherCount + 1,
    years: valueByYear.size,
    percentOfMedian: median !== undefined && median > 0 ? (100 * value) / median : undefined,
  };
}
