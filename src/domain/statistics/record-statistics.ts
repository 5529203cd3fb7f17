import type { DayNumber } from '#lib/calendar.ts';
import { maxBridgedDays } from '../bridge-gaps.ts';
import { completeVolumeYears, cumulativeVolume, statisticsOfVolume } from '../season/cumulative-volume.ts';
import { firstDayOf, lastDayOf, type YearKind } from '../season/season.ts';
import type { SeriesColumns } from '../series-columns.ts';
import type { Measure } from '../vocabulary.ts';
import { type RankedDayStatistic, type RecordStatistics, recordStatistics } from './daily-statistics.ts';
import { normalPeriod } from './statistics.ts';

/** The days that statistics depend on: those of the normal period in either kind of year, and those that bridge gaps. */
export const daysOfStatistics: readonly [first: DayNumber, last: DayNumber] = [
  firstDayOf(normalPeriod.from, 'water') - maxBridgedDays - 1,
  lastDayOf(normalPeriod.to, 'irrigation') + maxBridgedDays + 1,
];

/** The part of a record that statistics depend on. */
export function limitToStatistics({ days, values, approval }: SeriesColumns): SeriesColumns {
  const [first, last] = daysOfStatistics;
  const from = days.findIndex((day) => day >= first);
  const to = days.findLastIndex((day) => day <= last) + 1;
  if (from === -1) return { days: [], values: [], approval: '' };
  return {
    days: days.slice(from, to),
    values: values.slice(from, to),
    ...(approval !== undefined && { approval: approval.slice(from, to) }),
  };
}

/** Whether a change of a day's value can change statistics. */
export function isDayOfStatistics(day: DayNumber): boolean {
  return day >= daysOfStatistics[0] && day <= daysOfStatistics[1];
}

/** Computes the statistics of a parameter's record in one measure. */
export function measureStatistics(
  record: SeriesColumns,
  kind: YearKind,
  measure: Measure,
  parameter: number,
): RecordStatistics<RankedDayStatistic> {
  if (measure === 'value') return recordStatistics(record, kind, parameter);
  const volume = cumulativeVolume(record, kind);
  return { statistics: statisticsOfVolume(volume, kind), years: completeVolumeYears(volume, kind) };
}

/** Leaves out the values that may still be revised. */
export function approvedOnly({ days, values, approval }: SeriesColumns): SeriesColumns {
  const isApproved = (_: unknown, at: number) => approval?.[at] !== 'P';
  return {
    days: days.filter(isApproved),
    values: values.filter(isApproved),
    approval: [...(approval ?? '')].filter(isApproved).join(''),
  };
}
