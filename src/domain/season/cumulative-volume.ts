import { bridgedFlows } from '../bridge-gaps.ts';
import type { DailyPoints, SeriesColumns } from '../series-columns.ts';
import { type RankedDayStatistic, toDayStatistics } from '../statistics/daily-statistics.ts';
import { addValue, createSample, isInNormalPeriod } from '../statistics/statistics.ts';
import { firstDayOf, lastDayOf, leapDayOrder, seasonPlaces, type YearKind, yearOf } from './season.ts';

/** Acre-feet in one cubic foot per second for one day: 86,400 s ÷ 43,560 ft² per acre, to six decimals. */
export const acreFeetPerCfsDay = 1.983471;

/** `acreFeetPerCfsDay` as reach gains use it: the portal reports them with the factor rounded to three decimals. */
export const reportedAcreFeetPerCfsDay = 1.983;

/** Volumes in acre-feet since the first day of the year, as columns of one length. */
export type VolumeColumns = DailyPoints & {
  /** `P` from the first provisional or estimated day of the year on. */
  readonly approval: string;
  /** How many days of the year up to this one were estimated. */
  readonly estimatedDays: readonly number[];
};

/**
 * Computes the volume in acre-feet since the first day of each year from daily mean discharge in cfs. Gaps of up to seven
 * days are bridged by linear interpolation, and their days are counted; a longer gap ends the year's volume. A year
 * whose first day is neither measured nor bridged has none.
 */
export function cumulativeVolume(record: SeriesColumns, kind: YearKind): VolumeColumns {
  const volume = { days: [] as number[], values: [] as number[], estimatedDays: [] as number[] };
  const approval: string[] = [];
  let sum = 0;
  let estimated = 0;
  let isProvisional = false;
  let expectedDay = Number.NaN;
  let [firstDay, lastDay] = [0, -1];
  for (const each of bridgedFlows(record)) {
    if (each.day > lastDay) {
      const year = yearOf(each.day, kind);
      firstDay = firstDayOf(year, kind);
      lastDay = lastDayOf(year, kind);
    }
    if (each.day === firstDay) {
      sum = 0;
      estimated = 0;
      isProvisional = false;
      expectedDay = each.day;
    }
    if (each.day !== expectedDay) continue;
    sum += each.flow * acreFeetPerCfsDay;
    if (each.isEstimated) estimated += 1;
    isProvisional ||= each.isProvisional || each.isEstimated;
    volume.days.push(each.day);
    volume.values.push(sum);
    volume.estimatedDays.push(estimated);
    approval.push(isProvisional ? 'P' : 'A');
    expectedDay = each.day + 1;
  }
  return { ...volume, approval: approval.join('') };
}

/**
 * Computes the statistics of volumes for each day of the year over the normal period. All days use the same years, those
 * that are complete to their last day, so the line of no statistic can fall while discharge is not negative. A year
 * without February 29 counts there with its volume of the day before.
 */
export function statisticsOfVolume(
  { days, values, approval, estimatedDays }: VolumeColumns,
  kind: YearKind,
): RankedDayStatistic[] {
  const { years, orders } = seasonPlaces(days, kind);
  const complete = new Set(completeVolumeYears({ days }, kind));
  const byOrder = Array.from({ length: 367 }, createSample);
  const leap = leapDayOrder(kind);
  for (const [at, order] of orders.entries()) {
    const year = years[at] ?? 0;
    if (!complete.has(year)) continue;
    // A year without February 29 counts there with its volume of the day before.
    const isLeapDayToo = order === leap - 1 && orders[at + 1] !== leap;
    const isProvisional = approval[at] === 'P';
    const isEstimated = (estimatedDays[at] ?? 0) > 0;
    for (const each of isLeapDayToo ? [order, leap] : [order]) {
      addValue(byOrder[each], { year, value: values[at] ?? 0, isProvisional, isEstimated });
    }
  }
  return toDayStatistics(byOrder);
}

/** The years of the normal period whose volume is complete to the last day, ascending. */
export function completeVolumeYears(
  { days }: Pick<VolumeColumns, 'days'>,
  kind: YearKind,
): readonly number[] {
  const { years, orders } = seasonPlaces(days, kind);
  // The last day of a year has the same order in every year.
  return [...years.filter((year, at) => orders[at] === 366 && isInNormalPeriod(year))];
}
