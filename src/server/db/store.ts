import path from 'node:path';
import type { PGlite, Transaction as PgliteTransaction } from '@electric-sql/pglite';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator';
import type postgres from 'postgres';
import { ensureFolder } from '../ensure-folder.ts';
import { createAdvisoryLocks, createProcessLocks, type TryLock } from './advisory-locks.ts';
import { connectPostgres } from './connect-postgres.ts';
import { acquireFolderLock, FolderInUse } from './folder-lock.ts';
import { openEmbedded } from './open-embedded.ts';
import { createQueryable, type Queryable } from './queryable.ts';

export type { Queryable } from './queryable.ts';

export type StoreTransaction = Queryable & {
  /** Bulk insert of CSV text (no header; an unquoted empty cell is NULL) through COPY. */
  copy(table: string, columns: readonly string[], csv: string): Promise<void>;
  /** Bulk insert of rows that `encodeRows` has encoded. */
  copyBinary(table: string, columns: readonly string[], rows: Buffer): Promise<void>;
};

/** One open database, whichever engine is behind it. */
export type Store = Queryable & {
  readonly engine: 'pglite' | 'postgresql';
  transaction<T>(work: (transaction: StoreTransaction) => Promise<T>): Promise<T>;
  /** Takes a lock that all processes share. It ends with the process at the latest. */
  tryLock: TryLock;
  close(): Promise<void>;
};

/** The database could not be opened; `message` explains why to the operator of the portal. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** An arbitrary number that all portals share. */
const migrationLockKey = 17_040_206;

const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/**
 * Opens the database and brings its tables up to date.
 * `url` is `memory://`, `postgres://…` or the path of a folder for the embedded database, which belongs to
 * one process at a time.
 * @throws DatabaseUnavailable
 * @throws FolderInUse
 */
export async function openStore(url: string): Promise<Store> {
  return /^postgres(ql)?:/.test(url) ? openPostgres(url) : openPglite(url);
}

async function openPglite(url: string): Promise<Store> {
  const inMemory = url === 'memory://';
  let release = () => {};
  if (!inMemory) {
    try {
      ensureFolder(url);
      release = acquireFolderLock(path.join(url, 'lock'));
    } catch (cause) {
      if (cause instanceof FolderInUse) throw cause;
      throw new DatabaseUnavailable(
        `The data folder ${url} cannot be written (${describeCause(cause)}). Make it writable, or set DATA_DIR to a folder that is.`,
        { cause },
      );
    }
  }
  try {
    const client = await openEmbedded(inMemory ? 'memory://' : path.join(url, 'pglite'));
    await migrateEmbedded(client);
    return createEmbeddedStore(client, release);
  } catch (cause) {
    release();
    throw new DatabaseUnavailable(
      `The embedded database in ${url} could not be opened (${describeCause(cause)}).`,
      { cause },
    );
  }
}

/** Brings the tables of an embedded database up to date. */
export async function migrateEmbedded(client: PGlite): Promise<void> {
  await migratePglite(drizzlePglite(client), { migrationsFolder });
}

/** Creates a store on a database whose tables are up to date. */
export function createEmbeddedStore(client: PGlite, onClose: () => void = () => {}): Store {
  return {
    engine: 'pglite',
    ...createQueryable(async (text, parameters) => (await client.query(text, parameters)).rows),
    transaction: (work) => client.transaction((tx) => work(pgliteTransaction(tx))),
    tryLock: createProcessLocks(),
    close: async () => {
      await client.close();
      onClose();
    },
  };
}

function pgliteTransaction(tx: PgliteTransaction): StoreTransaction {
  return {
    ...createQueryable(async (text, parameters) => (await tx.query(text, parameters)).rows),
    copy: async (table, columns, csv) => {
      await tx.query(copyStatement(table, columns, "'/dev/blob'"), [], { blob: new Blob([csv]) });
    },
    copyBinary: async (table, columns, rows) => {
      const blob = new Blob([new Uint8Array(rows)]);
      await tx.query(copyStatement(table, columns, "'/dev/blob'", 'binary'), [], { blob });
    },
  };
}

async function openPostgres(url: string): Promise<Store> {
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

function copyStatement(
  table: string,
  columns: readonly string[],
  from: string,
  format: 'csv' | 'binary' = 'csv',
) {
  const quoted = columns.map((column) => `"${column}"`).join(', ');
  return `COPY "${table}" (${quoted}) FROM ${from} WITH (FORMAT ${format})`;
}

function redactPassword(url: string) {
  return url.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@');
}

function describeCause(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(describeCause).join('; ');
  if (cause instanceof Error) return cause.cause ? describeCause(cause.cause) : cause.message;
  return String(cause);
}
