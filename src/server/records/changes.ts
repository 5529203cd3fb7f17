import { randomUUID } from 'node:crypto';
import type { Model } from '#contract/records/model.ts';
import {
  isSameValue,
  type RecordContent,
  type RecordWithVersions,
  recordStatus,
  type StoredRecord,
} from '#domain/records/versions.ts';
import type { Queryable, Store } from '../db/store.ts';
import { HttpProblem } from '../http/problems.ts';
import { deleteRows, insertRow, lockModel, nextTimestamp, readRow, updateRow } from './queries.ts';
import { badFields, validateContent } from './validate-content.ts';
import {
  type Change,
  changeLockedRecord,
  changeRecord,
  projectAndAudit,
  updateMain,
  type WriteContext,
  type WriteOutcome,
} from './write-record.ts';

/**
 * Creates a record. The same record sent twice is created once.
 * @throws HttpProblem 400, 409 for an id in use
 */
export async function createRecord(
  store: Pick<Store, 'transaction'>,
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
      throw idInUse();
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
  store: Pick<Store, 'transaction'>,
  change: Change,
  id: string,
  { content: input, publish }: { content: RecordContent; publish: boolean },
): Promise<void> {
  await changeRecord(store, change, id, async (context, record) => {
    const content = await validateContent(context.tx, change.model, id, input);
    if (publish) {
      const main = await publishContent(context, record, content);
      return { action: 'update-and-publish', main };
    }
    return insertVersion(context, record, { id: randomUUID(), content });
  });
}

/**
 * Creates a version of a record, its `parent_id`, which `saveRecord` does in the same way. The same version sent twice is
 * created once.
 * @throws HttpProblem 400 for a parent that is no record, 409 for an id in use
 */
export async function createVersion(
  store: Pick<Store, 'transaction'>,
  change: Change,
  {
    id = randomUUID(),
    parent_id,
    content: input,
  }: { id?: string | undefined; parent_id: string; content: RecordContent },
): Promise<string> {
  const { model, actor } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const fault = await describeWrongParent(tx, model, parent_id);
    if (fault) throw badFields([{ path: 'parent_id', message: fault }]);
    const content = await validateContent(tx, model, parent_id, input);
    const existing = await readRow(tx, model, id);
    if (existing) {
      const isSame =
        existing.created_by === actor &&
        existing.parent_id === parent_id &&
        isSameValue(existing.content, content);
      if (isSame) return;
      throw idInUse();
    }
    await changeLockedRecord(tx, change, parent_id, (context, record) =>
      insertVersion(context, record, { id, content }),
    );
  });
  return id;
}

/** Says why a record cannot be the parent of a version. Undefined if it can. */
export async function describeWrongParent(
  from: Queryable,
  model: Model,
  parent_id: string,
): Promise<string | undefined> {
  const parent = await readRow(from, model, parent_id);
  if (!parent) return absentMessage;
  if (parent.parent_id === null) return undefined;
  return 'This is the id of a version, which cannot have versions. Expected the id of a record.';
}

export const absentMessage = 'There is no record with this id.';

const idInUse = () => new HttpProblem(409, 'There is already a record with this id.');

async function insertVersion(
  { tx, change: { model, actor }, now }: WriteContext,
  { main }: RecordWithVersions,
  { id, content }: { id: string; content: RecordContent },
): Promise<WriteOutcome> {
  const status_id = main.status_id === recordStatus.draft ? recordStatus.draft : recordStatus.updated;
  await insertRow(tx, model, {
    ...main,
    id,
    status_id: recordStatus.draft,
    parent_id: main.id,
    former_parent_id: null,
    content,
    created_at: now,
    created_by: actor,
    updated_at: now,
    updated_by: actor,
  });
  // The row of what is published keeps its time, which visitors see.
  const marked = { ...main, status_id };
  await updateRow(tx, model, main.id, marked);
  return { action: 'update', main: marked, saved: content };
}

export type RecordAction = 'publish' | 'unpublish' | 'enable' | 'disable';

/** @throws HttpProblem 404, 409; 400 where the content to publish is not valid */
export async function applyRecordAction(
  store: Pick<Store, 'transaction'>,
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
export async function deleteRecord(
  store: Pick<Store, 'transaction'>,
  change: Change,
  id: string,
): Promise<void> {
  await changeRecord(store, change, id, async ({ tx }) => {
    await deleteRows(tx, change.model, id);
    return { action: 'delete', main: undefined };
  });
}

/**
 * Publishes the latest version of a record.
 * @throws HttpProblem 400 where the content is not valid
 */
async function publishRecord(
  context: WriteContext,
  record: RecordWithVersions,
): Promise<WriteOutcome | undefined> {
  const { main, shown } = record;
  if (main.status_id === recordStatus.published) return undefined;
  const content = await validateContent(context.tx, context.change.model, main.id, shown.content);
  return { action: 'publish', main: await publishContent(context, record, content) };
}

/** Makes a record a draft again, which visitors do not see. */
async function unpublishRecord(
  context: WriteContext,
  { main }: RecordWithVersions,
): Promise<WriteOutcome | undefined> {
  if (main.status_id === recordStatus.draft) return undefined;
  return { action: 'unpublish', main: await updateMain(context, main, { status_id: recordStatus.draft }) };
}

/**
 * Inserts a published copy with the main record's id. The former main record becomes a draft below it, under a new id,
 * which the copy has as its `former_parent_id`. A draft that is published as it is needs no copy.
 */
async function publishContent(
  context: WriteContext,
  { main, shown }: RecordWithVersions,
  content: RecordContent,
): Promise<StoredRecord> {
  const isDraftAsItIs =
    main.status_id === recordStatus.draft &&
    shown.version_id === main.id &&
    isSameValue(main.content, content);
  if (isDraftAsItIs) return updateMain(context, main, { status_id: recordStatus.published });
  const { tx, change, now } = context;
  const { model, actor } = change;
  const former: StoredRecord = {
    ...main,
    id: randomUUID(),
    status_id: recordStatus.draft,
    parent_id: main.id,
  };
  const copy: StoredRecord = {
    ...main,
    status_id: recordStatus.published,
    former_parent_id: former.id,
    content,
    created_at: now,
    created_by: actor,
    updated_at: now,
    updated_by: actor,
  };
  await updateRow(tx, model, main.id, former);
  await insertRow(tx, model, copy);
  return copy;
}
