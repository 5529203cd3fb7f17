import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { describeCause, isDamaged } from './errors.ts';
import type { Queryable } from './queryable.ts';
import { DatabaseUnavailable } from './store.ts';

/** Tables and the tables of their long values, as names for a statement. */
const tablesSql = sql`select oid::regclass::text as name from pg_class
  where relkind in ('r', 't') and pg_relation_size(oid) > 0 order by oid`;

const Counts = z.object({ stored: z.int(), summarized: z.int() });

/**
 * Reads every page of the tables, so that the engine compares their checksums. Returns a warning if the number of values
 * is not that of the records' summaries: a file that was cut off has no page with a wrong checksum.
 * @throws DatabaseUnavailable if a page is damaged; names the table
 */
export async function checkPages(from: Queryable): Promise<string | undefined> {
  for (const { name } of await from.query(tablesSql, z.object({ name: z.string() }))) {
    try {
      await from.query(sql`select count(*) from ${sql.raw(name)}`);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      throw new DatabaseUnavailable(
        `The table ${name} of the embedded database is damaged (${describeCause(error)}). Restore a backup with npm run restore, or set DATA_DIR to a new folder.`,
        { cause: error },
      );
    }
  }
  const [counts] = await from.query(
    sql`select (select count(*)::int from daily_value) as stored,
      (select coalesce(sum(total_samples), 0)::int from location_parameter) as summarized`,
    Counts,
  );
  if (!counts || counts.stored === counts.summarized) return undefined;
  return `The database has ${counts.stored} daily values where its records should have ${counts.summarized}: a file may be incomplete. Compare with a backup.`;
}
