import { normalizeContent } from '#contract/field-validation.ts';
import { type Model, readersOf } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { periodState, type RecordContent, recordStatus } from '#domain/records/versions.ts';
import { wallTimeInBasin } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { openConfirm } from './confirm.ts';

export type Publishing = {
  /** Undefined for a new record. */
  readonly record: ContentRecord | undefined;
  /** What is published. */
  readonly content: RecordContent;
};

/**
 * Describes what publishing changes for the readers: `Visitors will see it from now on.`
 * @param wallTime the time in the basin, `YYYY-MM-DDTHH:mm`
 */
export function describePublishing(model: Model, { record, content }: Publishing, wallTime: string): string {
  const effect = describeEffect(model, { record, content }, wallTime);
  const isFirst = record === undefined || record.status_id === recordStatus.draft;
  return isFirst ? effect : `${effect} It replaces the published version.`;
}

function describeEffect(model: Model, { record, content }: Publishing, wallTime: string): string {
  const readers = readersOf(model);
  if (record?.is_enabled === false) {
    return `It is disabled: ${readers.toLowerCase()} will see it once it is enabled.`;
  }
  const { period } = model;
  const state = period && periodState(normalizeContent(model.fields, content), period, wallTime);
  if (period && state === 'scheduled') {
    const from = formatWallTime(String(content[period.from]), dateFormats.shortDateTime);
    return `${readers} will see it from ${from}.`;
  }
  if (state === 'ended') return `Its period has ended, so ${readers.toLowerCase()} will not see it.`;
  return `${readers} will see it from now on.`;
}

/** Describes what unpublishing or disabling a record changes for the readers. */
export function describeHiding(model: Model, record: ContentRecord): string {
  const readers = readersOf(model);
  const reason =
    record.status_id === recordStatus.draft ? 'a draft' : record.is_enabled ? undefined : 'disabled';
  const effect = reason
    ? `It is ${reason}: ${readers.toLowerCase()} do not see it now either.`
    : `${readers} will no longer see it.`;
  return `${effect} Its content and versions are not deleted.`;
}

type Question = Publishing & {
  readonly model: Model;
  /** Names the record: `“Monitoring Sites”`. */
  readonly what: string;
};

/** Asks before publishing, unless that is routine. */
export function confirmPublishing({ model, what, ...publishing }: Question, publish: () => void): void {
  if (model.isRoutine) {
    publish();
    return;
  }
  const effect = describePublishing(model, publishing, wallTimeInBasin(new Date()));
  openConfirm('EVOLVE', { what, effect }, publish);
}
