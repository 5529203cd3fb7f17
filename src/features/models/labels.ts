import type { Model } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import type { Confirm } from './confirm.ts';

/** The calls for records, each with its own failure message. */
export type ActionName =
  | 'find'
  | 'fetch'
  | 'create'
  | 'update'
  | 'create-and-publish'
  | 'update-and-publish'
  | 'delete'
  | 'publish'
  | 'unpublish'
  | 'enable'
  | 'disable';

/** Toasts of successful writes. */
const successTexts: Partial<Record<ActionName, string>> = {
  create: 'was saved as a draft.',
  update: 'was saved.',
  'create-and-publish': 'was published.',
  'update-and-publish': 'was published.',
  delete: 'was deleted.',
  publish: 'was published.',
  unpublish: 'was unpublished. Visitors no longer see it.',
  enable: 'was enabled.',
  disable: 'was disabled. Visitors no longer see it.',
};

const failureTexts: Record<ActionName, string> = {
  find: 'could not be loaded.',
  fetch: 'could not be loaded.',
  create: 'could not be saved.',
  update: 'could not be saved.',
  'create-and-publish': 'could not be published.',
  'update-and-publish': 'could not be published.',
  delete: 'could not be deleted.',
  publish: 'could not be published.',
  unpublish: 'could not be unpublished.',
  enable: 'could not be enabled.',
  disable: 'could not be disabled.',
};

export function describeSuccess(action: ActionName, { singular }: Model): string | undefined {
  const text = successTexts[action];
  return text && `The ${singular} ${text}`;
}

export function describeFailure(action: ActionName, { singular, label }: Model, reason: string): string {
  const what = action === 'find' ? label : `The ${singular}`;
  return `${what} ${failureTexts[action]} ${reason}`;
}

/** The title, text and button labels of a confirmation. */
export function describeConfirm({ key, payload: { what, how } }: Pick<Confirm, 'key' | 'payload'>): {
  title: string;
  text: string;
  yes: string;
  no: string;
} {
  switch (key) {
    case 'UNSAVED':
      return {
        title: 'Leave without saving?',
        text: `Your changes to ${what} are not saved. If you leave, they are discarded.`,
        yes: 'Leave and discard',
        no: 'Stay',
      };
    case 'DELETE':
      return {
        title: `Delete ${what}?`,
        text: 'The record and its versions are deleted for everyone. The audit log stores a copy of their content.',
        yes: 'Delete',
        no: 'Cancel',
      };
    case 'EVOLVE':
      return {
        title: `Publish ${what}?`,
        text: 'Visitors will see this version. The version they saw before stays in the list of versions.',
        yes: 'Publish',
        no: 'Cancel',
      };
    case 'DEVOLVE':
      return {
        title: `${how ?? 'Unpublish'} ${what}?`,
        text: 'Visitors will no longer see it. Its content and versions are not deleted.',
        yes: how ?? 'Unpublish',
        no: 'Cancel',
      };
  }
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
