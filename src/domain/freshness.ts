import { dayNumber } from './calendar.ts';
import type { RecordSummary } from './record-summary.ts';

/** How a record stands against how often it reports. Days are whole days. */
export type Freshness = {
  /** From the last value to today; null without any value. */
  readonly lag: number | null;
  /** How far its values usually lie apart, at least one day. */
  readonly interval: number;
  readonly isLate: boolean;
};

/** A record is late after so many of its own intervals, and a few days that every agency takes. */
const patience = 3;
const grace = 2;

/**
 * How fresh a record is: the usual interval is its length over the number of its values, so that a well that is read
 * twice a year is not late after a month.
 */
export function freshnessOf(
  { por_end, num_days, total_samples }: Pick<RecordSummary, 'por_end' | 'num_days' | 'total_samples'>,
  today: string,
): Freshness {
  const interval = total_samples > 0 ? Math.max(1, Math.round(num_days / total_samples)) : 1;
  if (por_end === null) return { lag: null, interval, isLate: true };
  const lag = Math.max(0, dayNumber(today) - dayNumber(por_end));
  return { lag, interval, isLate: lag > patience * interval + grace };
}
