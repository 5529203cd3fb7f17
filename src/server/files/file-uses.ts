import type { SQL } from 'drizzle-orm/sql';
import { loadFills } from '#features/fills.ts';
import type { Queryable } from '../db/queryable.ts';

/** Files that are used outside of the contents of records. */
export type FileUses = {
  /** Whether everybody may read this file for it. */
  readonly isReadable: (from: Queryable, id: string) => Promise<boolean>;
  /** A query of the ids of the used files, as text. */
  readonly ids: SQL;
};

/** Whether a feature lets everybody read this file. */
export async function isReadableByUse(from: Queryable, id: string): Promise<boolean> {
  for (const { isReadable } of await loadFills<FileUses>('file-uses')) {
    if (await isReadable(from, id)) return true;
  }
  return false;
}
