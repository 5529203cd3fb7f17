import { readAppliedMigrations, readMigrations } from './applied-migrations.ts';
import type { Queryable } from './queryable.ts';
import { DatabaseUnavailable } from './store.ts';

export const newerSchemaCode = 'NEWER_SCHEMA';

/** A newer version of the portal has changed the tables. */
export class NewerSchema extends DatabaseUnavailable {
  override name = 'NewerSchema';
  /** Recognizes the error when it comes from another thread. */
  readonly code = newerSchemaCode;
}

/**
 * Refuses a database that a newer version of the portal has changed: this one would write what that one cannot read.
 * @param place The database at the begin of a sentence, e.g. `The data folder .data`
 * @throws NewerSchema
 */
export async function checkSchema(from: Queryable, place: string): Promise<void> {
  const known = readMigrations();
  const applied = await readAppliedMigrations(from);
  const newest = known.at(-1)?.folderMillis ?? 0;
  if (applied.every(({ when }) => when <= newest)) return;
  throw new NewerSchema(
    `${place} was written by a newer version of the portal (schema ${applied.length}; this one knows ${known.length}). Install that version again, or restore a backup.`,
  );
}
