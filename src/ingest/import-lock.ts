import { importLockKey } from '#server/db/import-lock.ts';
import type { Store } from '#server/db/store.ts';
import { closeInterruptedRuns } from './ingest-runs.ts';

/** Another import is running; `message` says so. */
export class ImportRunning extends Error {
  override name = 'ImportRunning';
}

/**
 * Runs `work` while no other process imports into the same database.
 * @throws ImportRunning
 */
export async function withImportLock<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const release = await store.tryLock(importLockKey);
  if (!release) throw new ImportRunning('Another import is running. Try again when it has finished.');
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Closes runs whose process has died, unless another process is importing. */
export async function closeDeadRuns(store: Store): Promise<void> {
  const release = await store.tryLock(importLockKey);
  if (!release) return;
  try {
    await closeInterruptedRuns(store);
  } finally {
    await release();
  }
}
