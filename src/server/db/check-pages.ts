import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { describeCause, isDamaged } from './errors.ts';
import type { Queryable } from './queryable.ts';
import { DatabaseUnavailable } from './store.ts';

/** Tables and the tables of their long values, as names for a statement. */
const tablesSql = sql`select oid::regclass::text as name from pg_class
  where relkind in ('r', 't') and pg_relation_size(oid) > 0 order by oid`;

const Rows = z.object({ rows: z.int() });

/**
 * Reads every page of the tables, so that the engine compares their checksums. Returns a warning if the number of values
 * is not that of the records' summaries: a file that was cut off has no page with a wrong checksum.
 * @throws DatabaseUnavailable if a page is damaged; names the table
 */
export async function checkPages(from: Queryable): Promise<string | undefined> {
  let stored = 0;
  for (const { name } of await from.query(tablesSql, z.object({ name: z.string() }))) {
    try {
      const [row] = await from.query(sql`select count(*)::int as rows from ${sql.raw(name)}`, Rows);
      if (row && name === 'daily_value') stored = row.rows;
    } catch (error) {
      if (!isDamaged(error)) throw error;
      throw new DatabaseUnavailable(
        `The table ${name} of the embedded database is damaged (${describeCause(error)}). Restore a backup with npm run restore, or set DATA_DIR to a new folder.`,
        { cause: error },
      );
    }
  }
  const [row] = await from.query(
    sql`select coalesce(sum(total_samples), 0)::int as rows from location_parameter`,
    Rows,
  );
  if (!row || row.rows === stored) return undefined;
  return `The database has ${stored} daily values where its records should have ${row.rows}: a file may be incomplete. Compare with a backup.`;
}
