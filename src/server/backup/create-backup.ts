import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { readAppliedMigrations } from '../db/applied-migrations.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { packageInfo } from '../package-info.ts';
import { FileMissing, type FileStorage } from '../storage/file-storage.ts';
import {
  archiveFormat,
  archiveFormatVersion,
  basinName,
  type Description,
  descriptionName,
  fileName,
  isFileKey,
  keysName,
  rowsName,
} from './archive-format.ts';
import { BackupFailed } from './backup-failed.ts';
import { readDatabase } from './open-source.ts';
import { readSequences, readTables } from './table-list.ts';
import type { TableReader } from './table-reader.ts';
import { type ArchiveWriter, openArchiveWriter } from './write-archive.ts';

export type BackupOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'basinFile'>;
  readonly storage: FileStorage;
  /** The name of the basin. */
  readonly basin: string;
  /** The archive, a file that does not exist. */
  readonly file: string;
  readonly createdAt?: Date;
};

export type BackupReport = {
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Keys of files that records refer to, and the storage does not have as they were uploaded. */
  readonly missingFiles: readonly string[];
};

/**
 * Writes database, files, sign-in keys and basin file into one archive. It has every write that was acknowledged before,
 * and no row in it lacks its file: files are read after the rows, and are never changed or removed.
 * @throws BackupFailed, DatabaseUnavailable
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const { config, storage, file, basin, createdAt = new Date() } = options;
  if (existsSync(file)) {
    throw new BackupFailed(`${file} exists. Name another file, or remove that one.`);
  }
  ensureFolder(path.dirname(path.resolve(file)));
  const archive = openArchiveWriter(file, createdAt);
  try {
    const { fileKeys, tables, rows } = await readDatabase(config, (reader) =>
      addDatabase(archive, reader, { basin, created_at: createdAt.toISOString() }),
    );
    const missingFiles = await addStoredFiles(archive, storage, fileKeys);
    await addIfThere(archive, keysName, path.join(config.dataDir, 'identity.json'));
    await addIfThere(archive, basinName, config.basinFile);
    const { entries } = await archive.finish({ missing_files: missingFiles });
    const files = entries.filter(({ path: name }) => name.startsWith('files/')).length;
    return { bytes: (await stat(file)).size, tables, rows, files, missingFiles };
  } catch (error) {
    await archive.cancel();
    throw error;
  }
}

async function addDatabase(
  archive: ArchiveWriter,
  reader: TableReader,
  about: Pick<Description, 'basin' | 'created_at'>,
) {
  const migrations = await readAppliedMigrations(reader);
  if (migrations.length === 0) throw new BackupFailed('The database has no tables of a portal.');
  const tables = await readTables(reader);
  const description: Description = {
    format: archiveFormat,
    format_version: archiveFormatVersion,
    portal_version: packageInfo.version,
    engine: reader.engine,
    ...about,
    migrations: [...migrations],
    tables: [...tables],
    sequences: await readSequences(reader),
  };
  await archive.add(descriptionName, Buffer.from(JSON.stringify(description, undefined, 1)));
  let rows = 0;
  for (const table of tables) {
    let part = 0;
    for await (const { content, rows: count } of reader.readRows(table)) {
      part += 1;
      rows += count;
      await archive.add(rowsName(table.name, part), content, { rows: count });
    }
  }
  return { fileKeys: await readFileKeys(reader, tables), tables: tables.length, rows };
}

/** The table is newer than the first version of the portal. */
async function readFileKeys(
  reader: TableReader,
  tables: readonly { readonly name: string }[],
): Promise<string[]> {
  if (!tables.some(({ name }) => name === 'stored_file')) return [];
  const files = await reader.query(
    sql`select distinct storage_key as key from stored_file order by key`,
    z.object({ key: z.string() }),
  );
  return files.map(({ key }) => key);
}

/** Returns the keys of those that the storage does not have as they were uploaded. */
async function addStoredFiles(
  archive: ArchiveWriter,
  storage: FileStorage,
  keys: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const key of keys) {
    const content = isFileKey(key) ? await readStoredFile(storage, key) : undefined;
    // The key is made from the hash.
    if (content && hash('sha256', content) === key.replace('/', ''))
      await archive.add(fileName(key), content);
    else missing.push(key);
  }
  return missing;
}

/** Reads a file, which fits into memory because uploads are limited. */
async function readStoredFile(storage: FileStorage, key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.open(key));
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

async function addIfThere(archive: ArchiveWriter, name: string, file: string) {
  if (existsSync(file)) await archive.add(name, await readFile(file));
}
