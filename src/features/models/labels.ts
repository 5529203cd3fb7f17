import type { Model } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import type { Confirm } from './confirm.ts';

/** Everything that is done with records; each can fail, and says so. */
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

/** What a toast says of an action that was done; those that only read say nothing. */
const successTexts: Partial<Record<ActionName, string>> = {
  create: 'was saved as a draft.',
  update: 'was saved.',
  'create-and-publish': 'was published.',
  'update-and-publish': 'was published.',
  delete: 'was deleted.',
  publish: 'was published.',
  unpublish: 'was unpublished: visitors do not see it any more.',
  enable: 'was enabled.',
  disable: 'was disabled: visitors do not see it any more.',
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

/** The text and the buttons of a question. */
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
        text: `What you have entered for ${what} is not saved. If you leave, it is discarded.`,
        yes: 'Leave and discard',
        no: 'Stay',
      };
    case 'DELETE':
      return {
        title: `Delete ${what}?`,
        text: 'The record and its versions go away for everyone. An entry in the audit log keeps what they held.',
        yes: 'Delete',
        no: 'Cancel',
      };
    case 'EVOLVE':
      return {
        title: `Publish ${what}?`,
        text: 'Visitors see it from now on, as it stands here. The version they saw before is kept below it.',
        yes: 'Publish',
        no: 'Cancel',
      };
    case 'DEVOLVE':
      return {
        title: `${how ?? 'Unpublish'} ${what}?`,
        text: 'Visitors do not see it any more. Its content and its versions stay.',
        yes: how ?? 'Unpublish',
        no: 'Cancel',
      };
  }
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a chip says of a record. */
export function describeStatus(record: ContentRecord): string {
  const { name } = record.content_node_statuses;
  return record.is_enabled ? name : `${name}, disabled`;
}

const shortDateTimeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Denver',
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment as `MM/dd/yyyy hh:mm a`, the specification's short datetime, in America/Denver. */
export function formatShortDateTime(moment: string | number): string {
  return shortDateTimeFormat.format(new Date(moment)).replace(',', '');
}
