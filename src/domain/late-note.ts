import { formatUsDate } from '#lib/calendar.ts';
import type { RecordSummary } from './freshness.ts';
import { describeInterval, freshnessOf } from './freshness.ts';

/**
 * Describes a late record: "Palisades Dam last reported on 05/03/2026, 12 days ago; it usually reports every day."
 * Undefined for a record that is current or has ended.
 */
export function lateNote(
  name: string,
  record: Pick<RecordSummary, 'por_end' | 'num_days' | 'total_samples'>,
  today: string,
): string | undefined {
  const { isLate, lag, interval } = freshnessOf(record, today);
  if (!isLate || lag === null || record.por_end === null) return undefined;
  return `${name} last reported on ${formatUsDate(record.por_end)}, ${lag} days ago; it usually reports ${describeInterval(interval)}.`;
}
