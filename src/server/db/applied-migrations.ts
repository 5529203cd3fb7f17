import path from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Queryable } from './queryable.ts';

/** The SQL of each version of the tables. */
const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** The migrations that this version of the portal knows, in order. */
export function readMigrations(): readonly MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder });
}

const Applied = z.object({ created_at: z.string(), hash: z.string() });

/** Reads the migrations that a database has had, in order; none if it was never a portal's. */
export async function readAppliedMigrations(
  from: Queryable,
): Promise<readonly { readonly when: number; readonly hash: string }[]> {
  const [found] = await from.query(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
    z.object({ found: z.boolean() }),
  );
  if (!found?.found) return [];
  const rows = await from.query(
    sql`select created_at::text as created_at, hash from drizzle.__drizzle_migrations order by created_at`,
    Applied,
  );
  return rows.map(({ created_at, hash }) => ({ when: Number(created_at), hash }));
}

/**
 * Brings the tables up to date, or to what they were after the migration `through`, in the caller's transaction. It notes
 * them in the table of Drizzle's migrator, which would use a transaction of its own, and whose imports are 60 MB of
 * memory in each thread.
 */
export async function applyMigrations(
  to: Queryable,
  { through = Number.POSITIVE_INFINITY }: { through?: number | undefined } = {},
): Promise<void> {
  await to.query('create schema if not exists drizzle');
  await to.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const last = (await readAppliedMigrations(to)).at(-1)?.when ?? 0;
  for (const { sql: statements, folderMillis: when, hash } of readMigrations()) {
    if (when <= last || when > through) continue;
    for (const statement of statements) await to.query(statement);
    await to.query(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${hash}, ${String(when)}::text::bigint)`,
    );
  }
}
