import type { Model } from '#contract/model.ts';
import { periodState } from '#domain/records/period.ts';
import { isVisible } from '#domain/records/status.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import { wallTimeInBasin } from '#lib/calendar.ts';

/** Whether people without the role Administrator may read a row at an instant: published, enabled and in its period. */
export function isReadable({ period }: Pick<Model, 'period'>, row: StoredRecord, now: Date): boolean {
  if (row.parent_id !== null || !isVisible(row)) return false;
  return !period || periodState(row.content, period, wallTimeInBasin(now)) === 'current';
}
