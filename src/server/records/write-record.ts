import type { Model } from '#contract/records/model.ts';
import type { RecordContent, RecordWithVersions, StoredRecord } from '#domain/records/versions.ts';
import { loadFills } from '#features/fills.ts';
import { audit } from '../audit.ts';
import type { Store, StoreTransaction } from '../db/store.ts';
import { HttpProblem, recordNotFound } from '../http/problems.ts';
import { projectLocation } from './locations.ts';
import { deleteVersions, lockModel, nextTimestamp, readWithVersions, updateRow } from './queries.ts';
import { projectWellProduction } from './well-production.ts';

/**
 * Who changes a record, and which state of it they have seen: its `updated_at`, or undefined if any state will do.
 */
export type Change = { model: Model; actor: string; expectedUpdatedAt?: string | undefined };

/** What a write runs with: its transaction, and the time that it gives the rows. */
export type WriteContext = { tx: StoreTransaction; change: Change; now: string };

/** What a write did, for the audit log: `main` is undefined after a deletion, `saved` is content not yet published. */
export type WriteOutcome = { action: string; main: StoredRecord | undefined; saved?: RecordContent };

/**
 * Changes a main record under the lock of its model. `work` returns undefined if there is nothing to change.
 * @throws HttpProblem 404, 409
 */
export async function changeRecord(
  store: Pick<Store, 'transaction'>,
  change: Change,
  id: string,
  work: (context: WriteContext, record: RecordWithVersions) => Promise<WriteOutcome | undefined>,
): Promise<void> {
  await store.transaction(async (tx) => {
    await lockModel(tx, change.model);
    await changeLockedRecord(tx, change, id, work);
  });
}

/** Like `changeRecord`, in a transaction that has the lock. */
export async function changeLockedRecord(
  tx: StoreTransaction,
  change: Change,
  id: string,
  work: (context: WriteContext, record: RecordWithVersions) => Promise<WriteOutcome | undefined>,
): Promise<void> {
  const { model } = change;
  const record = await readWithVersions(tx, model, id);
  if (!record || record.main.parent_id !== null) throw recordNotFound();
  const before = record.main;
  checkExpectedState(record, change);
  const now = await nextTimestamp(tx, record.updated_at);
  const outcome = await work({ tx, change, now }, record);
  if (!outcome) return;
  const { action, main, saved } = outcome;
  if (main) await pruneVersions(tx, model, id);
  const deletedVersions = main ? undefined : record.versions;
  await projectAndAudit(
    { tx, change, now },
    action,
    deletedVersions ? { ...before, versions: deletedVersions } : before,
    main,
    saved,
  );
}

/** @throws HttpProblem 409 where the record or one of its versions has changed since */
export function checkExpectedState(
  { updated_at }: Pick<RecordWithVersions, 'updated_at'>,
  { expectedUpdatedAt }: Change,
): void {
  if (expectedUpdatedAt === undefined || expectedUpdatedAt === updated_at) return;
  throw new HttpProblem(409, 'Someone has changed this record since you opened it. Nothing was overwritten.');
}

/**
 * Deletes the versions that are no longer listed; the audit log has their content. The row that `former_parent_id`
 * names stays, so that it always names one.
 */
async function pruneVersions(tx: StoreTransaction, model: Model, id: string): Promise<void> {
  const record = await readWithVersions(tx, model, id);
  if (!record) return;
  const { main, versions, versionRows } = record;
  const listed = new Set([main.former_parent_id, ...versions.map(({ version_id }) => version_id)]);
  const unlisted = versionRows.filter((row) => !listed.has(row.id));
  if (unlisted.length === 0) return;
  await deleteVersions(
    tx,
    model,
    unlisted.map((row) => row.id),
  );
}

export async function updateMain(
  { tx, change, now }: WriteContext,
  main: StoredRecord,
  columns: Partial<Pick<StoredRecord, 'status_id' | 'is_enabled'>>,
): Promise<StoredRecord> {
  const after = { ...main, ...columns, updated_at: now, updated_by: change.actor };
  await updateRow(tx, change.model, main.id, after);
  return after;
}

/** Ends every write: applies it to other tables and records it in the audit log. */
export async function projectAndAudit(
  { tx, change: { model, actor } }: WriteContext,
  action: string,
  before: (StoredRecord & { versions?: unknown }) | undefined,
  after: StoredRecord | undefined,
  saved?: RecordContent,
): Promise<void> {
  await projections[model.name]?.(tx, before, after);
  for (const { model: name, project } of await loadFills<RecordWrites>('record-writes')) {
    if (name === model.name) await project(tx, before, after);
  }
  await audit(tx, {
    actor,
    action,
    entity: model.table,
    entity_id: after?.id ?? before?.id ?? '',
    before,
    after: saved ? { ...after, saved } : after,
  });
}

/**
 * Applies a write of a main record to other tables, in the same transaction. `before` is undefined for a new record,
 * `after` for a deleted one.
 * @throws HttpProblem 400 where it cannot be applied
 */
type Projection = (
  tx: StoreTransaction,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) => Promise<void>;

/** What a feature does with the writes of a model. */
export type RecordWrites = { readonly model: string; readonly project: Projection };

const projections: Readonly<Record<string, Projection>> = {
  locations: inSteps(projectLocation),
  'well-production': inSteps(projectWellProduction),
};

/** Makes a record that gets another id leave under its former one and come back under the new one. */
function inSteps(project: Projection): Projection {
  return async (tx, before, after) => {
    if (!before || !after || before.id === after.id) return project(tx, before, after);
    await project(tx, before, undefined);
    await project(tx, undefined, after);
  };
}
