import { sql } from 'drizzle-orm/sql';
import { applyMigrations } from './applied-migrations.ts';
import { checkSchema, NewerSchema } from './check-schema.ts';
import { createConnector } from './connect-postgres.ts';
import { copyStatement } from './copy-statement.ts';
import { describeCause } from './errors.ts';
import { createLeases, leaseSeconds } from './locks.ts';
import { createPostgresPool, type PostgresPool, type Statements } from './postgres-pool.ts';
import { redactPassword } from './postgres-url.ts';
import { createQueryable } from './queryable.ts';
import { openReplicaReads, type Server } from './replica.ts';
import { DatabaseUnavailable, type Store, type StoreTransaction } from './store.ts';

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
    const connector = createConnector(url);
    pool = createPostgresPool(connector, connections);
    await migrateUnderLock(pool);
    const store = createStore(pool, options);
    return options.readUrl
      ? await addReplica(store, { connector, run: pool.run }, options.readUrl, connections)
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
    transaction: (work) => pool.transaction((tx) => work(postgresTransaction(tx))),
    tryLock: createLeases(queryable, options.leaseSeconds ?? leaseSeconds),
    stats: pool.stats,
    close: pool.close,
  };
}

async function addReplica(store: Store, primary: Server, url: string, connections: number): Promise<Store> {
  const connector = createConnector(url);
  const pool = createPostgresPool(connector, connections);
  const reads = await openReplicaReads(primary, { connector, run: pool.run });
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
  await pool.transaction(async (transaction) => {
    // A lock of the transaction, because a pooler would pass that of a session on to others.
    const queryable = createQueryable((text, parameters) => transaction.unsafe(text, parameters));
    await queryable.query(sql`select pg_advisory_xact_lock(${migrationLockKey})`);
    await checkSchema(queryable, 'The database');
    await applyMigrations(queryable);
  });
}

/** Wraps a transaction of the driver. */
export function postgresTransaction(tx: Statements): StoreTransaction {
  return {
    ...createQueryable((text, parameters) => tx.unsafe(text, parameters)),
    copy: (table, columns, csv) => streamTo(tx, copyStatement(table, columns, 'STDIN'), csv),
    copyBinary: (table, columns, rows) =>
      streamTo(tx, copyStatement(table, columns, 'STDIN', 'binary'), rows),
  };
}

async function streamTo(tx: Statements, statement: string, content: string | Buffer) {
  const query = tx.unsafe(statement);
  const stream = await query.writable();
  await new Promise<void>((resolve, reject) => {
    stream.on('error', reject);
    // An error after the last byte, e.g. a refused value, is reported to the statement only, which is resolved already.
    Reflect.set(query, 'reject', reject);
    stream.on('finish', resolve);
    stream.end(content);
  });
}
