import { demoAccounts } from '#config/identity.ts';
import { splitChoices } from '#contract/records/field-validation.ts';
import { type Coordinates, type FileReference, type InputField, isInput } from '#contract/records/fields.ts';
import type { LookupEntry, LookupName } from '#contract/records/lookups.ts';
import { type Model, readersOf } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { importAuthor, isVisible, maxVersions, periodState } from '#domain/records/versions.ts';
import { wallTimeInBasin } from '#lib/basin-clock.ts';
import { formatShortDate } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { withMinus } from '#lib/format-number.ts';

export type Lookups = Partial<Record<LookupName, readonly LookupEntry[]>>;

/** The choices of a field; undefined until its lookup table is loaded. */
export function choicesOf(field: InputField, lookups: Lookups): readonly LookupEntry[] | undefined {
  if (field.kind !== 'DROPDOWN' && field.kind !== 'SPLIT_STRING_DROPDOWN') return [];
  return 'options' in field.choices ? field.choices.options : lookups[field.choices.lookup];
}

/** Formats a file's size: `812 bytes`, `1.4 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Formats a field's value as text; empty text for no value. */
export function formatFieldValue(field: InputField, value: unknown, lookups: Lookups): string {
  if (value === null || value === undefined || value === '') return '';
  const label = (one: string) =>
    choicesOf(field, lookups)?.find((choice) => choice.value === one)?.label ?? one;
  switch (field.kind) {
    case 'DATE':
      return formatShortDate(String(value));
    case 'TIME':
      return formatWallTime(`1970-01-01T${String(value)}`, dateFormats.shortTime);
    case 'DATETIME':
      return formatWallTime(String(value), dateFormats.shortDateTime);
    case 'NUMBER':
      return `${withMinus(Number(value).toLocaleString('en-US', { maximumFractionDigits: 6 }))}${field.unit ? ` ${field.unit}` : ''}`;
    case 'DROPDOWN':
      return label(String(value));
    case 'SPLIT_STRING_DROPDOWN':
      return splitChoices(field, String(value)).map(label).join(', ');
    case 'CUSTOM': {
      if (field.custom === 'file') {
        const { name, size } = value as FileReference;
        return `${name} (${formatFileSize(size)})`;
      }
      const { latitude_dd, longitude_dd } = value as Coordinates;
      return `${latitude_dd}, ${longitude_dd}`;
    }
    default:
      return String(value);
  }
}

/** Formats the title of a record: `Untitled dataset` if it is empty. */
export function formatRecordTitle(model: Model, record: ContentRecord, lookups: Lookups): string {
  const field = model.fields.filter(isInput).find(({ name }) => name === model.titleField);
  const title = field ? formatFieldValue(field, record[field.name], lookups) : '';
  return title === '' ? `Untitled ${model.singular}` : title;
}

/** Names the author of a version for `reader`. For users of an external tenant this is their subject identifier. */
export function authorName(subject: string | null, reader: string | undefined): string {
  if (subject === null) return 'unknown';
  if (subject === reader) return 'you';
  if (subject === importAuthor) return 'the importer';
  if (subject === 'demonstration') return 'the demonstration';
  return demoAccounts.find((account) => account.subject === subject)?.name ?? subject;
}

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

/** The calls for records, with what each does to them. */
const doneByAction = {
  find: 'loaded',
  fetch: 'loaded',
  create: 'saved',
  update: 'saved',
  'create-and-publish': 'published',
  'update-and-publish': 'published',
  delete: 'deleted',
  publish: 'published',
  unpublish: 'unpublished',
  enable: 'enabled',
  disable: 'disabled',
} as const;
export type ActionName = keyof typeof doneByAction;

/** The toast of a successful write; undefined for a call that only reads. */
export function describeSuccess(action: ActionName, model: Model): string | undefined {
  if (action === 'find' || action === 'fetch') return undefined;
  const how = action === 'create' ? ' as a draft' : '';
  const isHidden = action === 'unpublish' || action === 'disable';
  const effect = isHidden ? ` ${readersOf(model)} no longer see it.` : '';
  return `The ${model.singular} was ${doneByAction[action]}${how}.${effect}`;
}

export function describeFailure(action: ActionName, { singular, plural }: Model, reason: string): string {
  const subject = action === 'find' ? plural : singular;
  return `The ${subject} could not be ${doneByAction[action]}. ${reason}`;
}

/** Describes the list of versions, and which of them stay. */
export function describeVersionCount(count: number): string {
  if (count === 1) return 'There is one version.';
  const rule = `The ${maxVersions} newest stay, and the published one`;
  return `${count} versions, newest first, each with what it changed in the one below. ${rule}.`;
}

/** Describes the status of a record: `Published, disabled`. */
export function describeStatus(record: ContentRecord): string {
  const { name } = record.content_node_statuses;
  return record.is_enabled ? name : `${name}, disabled`;
}
