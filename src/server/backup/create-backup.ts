import { hash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm/sql';
import { pack as createPack } from 'tar-stream';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { readAppliedMigrations } from '../db/applied-migrations.ts';
import { ensureFolder } from '../disk.ts';
import { packageInfo } from '../package-info.ts';
import { FileMissing, type FileStorage } from '../storage/file-storage.ts';
import {
  archiveFormat,
  archiveFormatVersion,
  BackupFailed,
  basinName,
  type Description,
  descriptionName,
  fileName,
  isFileKey,
  keysName,
  type Manifest,
  type ManifestEntry,
  manifestName,
  maxEntryBytes,
  parseEntryName,
  rowsName,
} from './archive-format.ts';
import { noteBackup } from './last-backup.ts';
import { readDatabase } from './open-source.ts';
import { readSequences, readTables } from './table-list.ts';
import type { TableReader } from './table-reader.ts';

type BackupOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'basinFile'>;
  readonly storage: FileStorage;
  /** The name of the basin. */
  readonly basin: string;
  /** The archive, a file that does not exist. */
  readonly file: string;
  readonly createdAt?: Date;
};

type BackupReport = {
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
    noteBackup(config.dataDir, createdAt);
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

type ArchiveWriter = {
  add(name: string, content: Buffer, about?: Pick<ManifestEntry, 'rows'>): Promise<void>;
  /** Writes the manifest, and gives the file its name. */
  finish(about: Omit<Manifest, 'entries'>): Promise<Manifest>;
  /** Removes what was written. */
  cancel(): Promise<void>;
};

/** Writes an archive under another name until it is complete. Only its owner may read it, because it contains keys. */
function openArchiveWriter(file: string, createdAt: Date): ArchiveWriter {
  const partialFile = `${file}.part`;
  const pack = createPack();
  const written = pipeline(pack, createGzip(), createWriteStream(partialFile, { mode: 0o600, flush: true }));
  // It is awaited with each entry; before the first one, a failure is nobody's yet.
  written.catch(() => {});
  const entries: ManifestEntry[] = [];

  async function write(name: string, content: Buffer) {
    const entry = parseEntryName(name);
    if (!entry || content.length > maxEntryBytes[entry.kind]) {
      throw new Error(`An archive cannot contain ${name} with ${content.length} bytes.`);
    }
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, size: content.length, mode: 0o600, mtime: createdAt };
      pack.entry(header, (error) => (error ? reject(error) : resolve())).end(content);
    });
    await Promise.race([written, added]);
  }

  return {
    add: async (name, content, about = {}) => {
      await write(name, content);
      entries.push({ path: name, bytes: content.length, sha256: hash('sha256', content), ...about });
    },
    finish: async (about) => {
      const manifest = { entries, ...about };
      await write(manifestName, Buffer.from(JSON.stringify(manifest, undefined, 1)));
      pack.finalize();
      await written;
      await rename(partialFile, file);
      return manifest;
    },
    cancel: async () => {
      pack.destroy();
      await written.catch(() => {});
      await rm(partialFile, { force: true });
    },
  };
}
