import { randomUUID } from 'node:crypto';
import type { Model } from '#contract/records.ts';
import { isSameValue } from '#domain/records/difference.ts';
import { type RecordStatus, recordStatus } from '#domain/records/status.ts';
import {
  type ReadRecord,
  type RecordContent,
  readRecord,
  type StoredRecord,
} from '#domain/records/versions.ts';
import { audit } from '../../audit.ts';
import type { Store, StoreTransaction } from '../../db/open.ts';
import { HttpProblem, recordNotFound } from '../../problems.ts';
import { badFields, checkedContent } from './check.ts';
import { projectionOf } from './projections.ts';
import { deleteRows, insertRow, lockModel, nextMoment, readFamily, readRow, updateRow } from './rows.ts';

/** Who changes a record, and of which state of it they know: its `updated_at`; undefined: of any. */
export type Change = { model: Model; actor: string; expected?: string | undefined };

type Writing = { tx: StoreTransaction; change: Change; now: string };

/** Creates a record. The same one sent again is created once. @throws HttpProblem 400, 409 for an id in use */
export async function createRecord(
  store: Store,
  change: Change,
  {
    id = randomUUID(),
    content: sent,
    publish,
  }: { id?: string | undefined; content: RecordContent; publish: boolean },
): Promise<string> {
  const { model, actor } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const content = await checkedContent(tx, model, id, sent);
    const there = await readRow(tx, model, id);
    if (there) {
      if (there.created_by === actor && isSameValue(there.content, content)) return;
      throw new HttpProblem(409, 'There is already a record with this id.');
    }
    const now = await nextMoment(tx, undefined);
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
    await finish({ tx, change, now }, publish ? 'create-and-publish' : 'create', undefined, row);
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
  { content: sent, publish }: { content: RecordContent; publish: boolean },
): Promise<void> {
  await changeRecord(store, change, id, async (writing, record) => {
    const content = await checkedContent(writing.tx, change.model, id, sent);
    if (publish) {
      const main = await publishContent(writing, record.main, content);
      return { action: 'update-and-publish', main };
    }
    const { main } = record;
    const { now } = writing;
    const status_id = main.status_id === recordStatus.draft ? recordStatus.draft : recordStatus.updated;
    await insertRow(writing.tx, change.model, {
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
    return { action: 'update', main: await touch(writing, main, { status_id }), saved: content };
  });
}

export type RecordAction = 'publish' | 'unpublish' | 'enable' | 'disable';

/** @throws HttpProblem 404, 409; 400 where what would be published is not fit for it */
export async function actOnRecord(
  store: Store,
  change: Change,
  id: string,
  action: RecordAction,
): Promise<void> {
  await changeRecord(store, change, id, async (writing, { main, shown, total_versions }) => {
    switch (action) {
      case 'publish': {
        if (main.status_id === recordStatus.published) return undefined;
        const content = await checkedContent(writing.tx, change.model, id, shown.content);
        const isFirst = main.status_id === recordStatus.draft && total_versions === 1;
        return {
          action,
          main: isFirst
            ? await touch(writing, main, { status_id: recordStatus.published })
            : await publishContent(writing, main, content),
        };
      }
      case 'unpublish':
        if (main.status_id === recordStatus.draft) return undefined;
        return { action, main: await touch(writing, main, { status_id: recordStatus.draft }) };
      case 'enable':
      case 'disable': {
        const is_enabled = action === 'enable';
        if (main.is_enabled === is_enabled) return undefined;
        return { action, main: await touch(writing, main, { is_enabled }) };
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
  { id: wanted = id, ...columns }: SilentChange,
): Promise<string> {
  const { model } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const before = await readRow(tx, model, id);
    if (!before) throw recordNotFound();
    expectState(before, change);
    if (wanted !== id && (await readRow(tx, model, wanted))) {
      throw new HttpProblem(409, 'There is already a record with this id.');
    }
    const now = await nextMoment(tx, before.updated_at);
    const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
    const after: StoredRecord = {
      ...before,
      ...given,
      id: wanted,
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
    await finish({ tx, change, now }, 'update-silently', before, after);
  });
  return wanted;
}

type Outcome = { action: string; main: StoredRecord | undefined; saved?: RecordContent };

/** Changes a main record under the lock of its model; undefined: there was nothing to do. */
async function changeRecord(
  store: Store,
  change: Change,
  id: string,
  work: (writing: Writing, record: ReadRecord) => Promise<Outcome | undefined>,
): Promise<void> {
  const { model } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const family = await readFamily(tx, model, id);
    if (!family || family.main.parent_id !== null) throw recordNotFound();
    const before = family.main;
    expectState(before, change);
    const record = readRecord(before, family.below);
    // The newest moment of the record is its main row's: every write touches it.
    const now = await nextMoment(tx, before.updated_at);
    const outcome = await work({ tx, change, now }, record);
    if (!outcome) return;
    const { action, main, saved } = outcome;
    const lost = main ? undefined : record.versions;
    await finish({ tx, change, now }, action, lost ? { ...before, versions: lost } : before, main, saved);
  });
}

function expectState(row: StoredRecord, { expected }: Change): void {
  if (expected === undefined || expected === row.updated_at) return;
  throw new HttpProblem(409, 'Someone has changed this record since you opened it. Nothing was overwritten.');
}

/**
 * A new published copy takes the main record's id and its place; the record that was there becomes a draft below
 * it, under a fresh id, which the copy names as its former parent.
 */
async function publishContent(
  { tx, change, now }: Writing,
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

async function touch(
  { tx, change, now }: Writing,
  main: StoredRecord,
  columns: Partial<Pick<StoredRecord, 'status_id' | 'is_enabled'>>,
): Promise<StoredRecord> {
  const after = { ...main, ...columns, updated_at: now, updated_by: change.actor };
  await updateRow(tx, change.model, main.id, after);
  return after;
}

/** What every write does last: its effect on other tables, and its line in the audit table. */
async function finish(
  { tx, change: { model, actor } }: Writing,
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
