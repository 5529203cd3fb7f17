import { ImportStopped } from '#domain/import-stopped.ts';
import { importLockKey } from '#server/db/import-lock.ts';
import { type Lock, LockLost } from '#server/db/locks.ts';
import type { Store } from '#server/db/store.ts';
import { closeInterruptedRuns } from './ingest-runs.ts';

/** Another import is running; `message` says so. */
export class ImportRunning extends Error {
  override name = 'ImportRunning';
}

/** What an import works with while it has the lock. */
export type LockedImport = {
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
