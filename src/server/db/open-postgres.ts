import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator';
import type postgres from 'postgres';
import { createAdvisoryLocks } from './advisory-locks.ts';
import { connectPostgres } from './connect-postgres.ts';
import { copyStatement } from './copy-statement.ts';
import { describeCause } from './errors.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { createQueryable } from './queryable.ts';
import { DatabaseUnavailable, type Store, type StoreTransaction } from './store.ts';

/** An arbitrary number that all portals share. */
const migrationLockKey = 17_040_206;

/**
 * Opens a database on a PostgreSQL server and brings its tables up to date.
 * @throws DatabaseUnavailable
 */
export async function openPostgres(url: string): Promise<Store> {
  const client = connectPostgres(url, {
    max: 10,
    // After an outage the next try is at most a second away.
    backoff: (attempt) => Math.min(attempt / 10, 1),
  });
  try {
    await migrateUnderLock(client, url);
    return {
      engine: 'postgresql',
      ...createQueryable((text, parameters) => client.unsafe(text, parameters)),
      transaction: async (work) => {
        // The driver's type for what a transaction returns takes arrays apart, and so wants a function here.
        const getResult = await client.begin(async (tx) => {
          const result = await work(postgresTransaction(tx));
          return () => result;
        });
        return getResult();
      },
      tryLock: createAdvisoryLocks(url),
      stats: () => ({ waiting: 0, running: 0, longestWaitMs: 0 }),
      close: () => client.end({ timeout: 5 }),
    };
  } catch (cause) {
    await client.end({ timeout: 1 });
    throw new DatabaseUnavailable(
      `The database at ${redactPassword(url)} could not be opened (${describeCause(cause)}). Check DATABASE_URL, or unset it to use the embedded database.`,
      { cause },
    );
  }
}

/** Several portals may start on one database at the same time: one of them migrates, the others wait. */
async function migrateUnderLock(client: postgres.Sql, url: string) {
  const lock = await client.reserve();
  const migrator = connectPostgres(url, { max: 1 });
  try {
    await lock`select pg_advisory_lock(${migrationLockKey})`;
    await migratePostgres(drizzlePostgres(migrator), { migrationsFolder });
    await lock`select pg_advisory_unlock(${migrationLockKey})`;
  } finally {
    await migrator.end({ timeout: 1 });
    lock.release();
  }
}

function postgresTransaction(tx: postgres.TransactionSql): StoreTransaction {
  return {
    ...createQueryable((text, parameters) => tx.unsafe(text, parameters)),
    copy: (table, columns, csv) => streamTo(tx, copyStatement(table, columns, 'STDIN'), csv),
    copyBinary: (table, columns, rows) =>
      streamTo(tx, copyStatement(table, columns, 'STDIN', 'binary'), rows),
  };
}

async function streamTo(tx: postgres.TransactionSql, statement: string, content: string | Buffer) {
  const stream = await tx.unsafe(statement).writable();
  await new Promise<void>((resolve, reject) => {
    stream.on('error', reject);
    stream.on('finish', resolve);
    stream.end(content);
  });
}

function redactPassword(url: string) {
  return url.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@');
}
