import type { Model } from '#contract/model.ts';
import { readersOf } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { maxVersions } from '#domain/records/versions.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import type { Confirm } from './confirm.ts';

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

type ConfirmText = {
  title: string;
  text: string;
  yes: string;
  no: string;
  /** Whether confirming loses something, so that its button is not the primary one. */
  isLoss?: boolean;
};

/** The title, text and button labels of a confirmation. */
export function describeConfirm({
  key,
  payload: { what, how, effect = '' },
}: Pick<Confirm, 'key' | 'payload'>): ConfirmText {
  switch (key) {
    case 'UNSAVED':
      return {
        title: 'Leave without saving?',
        text: `Your changes to ${what} are not saved. If you leave, they are discarded.`,
        yes: 'Leave and discard',
        no: 'Stay',
        isLoss: true,
      };
    case 'DELETE':
      return {
        title: `Delete ${what}?`,
        text: 'The record and its versions are deleted for everyone. The audit log stores a copy of their content.',
        yes: 'Delete',
        no: 'Cancel',
        isLoss: true,
      };
    case 'EVOLVE':
    case 'DEVOLVE': {
      const verb = how ?? (key === 'EVOLVE' ? 'Publish' : 'Unpublish');
      return { title: `${verb} ${what}?`, text: effect, yes: verb, no: 'Cancel' };
    }
  }
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

/** Formats an instant as `MM/DD/YYYY hh:mm AM` in the basin's time zone. */
export function formatShortDateTime(instant: string | number): string {
  return formatInstant(instant, dateFormats.shortDateTime);
}
