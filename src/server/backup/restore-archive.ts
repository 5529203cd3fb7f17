import { hash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';
import { extract as createExtract } from 'tar-stream';
import { formatFileTime } from '#lib/basin-clock.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { Config } from '../config.ts';
import { readMigrations } from '../db/applied-migrations.ts';
import { createEmbeddedStore } from '../db/embedded/embedded-store.ts';
import { createLocalEngine } from '../db/embedded/engine.ts';
import { openPglite } from '../db/embedded/open-pglite.ts';
import { describeCause } from '../db/errors.ts';
import { lockDataFolder, removeAbandonedRestores, stagingPrefix, swapFolders } from '../db/folder-swap.ts';
import { isPostgresUrl } from '../db/postgres/postgres-url.ts';
import type { StoreTransaction } from '../db/store.ts';
import { ensureFolder } from '../disk.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import {
  BackupFailed,
  BadArchive,
  basinName,
  type Description,
  descriptionName,
  type EntryKind,
  type Manifest,
  type ManifestEntry,
  manifestName,
  maxEntryBytes,
  parseDescription,
  parseEntryName,
  parseManifest,
  rowsName,
} from './archive-format.ts';
import { completeTables, createTables, refuseOtherFeatures } from './load-tables.ts';
import { fillPostgres } from './postgres-target.ts';

type RestoreOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'basinFile'>;
  readonly storage: FileStorage;
  /** The archive. */
  readonly file: string;
  /** Whether to put present data aside, instead of refusing. */
  readonly force: boolean;
  readonly createDatabase?: StagedRestore['createDatabase'];
  readonly onVerified?: (archive: VerifiedArchive) => void;
};

type RestoreReport = {
  readonly archive: VerifiedArchive;
  /** Folders and schemas of the database with what was put aside. */
  readonly formerPlaces: readonly string[];
  /** Where the archive's basin file is, if it is not the configured one. */
  readonly basinFile: string | undefined;
};

/**
 * Restores an archive into the configured database, storage and data folder. It is checked as a whole before anything
 * changes, and what it replaces is put aside.
 * @throws BackupFailed, FolderInUse
 */
export async function restoreArchive(options: RestoreOptions): Promise<RestoreReport> {
  try {
    return await restore(options);
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error;
    throw new BackupFailed(`${options.file} cannot be restored. ${error.message}`, { cause: error });
  }
}

async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { config, storage, file, force, createDatabase, onVerified } = options;
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === 'memory://') {
    throw new BackupFailed('DATABASE_URL is memory://, which ends with its process. Unset it.');
  }
  const archive = await verifyArchive(file);
  onVerified?.(archive);
  const id = `${toStamp(new Date())}_${randomBytes(2).toString('hex')}`;
  const [formerName, nextName] = [`before_restore_${id}`, `${stagingPrefix}${id}`];
  const folder = path.join(dataDir, nextName);
  const formerPlaces: string[] = [];
  let isCommitting = false;
  let basinFile: string | undefined;
  const commit = async () => {
    isCommitting = true;
    basinFile = await saveBasinFile(folder, config, id);
    swapFolders(dataDir, { next: nextName, former: formerName });
  };
  const load = { file, verified: archive, storage, folder };
  try {
    if (isPostgresUrl(databaseUrl)) {
      ensureFolder(dataDir);
      removeAbandonedRestores(dataDir);
      ensureFolder(folder);
      const target = { url: databaseUrl, force, formerName };
      const { hadData } = await fillPostgres(target, (to) => loadArchive(to, load));
      if (hadData) formerPlaces.push(`the schema ${formerName} of the database`);
      await commit();
    } else {
      await restoreEmbedded(databaseUrl, { ...load, force, createDatabase, commit });
    }
  } finally {
    // After an interruption, the next start does the rest.
    if (!isCommitting) await rm(folder, { recursive: true, force: true });
  }
  if (existsSync(path.join(dataDir, formerName))) formerPlaces.push(path.join(dataDir, formerName));
  return { archive, formerPlaces, basinFile };
}

/** Copies the archive's basin file to the data folder if it is not the configured one. */
async function saveBasinFile(folder: string, { dataDir, basinFile }: RestoreOptions['config'], id: string) {
  const restored = path.join(folder, basinName);
  if (!existsSync(restored)) return undefined;
  const isSame = existsSync(basinFile) && (await readFile(basinFile)).equals(await readFile(restored));
  if (isSame) return undefined;
  const target = path.join(dataDir, `basin_${id}.yaml`);
  await copyFile(restored, target);
  return target;
}

/** `20261122_104000`. */
function toStamp(instant: Date): string {
  return formatFileTime(instant, 'second').replaceAll('-', '').replace(' ', '_');
}

/** A folder that is written beside the present data, and takes their place. */
type StagedRestore = LoadOptions & {
  /** Whether to put present data aside, instead of refusing. */
  readonly force: boolean;
  /** Creates the embedded database in a folder; tests have a faster way. */
  readonly createDatabase?: ((folder: string) => Promise<PGlite>) | undefined;
  /** Puts `folder` in the place of the present data. */
  readonly commit: () => Promise<void>;
};

/**
 * Restores an archive as the embedded database of a data folder, which keeps its former content until all is loaded.
 * @throws BackupFailed, BadArchive, FolderInUse
 */
async function restoreEmbedded(
  dataDir: string,
  { force, commit, createDatabase = openPglite, ...options }: StagedRestore,
): Promise<void> {
  const release = lockDataFolder(dataDir);
  try {
    if (!force && existsSync(path.join(dataDir, 'pglite'))) {
      throw new BackupFailed(
        `There is a database in ${path.resolve(dataDir)}. Set DATA_DIR to an empty folder, or add --force: the present data are then put aside.`,
      );
    }
    ensureFolder(options.folder);
    const client = await createDatabase(path.join(options.folder, 'pglite'));
    const store = createEmbeddedStore(createLocalEngine(client));
    try {
      await store.transaction((to) => loadArchive(to, options));
      await store.query('analyze');
    } finally {
      await store.close();
    }
    await commit();
  } finally {
    release();
  }
}

type LoadOptions = {
  /** The archive, which was verified. */
  readonly file: string;
  readonly verified: VerifiedArchive;
  readonly storage: FileStorage;
  /** An empty folder, for the sign-in keys, the basin file, and files on their way to the storage. */
  readonly folder: string;
};

/** Loads an archive into an empty database, the storage of files, and a folder. */
async function loadArchive(to: StoreTransaction, options: LoadOptions): Promise<void> {
  const { file, folder, storage } = options;
  const { description, rows } = options.verified;
  await createTables(to, description);
  const columnsOf = new Map(description.tables.map(({ name, columns }) => [name, columns]));
  for await (const entry of readArchive(file)) {
    switch (entry.kind) {
      case 'rows':
        await to
          .copy(entry.table, columnsOf.get(entry.table) ?? [], entry.content.toString())
          .catch((cause: unknown) => {
            throw new BackupFailed(`${entry.name} could not be loaded (${describeCause(cause)}).`, { cause });
          });
        break;
      case 'file': {
        const temporaryFile = path.join(folder, 'file');
        await writeFile(temporaryFile, entry.content, { mode: 0o600 });
        await storage.put(entry.key, temporaryFile, 'application/octet-stream');
        await rm(temporaryFile);
        break;
      }
      case 'keys':
      case 'basin':
        await writeFile(path.join(folder, entry.name), entry.content, { mode: 0o600 });
        break;
    }
  }
  await completeTables(to, description, rows);
}

type ArchiveEntry = EntryKind & { readonly name: string; readonly content: Buffer };

/**
 * Reads the entries of an archive in order, one at a time, because all of them may not fit into memory. Checks only of
 * each by itself whether it can be one of a backup.
 * @throws BadArchive
 */
async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  await checkIsFile(file);
  const extract = createExtract();
  let failure: unknown;
  const flow = pipeline(createReadStream(file), createGunzip(), extract).catch((error: unknown) => {
    failure ??= error;
  });
  try {
    for await (const entry of extract) {
      const { name, size = 0, type } = entry.header;
      const kind = type === 'file' ? parseEntryName(name) : undefined;
      if (!kind) throw new BadArchive(`It contains ${JSON.stringify(name)}, which no backup does.`);
      if (size > maxEntryBytes[kind.kind]) throw new BadArchive(`${name} in it is larger than any backup’s.`);
      yield { ...kind, name, content: await buffer(entry) };
    }
  } catch (error) {
    throw error instanceof BadArchive ? error : describeFailure(failure ?? error);
  } finally {
    extract.destroy();
    await flow;
  }
}

async function checkIsFile(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new BadArchive('There is no such file.');
  if (!found.isFile()) throw new BadArchive('It is not a file.');
  if (found.size === 0) throw new BadArchive('It is empty.');
}

function describeFailure(error: unknown): BadArchive {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EACCES', 'EPERM', 'EIO'].includes(code)) {
    return new BadArchive(`It cannot be read (${code}).`, { cause: error });
  }
  const message = toErrorMessage(error);
  if (/incorrect header check/.test(message)) {
    return new BadArchive('It is not a .tar.gz file.', { cause: error });
  }
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) {
    return new BadArchive('It is incomplete: its end is missing.', { cause: error });
  }
  return new BadArchive(`It is damaged (${message}).`, { cause: error });
}

/** What a complete archive contains. */
type VerifiedArchive = {
  readonly description: Description;
  readonly manifest: Manifest;
  /** The number of rows of each table. */
  readonly rows: ReadonlyMap<string, number>;
};

type FoundEntry = Pick<ManifestEntry, 'path' | 'bytes' | 'sha256'>;

/**
 * Reads a whole archive and checks that it is complete, undamaged and of a version that this one knows.
 * @throws BadArchive
 */
export async function verifyArchive(file: string): Promise<VerifiedArchive> {
  const found = new Map<string, FoundEntry>();
  let description: Description | undefined;
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(file)) {
    if (manifest) throw new BadArchive(`It is damaged: ${entry.name} is after the end.`);
    if (entry.kind === 'description') {
      if (description) throw new BadArchive(`It is damaged: ${descriptionName} is in it twice.`);
      description = parseDescription(entry.content.toString());
      checkVersion(description);
      found.set(entry.name, describeEntry(entry));
      continue;
    }
    if (!description) throw new BadArchive('It is not a backup of this portal.');
    if (entry.kind === 'manifest') {
      manifest = parseManifest(entry.content.toString());
      continue;
    }
    if (found.has(entry.name)) throw new BadArchive(`It is damaged: ${entry.name} is in it twice.`);
    found.set(entry.name, checkEntry(entry, description, found));
  }
  if (!description) throw new BadArchive('It is not a backup of this portal.');
  if (!manifest) throw new BadArchive(`It is incomplete: ${manifestName} is missing.`);
  checkAgainstManifest(manifest, found);
  return { description, manifest, rows: countRows(description, manifest) };
}

function checkVersion({ migrations, portal_version }: Description) {
  const known = readMigrations();
  const nameOf = ({ feature, when }: (typeof migrations)[number]) => `${feature} ${when}`;
  const knownNames = new Set(known.map(nameOf));
  const unknown = migrations.find((each) => !knownNames.has(nameOf(each)));
  if (!unknown) return;
  refuseOtherFeatures(migrations);
  throw new BadArchive(
    `It was written by a newer version of the portal (${portal_version}, schema ${migrations.length}; this one knows ${known.length}). Install that version, and restore it there.`,
  );
}

function checkEntry(
  entry: ArchiveEntry,
  description: Description,
  found: ReadonlyMap<string, unknown>,
): FoundEntry {
  const described = describeEntry(entry);
  if (entry.kind === 'rows') {
    const { table, part } = entry;
    const isExpected =
      description.tables.some(({ name }) => name === table) &&
      (part === 1 || found.has(rowsName(table, part - 1)));
    if (!isExpected) throw new BadArchive(`It is damaged: ${entry.name} belongs to no table.`);
  }
  // The key of a file is its hash.
  if (entry.kind === 'file' && described.sha256 !== entry.key.replace('/', '')) {
    throw new BadArchive(`It is damaged: ${entry.name} has changed.`);
  }
  return described;
}

function describeEntry({ name, content }: ArchiveEntry): FoundEntry {
  return { path: name, bytes: content.length, sha256: hash('sha256', content) };
}

function checkAgainstManifest({ entries }: Manifest, found: ReadonlyMap<string, FoundEntry>) {
  const listed = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path, bytes, sha256 } of found.values()) {
    const entry = listed.get(path);
    if (!entry) throw new BadArchive(`It is damaged: its manifest does not list ${path}.`);
    if (entry.bytes !== bytes || entry.sha256 !== sha256) {
      throw new BadArchive(`It is damaged: ${path} has changed.`);
    }
  }
  for (const path of listed.keys()) {
    if (!found.has(path)) throw new BadArchive(`It is incomplete: ${path} is missing.`);
  }
  if (listed.size !== entries.length)
    throw new BadArchive('It is damaged: its manifest lists an entry twice.');
}

function countRows({ tables }: Description, { entries }: Manifest): ReadonlyMap<string, number> {
  const rows = new Map(tables.map(({ name }) => [name, 0]));
  for (const { path, rows: count = 0 } of entries) {
    const [, table] = /^tables\/(\w+)\//.exec(path) ?? [];
    if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + count);
  }
  return rows;
}
