import type { FieldError } from '#contract/records/field-validation.ts';
import type { Model } from '#contract/records/model.ts';
import { type RecordStatus, recordStatus, type StoredRecord } from '#domain/records/versions.ts';
import type { Queryable, Store } from '#server/db/store.ts';
import { recordNotFound } from '#server/http/problems.ts';
import { absentMessage, describeWrongParent } from '#server/records/changes.ts';
import {
  lockModel,
  moveVersions,
  nextTimestamp,
  readRow,
  readWithVersions,
  renameFormerParent,
  updateRow,
} from '#server/records/queries.ts';
import { badFields } from '#server/records/validate-content.ts';
import { type Change, checkExpectedState, projectAndAudit } from '#server/records/write-record.ts';

type SilentChange = {
  id?: string | undefined;
  parent_id?: string | null | undefined;
  former_parent_id?: string | null | undefined;
  status_id?: RecordStatus | undefined;
};

/**
 * Changes the generic columns of any row, without a new version. Versions follow their record: to its new id, or to the
 * record that it becomes a version of.
 * @returns its id
 * @throws HttpProblem 400 for a change after which a row would be in no list, or in two; 404, 409
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
    const record = await readWithVersions(tx, model, id);
    if (!record) throw recordNotFound();
    const { main: before } = record;
    checkExpectedState(record, change);
    const now = await nextTimestamp(tx, record.updated_at);
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
    const errors = await findMisplacements(tx, model, before, after);
    if (errors.length > 0) throw badFields(errors);
    await updateRow(tx, model, id, after);
    await moveVersions(tx, model, id, after.parent_id ?? newId);
    if (newId !== id) await renameFormerParent(tx, model, id, newId);
    await projectAndAudit({ tx, change, now }, 'update-silently', before, after);
  });
  return newId;
}

export const versionIsDraft = 'A version of a record is a draft. Expected 1.';

async function findMisplacements(
  from: Queryable,
  model: Model,
  before: StoredRecord,
  after: StoredRecord,
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  const refuse = (path: string, message: string | undefined) => message && errors.push({ path, message });
  if (after.id !== before.id && (await readRow(from, model, after.id))) {
    refuse('id', 'There is already a record with this id. Choose another.');
  }
  if (after.parent_id !== before.parent_id) {
    refuse('parent_id', await describeMisplacedParent(from, model, before, after));
  }
  if (after.former_parent_id !== before.former_parent_id) {
    refuse('former_parent_id', await describeWrongFormerParent(from, model, before, after));
  }
  if (after.parent_id !== null && after.status_id !== recordStatus.draft) {
    refuse('status_id', versionIsDraft);
  }
  return errors;
}

async function describeMisplacedParent(
  from: Queryable,
  model: Model,
  before: StoredRecord,
  { id, parent_id }: StoredRecord,
): Promise<string | undefined> {
  if (parent_id === null) return undefined;
  if (parent_id === id || parent_id === before.id) return 'A record cannot be its own version.';
  return describeWrongParent(from, model, parent_id);
}

async function describeWrongFormerParent(
  from: Queryable,
  model: Model,
  before: StoredRecord,
  { id, former_parent_id }: StoredRecord,
): Promise<string | undefined> {
  for (let next = former_parent_id; next !== null; ) {
    if (next === id || next === before.id) return 'A record cannot replace itself.';
    const former = await readRow(from, model, next);
    if (!former) return next === former_parent_id ? absentMessage : undefined;
    next = former.former_parent_id;
  }
  return undefined;
}
