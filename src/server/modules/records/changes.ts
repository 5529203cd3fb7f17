import { randomUUID } from 'node:crypto';
import type { Model } from '#contract/model.ts';
import { isSameValue } from '#domain/records/same-value.ts';
import { type RecordStatus, recordStatus } from '#domain/records/status.ts';
import {
  type RecordContent,
  type RecordWithVersions,
  type StoredRecord,
  toRecordWithVersions,
} from '#domain/records/versions.ts';
import { audit } from '../../audit.ts';
import type { Store, StoreTransaction } from '../../db/store.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';
import { projectionOf } from './projections.ts';
import {
  deleteRows,
  insertRow,
  lockModel,
  nextTimestamp,
  readRow,
  readWithVersions,
  updateRow,
} from './queries.ts';
import { badFields, validateContent } from './validate-content.ts';

/** Who changes a record, and of which state of it they know: its `updated_at`; undefined: of any. */
export type Change = { model: Model; actor: string; expectedUpdatedAt?: string | undefined };

type WriteContext = { tx: StoreTransaction; change: Change; now: string };

/** Creates a record. The same one sent again is created once. @throws HttpProblem 400, 409 for an id in use */
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
 * Saves content as a new version, and publishes it where told to.
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

/** @throws HttpProblem 404, 409; 400 where what would be published is not fit for it */
export async function applyRecordAction(
  store: Store,
  change: Change,
  id: string,
  action: RecordAction,
): Promise<void> {
  await changeRecord(store, change, id, async (context, { main, shown, total_versions }) => {
    switch (action) {
      case 'publish': {
        if (main.status_id === recordStatus.published) return undefined;
        const content = await validateContent(context.tx, change.model, id, shown.content);
        const isFirst = main.status_id === recordStatus.draft && total_versions === 1;
        return {
          action,
          main: isFirst
            ? await updateMain(context, main, { status_id: recordStatus.published })
            : await publishContent(context, main, content),
        };
      }
      case 'unpublish':
        if (main.status_id === recordStatus.draft) return undefined;
        return { action, main: await updateMain(context, main, { status_id: recordStatus.draft }) };
      case 'enable':
      case 'disable': {
        const is_enabled = action === 'enable';
        if (main.is_enabled === is_enabled) return undefined;
        return { action, main: await updateMain(context, main, { is_enabled }) };
      }
    }
  });
}

/** Deletes a record with its versions; the audit table keeps them. @throws HttpProblem 404, 409 */
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

/** Changes the generic columns of any row. @returns its id. @throws HttpProblem 400, 404, 409 for an id in use */
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
      throw badFields([{ path: 'parent_id', message: 'A record is not below itself.' }]);
    }
    if (after.parent_id !== null && after.status_id !== recordStatus.draft) {
      throw badFields([{ path: 'status_id', message: 'A version of a record is a draft.' }]);
    }
    await updateRow(tx, model, id, after);
    await projectAndAudit({ tx, change, now }, 'update-silently', before, after);
  });
  return newId;
}

type WriteOutcome = { action: string; main: StoredRecord | undefined; saved?: RecordContent };

/** Changes a main record under the lock of its model; undefined: there was nothing to do. */
async function changeRecord(
  store: Store,
  change: Change,
  id: string,
  work: (writing: WriteContext, record: RecordWithVersions) => Promise<WriteOutcome | undefined>,
): Promise<void> {
  const { model } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const family = await readWithVersions(tx, model, id);
    if (!family || family.main.parent_id !== null) throw recordNotFound();
    const before = family.main;
    checkExpectedState(before, change);
    const record = toRecordWithVersions(before, family.versionRows);
    // The newest moment of the record is its main row's: every write touches it.
    const now = await nextTimestamp(tx, before.updated_at);
    const outcome = await work({ tx, change, now }, record);
    if (!outcome) return;
    const { action, main, saved } = outcome;
    const deletedVersions = main ? undefined : record.versions;
    await projectAndAudit(
      { tx, change, now },
      action,
      deletedVersions ? { ...before, versions: deletedVersions } : before,
      main,
      saved,
    );
  });
}

function checkExpectedState(row: StoredRecord, { expectedUpdatedAt }: Change): void {
  if (expectedUpdatedAt === undefined || expectedUpdatedAt === row.updated_at) return;
  throw new HttpProblem(409, 'Someone has changed this record since you opened it. Nothing was overwritten.');
}

/**
 * A new published copy takes the main record's id and its place; the record that was there becomes a draft below
 * it, under a fresh id, which the copy names as its former parent.
 */
async function publishContent(
  { tx, change, now }: WriteContext,
  main: StoredRecord,
  content: RecordContent,
): Promise<StoredRecord> {
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

async function updateMain(
  { tx, change, now }: WriteContext,
  main: StoredRecord,
  columns: Partial<Pick<StoredRecord, 'status_id' | 'is_enabled'>>,
): Promise<StoredRecord> {
  const after = { ...main, ...columns, updated_at: now, updated_by: change.actor };
  await updateRow(tx, change.model, main.id, after);
  return after;
}

/** What every write does last: its effect on other tables, and its line in the audit table. */
async function projectAndAudit(
  { tx, change: { model, actor } }: WriteContext,
  action: string,
  before: (StoredRecord & { versions?: unknown }) | undefined,
  after: StoredRecord | undefined,
  saved?: RecordContent,
): Promise<void> {
  await projectionOf(model)?.(tx, before, after);
  await audit(tx, {
    actor,
    action,
    entity: model.table,
    entity_id: after?.id ?? before?.id ?? '',
    before,
    after: saved ? { ...after, saved } : after,
  });
}
