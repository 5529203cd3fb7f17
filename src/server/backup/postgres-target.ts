import { sql } from 'drizzle-orm/sql';
import type { PoolClient } from 'pg';
import * as z from 'zod/mini';
import { describeCause } from '../db/errors.ts';
import { connectPostgres, portalApplication, runTransaction } from '../db/postgres/connect-postgres.ts';
import { postgresTransaction } from '../db/postgres/open-postgres.ts';
import { redactPassword } from '../db/postgres/postgres-url.ts';
import type { Queryable, StoreTransaction } from '../db/store.ts';
import { BackupFailed, BadArchive } from './archive-format.ts';
import { sessionSettings } from './table-reader.ts';

export type PostgresTarget = {
  readonly url: string;
  /** Whether to move present tables to the schema `formerName`, instead of refusing. */
  readonly force: boolean;
  readonly formerName: string;
};

/**
 * Fills a database on a PostgreSQL server in one transaction. Present tables without data are dropped.
 * @throws BackupFailed where the database has data, or a portal uses it
 */
export async function fillPostgres(
  { url, force, formerName }: PostgresTarget,
  load: (to: StoreTransaction) => Promise<void>,
): Promise<{ readonly hadData: boolean }> {
  let client: PoolClient | undefined;
  try {
    client = await connectPostgres(url, { application_name: 'water-data-portal restore' });
    const to = postgresTransaction(client);
    const hadData = await runTransaction(client, async () => {
      for (const setting of sessionSettings) await to.query(setting.replace('set', 'set local'));
      await checkServer(to);
      await checkUnused(to);
      const hasData = await hasRows(to);
      if (hasData && !force) {
        throw new BackupFailed(
          'The database is not empty. Name an empty one, or add --force to a restore: the present tables are then put aside.',
        );
      }
      await moveTables(to, formerName);
      if (!hasData) await to.query(sql`drop schema ${sql.identifier(formerName)} cascade`);
      await load(to);
      return hasData;
    });
    await client.query('analyze');
    return { hadData };
  } catch (cause) {
    if (cause instanceof BackupFailed || cause instanceof BadArchive) throw cause;
    throw new BackupFailed(
      `The database at ${redactPassword(url)} could not be filled, and is as it was (${describeCause(cause)}).`,
      { cause },
    );
  } finally {
    await client?.end();
  }
}

const oldestServer = 14;

async function checkServer(from: Queryable) {
  const [server] = await from.query(
    sql`select (current_setting('server_version_num')::int / 10000) as version,
      current_setting('server_encoding') as encoding`,
    z.object({ version: z.int(), encoding: z.string() }),
  );
  if ((server?.version ?? 0) < oldestServer) {
    throw new BackupFailed(
      `The server has PostgreSQL ${server?.version}; ${oldestServer} or later is needed.`,
    );
  }
  if (server?.encoding !== 'UTF8') {
    throw new BackupFailed(
      `The database has the encoding ${server?.encoding}. Create one with: createdb --encoding UTF8 --template template0.`,
    );
  }
}

async function checkUnused(from: Queryable) {
  const [portals] = await from.query(
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = ${portalApplication} and pid <> pg_backend_pid()`,
    z.object({ count: z.int() }),
  );
  if (!portals || portals.count === 0) return;
  throw new BackupFailed(
    `A portal uses the database (${portals.count} connections, perhaps of a pooler that has not closed them yet). Stop all portals first.`,
  );
}

const Name = z.object({ name: z.string() });

const notOfExtension = (catalog: string, oid: string) => sql`not exists (select from pg_depend
  where classid = ${catalog}::regclass and objid = ${sql.raw(oid)} and deptype = 'e')`;

const publicTables = sql`select c.oid, quote_ident(c.relname) as name from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${notOfExtension('pg_class', 'c.oid')}`;

/** Whether a table has rows, those with one row of settings excepted. */
async function hasRows(from: Queryable): Promise<boolean> {
  const tables = await from.query(
    sql`select name from (${publicTables}) t where not exists (
      select from pg_constraint k where k.conrelid = t.oid and k.conname like '%\_one\_row')`,
    Name,
  );
  for (const { name } of tables) {
    const [row] = await from.query(sql`select from ${sql.raw(`public.${name}`)} limit 1`, z.object({}));
    if (row) return true;
  }
  return false;
}

/** Moves all tables, with what belongs to them, and the functions of their triggers to a new schema. */
async function moveTables(to: Queryable, schema: string) {
  const target = sql.identifier(schema);
  await to.query(sql`create schema ${target}`);
  for (const { name } of await to.query(sql`select name from (${publicTables}) t`, Name)) {
    await to.query(sql`alter table ${sql.raw(`public.${name}`)} set schema ${target}`);
  }
  const functions = await to.query(
    sql`select p.oid::regprocedure::text as name from pg_proc p
      where pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc', 'p.oid')}`,
    Name,
  );
  for (const { name } of functions) await to.query(sql`alter routine ${sql.raw(name)} set schema ${target}`);
  await to.query(sql`alter table if exists drizzle.__drizzle_migrations set schema ${target}`);
}
