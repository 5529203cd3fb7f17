import type { RecordContent } from './versions.ts';

/** The fields of a model that hold the first and the last minute at which its records are shown. */
export type PeriodFields = { readonly from: string; readonly until: string };

export type PeriodState = 'scheduled' | 'current' | 'ended';

/**
 * Where a wall-clock time lies in a record's period. Times are `YYYY-MM-DDTHH:mm` in the basin's time zone; both ends
 * belong to the period, and a missing one leaves it open.
 */
export function periodState(
  content: RecordContent,
  { from, until }: PeriodFields,
  wallTime: string,
): PeriodState {
  const [first, last] = [content[from], content[until]];
  if (typeof last === 'string' && last < wallTime) return 'ended';
  return typeof first === 'string' && wallTime < first ? 'scheduled' : 'current';
}
