import { sql } from 'drizzle-orm/sql';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigrations, checkSchema, NewerSchema } from '../applied-migrations.ts';
import { describeCause } from '../errors.ts';
import { createLeases, leaseSeconds } from '../locks.ts';
import { createQueryable, type Queryable } from '../queryable.ts';
import { copyStatement } from '../statement-text.ts';
import { DatabaseUnavailable, type Store, type StoreTransaction } from '../store.ts';
import { rowsOf } from './connect-postgres.ts';
import { createPostgresPool, type PostgresPool } from './postgres-pool.ts';
import { redactPassword } from './postgres-url.ts';
import { openReplicaReads, type Server } from './replica.ts';

/** An arbitrary number that all portals share. */
const migrationLockKey = 17_040_206;

export type PostgresOptions = {
  /** Address of a replica. */
  readonly readUrl?: string | undefined;
  /** Connections to each server. */
  readonly connections?: number | undefined;
  /** Seconds after which a lock of a process that has ended can be taken over. */
  readonly leaseSeconds?: number | undefined;
};

/**
 * Opens a database on a PostgreSQL server and brings its tables up to date. No statement needs a session of its own, so
 * that a pooler may stand between.
 * @throws DatabaseUnavailable
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const connections = options.connections ?? 10;
  let pool: PostgresPool | undefined;
  try {
    pool = createPostgresPool(url, connections);
    await migrateUnderLock(pool);
    const store = createStore(pool, options);
    return options.readUrl
      ? await addReplica(store, { url, run: pool.run }, options.readUrl, connections)
      : store;
  } catch (cause) {
    await pool?.close();
    if (cause instanceof NewerSchema) throw cause;
    throw new DatabaseUnavailable(
      `The database at ${redactPassword(url)} could not be opened (${describeCause(cause)}). Check DATABASE_URL, or unset it to use the embedded database.`,
      { cause },
    );
  }
}

function createStore(pool: PostgresPool, options: PostgresOptions): Store {
  const queryable = createQueryable(pool.run);
  return {
    engine: 'postgresql',
    ...queryable,
    transaction: (work) => pool.transaction((client) => work(postgresTransaction(client))),
    tryLock: createLeases(queryable, options.leaseSeconds ?? leaseSeconds),
    stats: pool.stats,
    close: pool.close,
  };
}

async function addReplica(store: Store, primary: Server, url: string, connections: number): Promise<Store> {
  const pool = createPostgresPool(url, connections);
  const reads = await openReplicaReads(primary, { url, run: pool.run });
  return {
    ...store,
    reads: createQueryable(reads.run),
    stats: () => ({ ...store.stats(), replica: reads.stats() }),
    close: async () => {
      await reads.close();
      await Promise.all([pool.close(), store.close()]);
    },
  };
}

/** Several portals may start on one database at the same time: one of them migrates, the others wait. */
async function migrateUnderLock(pool: PostgresPool) {
  await pool.transaction(async (client) => {
    // A lock of the transaction, because a pooler would pass that of a session on to others.
    const queryable = postgresQueryable(client);
    await queryable.query(sql`select pg_advisory_xact_lock(${migrationLockKey})`);
    await checkSchema(queryable, 'The database');
    await applyMigrations(queryable);
  });
}

/** Queries over one connection. */
export function postgresQueryable(client: ClientBase): Queryable {
  return createQueryable(async (text, parameters) => rowsOf(await client.query(text, parameters)));
}

/** Wraps a connection that is in a transaction. */
export function postgresTransaction(client: ClientBase): StoreTransaction {
  return {
    ...postgresQueryable(client),
    copy: (table, columns, csv) => streamTo(client, copyStatement(table, columns, 'STDIN'), csv),
    copyBinary: (table, columns, rows) =>
      streamTo(client, copyStatement(table, columns, 'STDIN', 'binary'), rows),
  };
}

async function streamTo(client: ClientBase, statement: string, content: string | Buffer) {
  const stream = client.query(copyFrom(statement));
  await new Promise<void>((resolve, reject) => {
    stream.on('error', reject).on('finish', resolve).end(content);
  });
}
