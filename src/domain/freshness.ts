import { formatUsDate, parseDay } from '#lib/calendar.ts';
import type { RecordSummary } from './record-summary.ts';

/**
 * How a record stands today: `none` has no value yet, `late` has not reported as often as it usually does, and
 * `ended` has been silent for so long that nobody waits for it any more.
 */
export const freshnessStates = ['none', 'current', 'late', 'ended'] as const;
export type FreshnessState = (typeof freshnessStates)[number];

/** How a record stands against how often it reports. Days are whole days. */
export type Freshness = {
  readonly state: FreshnessState;
  /** From the last value to today; null without any value. */
  readonly lag: number | null;
  /** How far its values usually lie apart, at least one day. */
  readonly interval: number;
  /** Something is missing: it is late, or has never had a value. */
  readonly isLate: boolean;
};

/** A record is late after so many of its own intervals, and a few days that every agency takes. */
const lateAfterIntervals = 3;
const graceDays = 2;

/** So many days after it became late a record was closed rather than late. */
const twoYears = 2 * 365;

/** The usual interval in days: the length of a record over the number of its values, at least one day. */
export function usualInterval({
  num_days,
  total_samples,
}: Pick<RecordSummary, 'num_days' | 'total_samples'>): number {
  return total_samples > 0 ? Math.max(1, Math.round(num_days / total_samples)) : 1;
}

/**
 * How fresh a record is: the usual interval is its length over the number of its values, so that a well that is read
 * twice a year is not late after a month.
 */
export function freshnessOf(
  record: Pick<RecordSummary, 'por_end' | 'num_days' | 'total_samples'>,
  today: string,
): Freshness {
  return judgeFreshness(record.por_end, usualInterval(record), today);
}

/** The same of a record whose usual interval is known. A `por_end` that is not a day counts as none. */
export function judgeFreshness(por_end: string | null, interval: number, today: string): Freshness {
  const last = por_end === null ? undefined : parseDay(por_end);
  const now = parseDay(today);
  if (last === undefined || now === undefined) return { state: 'none', lag: null, interval, isLate: true };
  const lag = Math.max(0, now - last);
  const state = stateAfter(lag, lateAfterIntervals * interval + graceDays);
  return { state, lag, interval, isLate: state === 'late' };
}

function stateAfter(lag: number, allowed: number): FreshnessState {
  if (lag <= allowed) return 'current';
  return lag > allowed + twoYears ? 'ended' : 'late';
}

/** "Last value 05/03/2026, 12 days ago; usually every day: late" */
export function describeFreshness({ state, lag, interval }: Freshness, por_end: string | null): string {
  if (por_end === null || lag === null) return 'No value yet';
  const mark = state === 'current' ? '' : `: ${state}`;
  return `Last value ${formatUsDate(por_end)}, ${describeLag(lag)}; usually ${describeInterval(interval)}${mark}`;
}

/** A record's state with the words for it, as popups, cards and tables show them. */
export type DescribedFreshness = { readonly state: FreshnessState; readonly text: string };

export function toDescribedFreshness(found: Freshness, por_end: string | null): DescribedFreshness {
  return { state: found.state, text: describeFreshness(found, por_end) };
}

/** "every day", "about every 30 days" */
export function describeInterval(interval: number): string {
  return interval === 1 ? 'every day' : `about every ${interval} days`;
}

/** Days as long as they can be pictured, then whole years. */
function describeLag(lag: number): string {
  if (lag === 0) return 'today';
  if (lag === 1) return '1 day ago';
  return lag <= twoYears ? `${lag} days ago` : `${Math.floor(lag / 365.25)} years ago`;
}
