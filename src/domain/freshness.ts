import { describeAge, formatUsDate, parseDay } from '#lib/calendar.ts';
import { wellParameters } from './vocabulary.ts';

/**
 * The summary of a record: first and last day with a value (`YYYY-MM-DD`), the days from one to the other, both
 * included, the same in rounded years, and the number of values. server/db/record-summary.ts computes it.
 */
export type RecordSummary = {
  por_start: string | null;
  por_end: string | null;
  num_days: number;
  num_years: number;
  total_samples: number;
};

/**
 * The states of a record: `none` has no value yet, `late` has not reported as often as it usually does, and `ended`
 * has not reported for so long that no value is expected.
 */
export const freshnessStates = ['none', 'current', 'late', 'ended'] as const;
export type FreshnessState = (typeof freshnessStates)[number];

/** The state of a record compared with its usual interval. Durations are whole days. */
export type Freshness = {
  readonly state: FreshnessState;
  /** Days from the last value to today. Null without a value. */
  readonly lag: number | null;
  /** The usual number of days between values, at least 1. */
  readonly interval: number;
  /** Whether a value is overdue: the record is late, or has no value yet. */
  readonly isLate: boolean;
};

/** A record is late after three of its intervals plus two days, which agencies take to publish. */
export const lateAfterIntervals = 3;
export const graceDays = 2;

/** The days after a value until which a record with a usual interval is not late, or not silent for so many intervals. */
export const maxLagOf = (interval: number, intervals = lateAfterIntervals): number =>
  intervals * interval + graceDays;

/** A reading of a well that is older says nothing of the level of now. */
const maxWellDays = 45;

/** Whether a value is too old for a class: that of a well after 45 days. Others are late before they are. */
export function isTooOldForClass(lag: number | null, parameter: number): boolean {
  return lag !== null && wellParameters.has(parameter) && lag > maxWellDays;
}

/** The days after a value until which it is carried on as the condition of a day. */
export const carriedDays = (interval: number, parameter: number): number =>
  wellParameters.has(parameter) ? Math.min(maxLagOf(interval), maxWellDays) : maxLagOf(interval);

/** The days after which a late record has ended. */
const twoYears = 2 * 365;

/** The usual interval in days: the length of a record divided by the number of its values, at least 1. */
export function usualInterval({
  num_days,
  total_samples,
}: Pick<RecordSummary, 'num_days' | 'total_samples'>): number {
  return total_samples > 0 ? Math.max(1, Math.round(num_days / total_samples)) : 1;
}

/**
 * Judges a record by its usual interval, so that a well that is read twice a year is not late after a month.
 */
export function freshnessOf(
  record: Pick<RecordSummary, 'por_end' | 'num_days' | 'total_samples'>,
  today: string,
): Freshness {
  return judgeFreshness(record.por_end, usualInterval(record), today);
}

/** Judges a record with a known interval. An invalid `por_end` counts as no value. */
export function judgeFreshness(por_end: string | null, interval: number, today: string): Freshness {
  const last = por_end === null ? undefined : parseDay(por_end);
  const now = parseDay(today);
  if (last === undefined || now === undefined) return { state: 'none', lag: null, interval, isLate: true };
  const lag = Math.max(0, now - last);
  const state = stateAfter(lag, maxLagOf(interval));
  return { state, lag, interval, isLate: state === 'late' };
}

function stateAfter(lag: number, allowed: number): FreshnessState {
  if (lag <= allowed) return 'current';
  return lag > allowed + twoYears ? 'ended' : 'late';
}

/** Whether a record has ended: where it stands among other years says nothing of now. */
export function hasEnded(
  { rdate, interval_days }: { readonly rdate: string | null; readonly interval_days: number },
  today: string,
): boolean {
  return judgeFreshness(rdate, interval_days, today).state === 'ended';
}

/** "Last value 05/03/2026, 12 days ago; usually every day: late" */
export function describeFreshness({ state, lag, interval }: Freshness, por_end: string | null): string {
  if (por_end === null || lag === null) return 'No value yet';
  const mark = state === 'current' ? '' : `: ${state}`;
  return `Last value ${formatUsDate(por_end)}, ${describeAge(lag)}; usually ${describeInterval(interval)}${mark}`;
}

/** A record's state and its description, for popups, cards and tables. */
export type DescribedFreshness = { readonly state: FreshnessState; readonly text: string };

export function toDescribedFreshness(found: Freshness, por_end: string | null): DescribedFreshness {
  return { state: found.state, text: describeFreshness(found, por_end) };
}

/** "every day", "about every 30 days" */
export function describeInterval(interval: number): string {
  return interval === 1 ? 'every day' : `about every ${interval} days`;
}
