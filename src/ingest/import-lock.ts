import type { Store } from '#server/db/store.ts';

/** Another import is under way; `message` says so. */
export class ImportRunning extends Error {
  override name = 'ImportRunning';
}

/** An arbitrary number that all importers know. */
const importLockKey = 17_040_212;

/**
 * Does something that one process may do at a time.
 * @throws ImportRunning
 */
export async function withImportLock<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const release = await store.tryLock(importLockKey);
  if (!release) throw new ImportRunning('Another import is under way. Try again when it has ended.');
  try {
    return await work();
  } finally {
    await release();
  }
}
