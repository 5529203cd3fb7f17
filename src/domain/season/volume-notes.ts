import { dayNumber, formatDay, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { maxBridgedDays } from '../bridge-gaps.ts';
import { dayOfOrder, isYear, type YearKind } from './season.ts';

type VolumeRecord = {
  readonly series_desc: string;
  readonly day_order: number;
  readonly estimated_days: number | null;
};

/** The number of estimated days of each year of the records that has any, in the order of the records. */
function estimatedDaysByYear(records: readonly VolumeRecord[]): ReadonlyMap<string, number> {
  const byYear = new Map<string, number>();
  for (const { series_desc, estimated_days } of records) {
    if (estimated_days !== null && estimated_days > 0) byYear.set(series_desc, estimated_days);
  }
  return byYear;
}

/** `2 days of 2026, 5 days of 2024`. Undefined for none. */
export function listEstimatedDays(records: readonly VolumeRecord[]): string | undefined {
  const all = [...estimatedDaysByYear(records)].map(([year, count]) => `${countOf(count, 'day')} of ${year}`);
  return all.length === 0 ? undefined : all.join(', ');
}

/**
 * Says which volumes ended at a gap that is too long to bridge. `recordEnd` is the last day of the record, `YYYY-MM-DD`:
 * a volume that lasts to about that day has not ended.
 */
export function describeEndedVolumes(
  records: readonly VolumeRecord[],
  kind: YearKind,
  recordEnd: string,
): readonly string[] {
  const lastOrders = new Map<string, number>();
  for (const { series_desc, day_order } of records) {
    if (isYear(series_desc)) lastOrders.set(series_desc, day_order);
  }
  return [...lastOrders].flatMap(([year, order]) => {
    const last = dayOfOrder(order, Number(year), kind);
    if (order === 366 || dayNumber(recordEnd) - last <= maxBridgedDays) return [];
    const date = formatUsDate(formatDay(last));
    return `The volume of ${year} ends on ${date}: more than ${maxBridgedDays} days after it have no value.`;
  });
}
