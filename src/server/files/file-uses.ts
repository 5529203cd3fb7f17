import type { SQL } from 'drizzle-orm/sql';
import { loadFills } from '#features/fills.ts';
import type { Queryable } from '../db/queryable.ts';

/** Files that are used outside of the contents of records. */
export type FileUses = {
  /** Whether everybody may read this file for it; only people who are signed in, if it says so. */
  readonly isReadable: (from: Queryable, id: string) => Promise<boolean | 'signed-in'>;
  /** A query of the ids of the used files, as text. */
  readonly ids: SQL;
};

/** Who may read this file, as a feature says. */
export async function readAudienceOfUses(
  from: Queryable,
  id: string,
): Promise<'open' | 'signed-in' | undefined> {
  let audience: 'signed-in' | undefined;
  for (const { isReadable } of await loadFills<FileUses>('file-uses')) {
    const found = await isReadable(from, id);
    if (found === true) return 'open';
    if (found === 'signed-in') audience = found;
  }
  return audience;
}
