import { firstDayOf, type YearKind, yearOf } from './season.ts';
import type { DailyRecordColumns } from './statistics.ts';

/** Acre-feet in one cubic foot per second for one day: 86,400 s ÷ 43,560 ft² per acre, to six decimals. */
export const acreFeetPerCfsDay = 1.983471;

/** `acreFeetPerCfsDay` as reach gains use it: the portal reports them with the factor rounded to three decimals. */
export const reportedAcreFeetPerCfsDay = 1.983;

/**
 * Computes the volume in acre-feet since the first day of each year from daily mean discharge in cfs. A year's
 * volume stops at its first missing day, so a year that lacks its first day has none.
 */
export function cumulativeVolume({ days, values }: DailyRecordColumns, kind: YearKind): DailyRecordColumns {
  const volumeDays: number[] = [];
  const volumes: number[] = [];
  let sum = 0;
  let expectedDay = Number.NaN;
  for (const [at, day] of days.entries()) {
    if (day === firstDayOf(yearOf(day, kind), kind)) {
      sum = 0;
      expectedDay = day;
    }
    if (day !== expectedDay) continue;
    sum += (values[at] ?? 0) * acreFeetPerCfsDay;
    volumeDays.push(day);
    volumes.push(sum);
    expectedDay = day + 1;
  }
  return { days: volumeDays, values: volumes };
}
