import { existsSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { checkSchema } from '../db/applied-migrations.ts';
import { openPglite } from '../db/embedded/open-pglite.ts';
import { describeCause } from '../db/errors.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { lockDataFolder } from '../db/folder-swap.ts';
import { callPortal } from '../db/portal-file.ts';
import { isPostgresUrl } from '../db/postgres/postgres-url.ts';
import { readFreeBytes } from '../disk.ts';
import { snapshotsFolder } from '../system/internal-snapshot.ts';
import { BackupFailed } from './archive-format.ts';
import { readEmbedded, readPostgres, type TableReader } from './table-reader.ts';

type SourceConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;
type UseReader<T> = (reader: TableReader) => Promise<T>;

/**
 * Opens the configured database for reading, also while a portal writes to it, as it is when this is called.
 * @throws BackupFailed, DatabaseUnavailable
 */
export async function readDatabase<T>({ databaseUrl, dataDir }: SourceConfig, use: UseReader<T>): Promise<T> {
  if (isPostgresUrl(databaseUrl)) {
    return readPostgres(databaseUrl, (reader) => checkAndUse(reader, 'The database', use));
  }
  if (databaseUrl === 'memory://') {
    throw new BackupFailed(
      'DATABASE_URL is memory://, which ends with its process. There is nothing to read.',
    );
  }
  try {
    return await readLockedFolder(databaseUrl, use);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
  }
  await checkFreeSpace(databaseUrl);
  return withPortalSnapshot(dataDir, (folder) => readFolder(folder, databaseUrl, use));
}

/**
 * Opens the embedded database of a folder for reading, and keeps portals out of it meanwhile.
 * @throws BackupFailed, DatabaseUnavailable, FolderInUse
 */
export async function readLockedFolder<T>(dataDir: string, use: UseReader<T>): Promise<T> {
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) throw noDatabase(dataDir);
  const release = lockDataFolder(dataDir);
  try {
    if (!existsSync(path.join(dataDir, 'pglite'))) throw noDatabase(dataDir);
    return await readFolder(path.join(dataDir, 'pglite'), dataDir, use);
  } finally {
    release();
  }
}

async function readFolder<T>(folder: string, dataDir: string, use: UseReader<T>): Promise<T> {
  let client: PGlite;
  try {
    client = await openPglite(folder);
  } catch (cause) {
    throw new BackupFailed(`The database in ${dataDir} could not be opened (${describeCause(cause)}).`, {
      cause,
    });
  }
  try {
    return await checkAndUse(await readEmbedded(client), `The data folder ${dataDir}`, use);
  } finally {
    await client.close();
  }
}

async function checkAndUse<T>(reader: TableReader, place: string, use: UseReader<T>): Promise<T> {
  await checkSchema(reader, place);
  return use(reader);
}

function noDatabase(dataDir: string) {
  return new BackupFailed(
    `There is no database in ${path.resolve(dataDir)}. Check DATA_DIR, or set DATABASE_URL to the address of the PostgreSQL server.`,
  );
}

async function checkFreeSpace(dataDir: string) {
  const needed = await folderBytes(path.join(dataDir, 'pglite'));
  const free = await readFreeBytes(dataDir);
  if (free >= needed) return;
  throw new BackupFailed(
    `The running portal copies its database first, which needs ${toMegabytes(needed)} MB; ${toMegabytes(free)} MB are free in ${path.resolve(dataDir)}. Free some space, or stop the portal: then no copy is needed.`,
  );
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

const Snapshot = z.object({ name: z.uuid() });

/**
 * Has the portal that has the embedded database open copy it, and passes the copy's folder to `use`. The copy has every
 * write that was acknowledged before.
 * @throws BackupFailed, FolderInUse
 */
async function withPortalSnapshot<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const answer = await callPortal(dataDir, {
    method: 'POST',
    path: '/internal/snapshot',
    refusal: 'The portal did not copy its database',
    createError: (message, options) => new BackupFailed(message, options),
  });
  const { name } = Snapshot.parse(await answer.json());
  const folder = path.join(snapshotsFolder(dataDir), name);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sizes of all files in a folder, in bytes. Files that are removed meanwhile do not count. */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return bytes;
}
