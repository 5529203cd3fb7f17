import { firstDayOf, type YearKind, yearOf } from './season.ts';
import type { DailyRecordColumns } from './statistics.ts';

/** Acre-feet of one cubic foot per second over one day: 86,400 s ÷ 43,560 ft² per acre. */
export const acreFeetPerCfsDay = 1.983471;

/**
 * The volume since the first day of each year, in acre-feet, of daily mean discharge in cfs. It stops at a gap: a
 * year whose first day is missing has none.
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
