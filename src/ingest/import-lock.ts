import type { Store } from '#server/db/store.ts';

/** Another import is running; `message` says so. */
export class ImportRunning extends Error {
  override name = 'ImportRunning';
}

/** An arbitrary number, the same in every importer. */
const importLockKey = 17_040_212;

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
