import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { readAppliedMigrations } from '../db/applied-migrations.ts';
import { isPostgresUrl } from '../db/postgres/postgres-url.ts';
import type { Queryable } from '../db/store.ts';
import { BackupFailed } from './archive-format.ts';
import { completeTables, createTables } from './load-tables.ts';
import { readLockedFolder } from './open-source.ts';
import { fillPostgres } from './postgres-target.ts';
import { readSequences, readTables, type TableColumns } from './table-list.ts';

export type DumpOptions = {
  /** The data folder with the embedded database, which no portal may have open: its later writes would be lost. */
  readonly dataDir: string;
  /** The address of an empty database on a PostgreSQL server. */
  readonly to: string;
  readonly onProgress?: (message: string) => void;
};

export type DumpReport = { readonly tables: number; readonly rows: number };

/**
 * Copies an embedded database into an empty one on a PostgreSQL server, and compares every table. In case of an error
 * both are as they were.
 * @throws BackupFailed, DatabaseUnavailable, FolderInUse
 */
export async function dumpDatabase({ dataDir, to, onProgress = () => {} }: DumpOptions): Promise<DumpReport> {
  if (!isPostgresUrl(to)) {
    throw new BackupFailed(
      '--to is the address of a PostgreSQL server, such as postgres://name:password@host/database.',
    );
  }
  return readLockedFolder(dataDir, async (reader) => {
    const schema = {
      migrations: [...(await readAppliedMigrations(reader))],
      tables: [...(await readTables(reader))],
      sequences: await readSequences(reader),
    };
    const rows = new Map<string, number>();
    const formerName = `before_dump_${randomBytes(4).toString('hex')}`;
    await fillPostgres({ url: to, force: false, formerName }, async (target) => {
      await createTables(target, schema);
      for (const table of schema.tables) {
        let count = 0;
        for await (const part of reader.readRows(table)) {
          await target.copy(table.name, table.columns, part.content.toString());
          count += part.rows;
          onProgress(`${table.name}: ${count} rows`);
        }
        rows.set(table.name, count);
      }
      for (const table of schema.tables) await compareTable(table, reader, target);
      await completeTables(target, schema, rows);
    });
    return { tables: rows.size, rows: [...rows.values()].reduce((sum, count) => sum + count, 0) };
  });
}

const Checksum = z.object({ rows: z.string(), checksum: z.string() });

/** Compares the number of rows and a sum of their hashes, which does not depend on their order. */
async function compareTable({ name, columns }: TableColumns, from: Queryable, to: Queryable) {
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const statement = sql`select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as checksum
    from (select ${list} from ${sql.identifier(name)}) t`;
  const [[before], [after]] = await Promise.all([
    from.query(statement, Checksum),
    to.query(statement, Checksum),
  ]);
  if (before && after && before.rows === after.rows && before.checksum === after.checksum) return;
  throw new BackupFailed(
    `The table ${name} differs after copying (${before?.rows} rows, now ${after?.rows}). Nothing was written.`,
  );
}
