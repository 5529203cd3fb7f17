import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { models } from '#config/models/index.ts';
import { loadFills } from '#features/fills.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { Queryable, Store } from '../db/store.ts';
import { lockModel } from '../records/queries.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { FileUses } from './file-uses.ts';
import { lockStorageKey } from './queries.ts';

/** A file that no record refers to is deleted after a day, and its bytes a day later: a backup may be reading them. */
const graceHours = 24;
const sweepEveryMs = 3_600_000;

export type SweepReport = {
  /** Files that were deleted, by id. */
  readonly files: readonly string[];
  /** Keys whose bytes were removed from the storage. */
  readonly keys: readonly string[];
};

/** A query of the ids of the files that a version of a record, or what a feature adds, refers to. */
async function selectUsedIds() {
  const uses = await loadFills<FileUses>('file-uses');
  const ofRecords = models.map(
    ({ table }) =>
      sql`select jsonb_path_query(content, 'lax $.*.id') #>> '{}' as id from ${sql.identifier(table)}`,
  );
  const all = [...ofRecords, ...uses.map(({ ids }) => ids)];
  return sql`select id from (${sql.join(all, sql` union all `)}) used where id is not null`;
}

/**
 * Deletes the files that no record has referred to for a day. It is safe beside uploads, saves and other sweeps: a file
 * is deleted under the locks of all records, and bytes are removed under the lock of their key.
 */
export async function sweepFiles(store: Store, storage: FileStorage, now = new Date()): Promise<SweepReport> {
  const at = sql`${now.toISOString()}::text::timestamptz`;
  const due = sql`${at} - make_interval(hours => ${graceHours})`;
  const usedIds = await selectUsedIds();
  await store.query(
    sql`update stored_file set unused_since = case when unused_since is null then ${at} end
      where (unused_since is null) <> (id::text in (${usedIds}))`,
  );
  return {
    files: await deleteUnused(store, usedIds, due, at),
    keys: await removeBytes(store, storage, due),
  };
}

async function deleteUnused(store: Store, usedIds: SQL, due: SQL, at: SQL) {
  const isDue = sql`unused_since <= ${due}`;
  if ((await store.query(sql`select from stored_file where ${isDue} limit 1`)).length === 0) return [];
  return store.transaction(async (tx) => {
    for (const model of models) await lockModel(tx, model);
    const deleted = await tx.query(
      sql`delete from stored_file where ${isDue} and id::text not in (${usedIds}) returning id, storage_key`,
      z.object({ id: z.string(), storage_key: z.string() }),
    );
    for (const { storage_key } of deleted) {
      await tx.query(
        sql`insert into swept_file (storage_key, swept_at) values (${storage_key}, ${at})
          on conflict (storage_key) do update set swept_at = excluded.swept_at`,
      );
    }
    return deleted.map(({ id }) => id);
  });
}

async function removeBytes(store: Store, storage: FileStorage, due: SQL) {
  const swept = await store.query(
    sql`select storage_key from swept_file where swept_at <= ${due} order by storage_key`,
    z.object({ storage_key: z.string() }),
  );
  const removed: string[] = [];
  for (const { storage_key } of swept) {
    await store.transaction(async (tx) => {
      await lockStorageKey(tx, storage_key);
      if (!(await hasFile(tx, storage_key))) {
        await storage.remove(storage_key);
        removed.push(storage_key);
      }
      await tx.query(sql`delete from swept_file where storage_key = ${storage_key}`);
    });
  }
  return removed;
}

/** The same bytes may have been uploaded again. */
async function hasFile(from: Queryable, key: string): Promise<boolean> {
  return (await from.query(sql`select from stored_file where storage_key = ${key} limit 1`)).length > 0;
}

/** Sweeps every hour while the portal runs. @returns how to stop */
export function runSweeps(
  store: Store,
  storage: FileStorage,
  onError: (message: string) => void,
): () => void {
  const sweep = () =>
    sweepFiles(store, storage).catch((error: unknown) =>
      onError(`Unused files could not be deleted: ${toErrorMessage(error)}`),
    );
  const timer = setInterval(() => void sweep(), sweepEveryMs).unref();
  return () => clearInterval(timer);
}
