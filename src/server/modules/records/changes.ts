import { randomUUID } from 'node:crypto';
import { isSameValue } from '#domain/records/same-value.ts';
import { type RecordStatus, recordStatus } from '#domain/records/status.ts';
import type { RecordContent, StoredRecord } from '#domain/records/versions.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';
import { publishContent, publishRecord, unpublishRecord } from './publish.ts';
import { deleteRows, insertRow, lockModel, nextTimestamp, readRow, updateRow } from './queries.ts';
import { badFields, validateContent } from './validate-content.ts';
import {
  type Change,
  changeRecord,
  checkExpectedState,
  projectAndAudit,
  updateMain,
} from './write-record.ts';

/**
 * Creates a record. The same record sent twice is created once.
 * @throws HttpProblem 400, 409 for an id in use
 */
export async function createRecord(
  store: Store,
  change: Change,
  {
    id = randomUUID(),
    content: input,
    publish,
  }: { id?: string | undefined; content: RecordContent; publish: boolean },
): Promise<string> {
  const { model, actor } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const content = await validateContent(tx, model, id, input);
    const existing = await readRow(tx, model, id);
    if (existing) {
      if (existing.created_by === actor && isSameValue(existing.content, content)) return;
      throw new HttpProblem(409, 'There is already a record with this id.');
    }
    const now = await nextTimestamp(tx, undefined);
    const row: StoredRecord = {
      id,
      status_id: publish ? recordStatus.published : recordStatus.draft,
      parent_id: null,
      former_parent_id: null,
      is_enabled: true,
      content,
      created_at: now,
      created_by: actor,
      updated_at: now,
      updated_by: actor,
    };
    await insertRow(tx, model, row);
    await projectAndAudit({ tx, change, now }, publish ? 'create-and-publish' : 'create', undefined, row);
  });
  return id;
}

/**
 * Saves content as a new version, and publishes it if `publish` is true.
 * @throws HttpProblem 400, 404, 409 where the record is not in the expected state
 */
export async function saveRecord(
  store: Store,
  change: Change,
  id: string,
  { content: input, publish }: { content: RecordContent; publish: boolean },
): Promise<void> {
  await changeRecord(store, change, id, async (context, record) => {
    const content = await validateContent(context.tx, change.model, id, input);
    if (publish) {
      const main = await publishContent(context, record.main, content);
      return { action: 'update-and-publish', main };
    }
    const { main } = record;
    const { now } = context;
    const status_id = main.status_id === recordStatus.draft ? recordStatus.draft : recordStatus.updated;
    await insertRow(context.tx, change.model, {
      ...main,
      id: randomUUID(),
      status_id: recordStatus.draft,
      parent_id: id,
      former_parent_id: null,
      content,
      created_at: now,
      created_by: change.actor,
      updated_at: now,
      updated_by: change.actor,
    });
    return { action: 'update', main: await updateMain(context, main, { status_id }), saved: content };
  });
}

export type RecordAction = 'publish' | 'unpublish' | 'enable' | 'disable';

/** @throws HttpProblem 404, 409; 400 where the content to publish is not valid */
export async function applyRecordAction(
  store: Store,
  change: Change,
  id: string,
  action: RecordAction,
): Promise<void> {
  await changeRecord(store, change, id, async (context, record) => {
    switch (action) {
      case 'publish':
        return publishRecord(context, record);
      case 'unpublish':
        return unpublishRecord(context, record);
      case 'enable':
      case 'disable': {
        const is_enabled = action === 'enable';
        if (record.main.is_enabled === is_enabled) return undefined;
        return { action, main: await updateMain(context, record.main, { is_enabled }) };
      }
    }
  });
}

/** Deletes a record with its versions, which stay in the audit log. @throws HttpProblem 404, 409 */
export async function deleteRecord(store: Store, change: Change, id: string): Promise<void> {
  await changeRecord(store, change, id, async ({ tx }) => {
    await deleteRows(tx, change.model, id);
    return { action: 'delete', main: undefined };
  });
}

export type SilentChange = {
  id?: string | undefined;
  parent_id?: string | null | undefined;
  former_parent_id?: string | null | undefined;
  status_id?: RecordStatus | undefined;
};

/**
 * Changes the generic columns of any row, without a new version.
 * @returns its id
 * @throws HttpProblem 400, 404, 409 for an id in use
 */
export async function updateSilently(
  store: Store,
  change: Change,
  id: string,
  { id: newId = id, ...columns }: SilentChange,
): Promise<string> {
  const { model } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const before = await readRow(tx, model, id);
    if (!before) throw recordNotFound();
    checkExpectedState(before, change);
    if (newId !== id && (await readRow(tx, model, newId))) {
      throw new HttpProblem(409, 'There is already a record with this id.');
    }
    const now = await nextTimestamp(tx, before.updated_at);
    const definedColumns = Object.fromEntries(
      Object.entries(columns).filter(([, value]) => value !== undefined),
    );
    const after: StoredRecord = {
      ...before,
      ...definedColumns,
      id: newId,
      updated_at: now,
      updated_by: change.actor,
    };
    if (after.parent_id === after.id) {
      throw badFields([{ path: 'parent_id', message: 'A record cannot be its own version.' }]);
    }
    if (after.parent_id !== null && after.status_id !== recordStatus.draft) {
      throw badFields([{ path: 'status_id', message: 'A version of a record is a draft.' }]);
    }
    await updateRow(tx, model, id, after);
    await projectAndAudit({ tx, change, now }, 'update-silently', before, after);
  });
  return newId;
}
