import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { ImportStopped } from '#domain/import-stopped.ts';
import { importLockKey, type Lock, LockLost } from '#server/db/locks.ts';
import type { Queryable, Store } from '#server/db/store.ts';
import type { IngestReport } from '../report.ts';

/** Another import is running; `message` says so. */
export class ImportRunning extends Error {
  override name = 'ImportRunning';
}

/** What an import works with while it has the lock. */
type LockedImport = {
  /** Its transactions fail once the lock is lost. */
  readonly store: Store;
  /** Aborted when the lock is lost. */
  readonly lost: AbortSignal;
};

/**
 * Runs `work` while no other process imports into the same database.
 * @throws ImportRunning
 */
export async function withImportLock<T>(
  store: Store,
  work: (locked: LockedImport) => Promise<T>,
): Promise<T> {
  const lock = await store.tryLock(importLockKey);
  if (!lock) throw new ImportRunning('Another import is running. Try again when it has finished.');
  const controller = new AbortController();
  lock.lost.addEventListener('abort', () => controller.abort(toStopped(lock.lost.reason)));
  try {
    return await work({ store: lockTransactions(store, lock), lost: controller.signal });
  } finally {
    await lock.release();
  }
}

function lockTransactions(store: Store, lock: Lock): Store {
  return {
    ...store,
    transaction: (work) =>
      store.transaction(async (transaction) => {
        await lock.hold(transaction).catch((error: unknown) => {
          throw error instanceof LockLost ? toStopped(error) : error;
        });
        return work(transaction);
      }),
  };
}

const lostMessage =
  'This process did not reach the database for too long, so another one may be importing now. The series that were written are complete. Start the import again.';

function toStopped(cause: unknown): ImportStopped {
  return new ImportStopped('interrupted', lostMessage, { cause });
}

/**
 * Closes runs whose process has died. Returns false if another process is importing, or may be: the lock of one that has
 * died expires after some seconds.
 */
export async function closeDeadRuns(store: Store): Promise<boolean> {
  const lock = await store.tryLock(importLockKey);
  if (!lock) return false;
  try {
    await closeInterruptedRuns(store);
  } finally {
    await lock.release();
  }
  return true;
}

/** Records the start of an import. Returns the id of its row in `ingest_run`. */
export async function beginRun(store: Queryable, source: string, startedBy: string): Promise<string> {
  const [row] = await store.query(
    sql`INSERT INTO ingest_run (source, started_by) VALUES (${source}, ${startedBy}) RETURNING ingest_run_ndx::text AS ndx`,
    z.object({ ndx: z.string() }),
  );
  return row?.ndx ?? '0';
}

export async function endRun(store: Queryable, run: string, report: IngestReport): Promise<void> {
  await store.query(
    sql`UPDATE ingest_run SET finished_at = now(), status = ${report.status}, rows_read = ${report.rows_read},
       rows_written = ${report.rows_written}, rows_unchanged = ${report.rows_unchanged},
       rows_rejected = ${report.rows_rejected}, report = ${JSON.stringify(report)}::text::jsonb
     WHERE ingest_run_ndx = ${run}::text::bigint`,
  );
}

const interrupted =
  'The process that ran this ended before it had finished. What it had done until then is complete. Start it again.';

/**
 * Closes runs whose process has ended without closing them. The caller holds the import lock, so none of them is
 * running.
 */
export async function closeInterruptedRuns(store: Queryable): Promise<void> {
  await store.query(
    sql`UPDATE ingest_run SET finished_at = now(), status = 'interrupted',
       report = jsonb_build_object('failures',
         jsonb_build_array(jsonb_build_object('name', source, 'message', ${interrupted}::text)))
     WHERE finished_at IS NULL`,
  );
}

type FullImportQuery = { source: string; sites: readonly string[] | undefined; days: number };

/** Checks whether the same source and sites were imported in full, with data, within `days` before `now`. */
export async function hadFullImportWithin(
  store: Queryable,
  { source, sites, days }: FullImportQuery,
  now: Date,
): Promise<boolean> {
  const found = await store.query(
    sql`SELECT FROM ingest_run WHERE source = ${source} AND status IN ('succeeded', 'partial', 'failed') AND rows_read > 0
       AND coalesce((report->>'is_whole')::boolean, false)
       AND coalesce(report->'sites', 'null') = ${JSON.stringify(sites ?? null)}::text::jsonb
       AND started_at > ${now.toISOString()}::text::timestamptz - make_interval(days => ${days}) LIMIT 1`,
  );
  return found.length > 0;
}
