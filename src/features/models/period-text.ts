import type { Model } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { periodState } from '#domain/records/period.ts';
import { isVisible } from '#domain/records/status.ts';
import { wallTimeInBasin } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';

/**
 * Says to editors whether a record with a period is shown: `Shown from 11/25/2026 08:00 AM`, `Shown now`, `Ended …`. It
 * is about the published content where a newer draft is open. Undefined for models without periods.
 */
export function describePeriod({ period }: Model, record: ContentRecord, now: Date): string | undefined {
  if (!period) return undefined;
  if (!isVisible(record)) return record.is_enabled ? 'Not shown: draft' : 'Not shown: disabled';
  const content = record.parentRecord ?? record;
  const at = (name: string) => formatWallTime(String(content[name]), dateFormats.shortDateTime);
  switch (periodState(content, period, wallTimeInBasin(now))) {
    case 'scheduled':
      return `Scheduled: shown from ${at(period.from)}`;
    case 'ended':
      return `Ended ${at(period.until)}`;
    case 'current':
      return content[period.until] ? `Shown now, until ${at(period.until)}` : 'Shown now';
  }
}
