import { judgeFreshness } from '#domain/freshness.ts';
import type { BriefRecord } from '#downloads/brief-share.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';

/** The day of a value, said only where it is not the newest one of its section. */
export type AgeText = {
  /** `on 11/20/2026`, `last value 11/17/2026, 6 days before` */
  readonly text: string;
  readonly isLate: boolean;
};

/**
 * Says how old a value is as of the day of the brief. Undefined for a record that has a value of the newest day.
 * @param newest the newest day with a value in the same section
 */
export function describeBriefAge(
  { rdate, interval_days }: Pick<BriefRecord, 'rdate' | 'interval_days'>,
  on: string,
  newest: string | null,
): AgeText | undefined {
  if (rdate === null) return undefined;
  const { isLate, state } = judgeFreshness(rdate, interval_days, on);
  if (state === 'ended') return { text: `ended: no value since ${formatUsDate(rdate)}`, isLate: false };
  if (isLate)
    return { text: `late: last value ${formatUsDate(rdate)}, ${describeDaysBefore(rdate, on)}`, isLate };
  return rdate === newest ? undefined : { text: `on ${formatUsDate(rdate)}`, isLate: false };
}

/** `6 days before` */
function describeDaysBefore(rdate: string, on: string): string {
  return `${countOf(Math.max(0, dayNumber(on) - dayNumber(rdate)), 'day')} before`;
}

/** The newest day on which any of the records has its last value. */
export function newestDay(records: readonly Pick<BriefRecord, 'rdate'>[]): string | null {
  return records.reduce<string | null>(
    (newest, { rdate }) => (rdate !== null && (newest === null || rdate > newest) ? rdate : newest),
    null,
  );
}

/** `all provisional`, `3 of 12 values provisional`. Undefined where all are approved. */
export function describeProvisional(records: readonly Pick<BriefRecord, 'approval'>[]): string | undefined {
  const values = records.filter(({ approval }) => approval !== null);
  const provisional = values.filter(({ approval }) => approval === 'P').length;
  if (provisional === 0) return undefined;
  return provisional === values.length
    ? 'all values provisional'
    : `${provisional} of ${values.length} values provisional`;
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** `Ririe Reservoir and Grassy Lake` */
export function listNames(names: readonly string[]): string {
  return list.format(names);
}
