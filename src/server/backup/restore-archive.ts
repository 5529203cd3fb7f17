import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { formatFileTime } from '#lib/calendar.ts';
import type { Config } from '../config.ts';
import { createLocalEngine } from '../db/embedded/engine.ts';
import { openPglite } from '../db/embedded/open-pglite.ts';
import { createEmbeddedStore } from '../db/embedded-store.ts';
import { describeCause } from '../db/errors.ts';
import { lockDataFolder, removeAbandonedRestores, stagingPrefix, swapFolders } from '../db/folder-swap.ts';
import { isPostgresUrl } from '../db/postgres-url.ts';
import type { StoreTransaction } from '../db/store.ts';
import { ensureFolder } from '../disk.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { BackupFailed, BadArchive, basinName } from './archive-format.ts';
import { completeTables, createTables } from './load-tables.ts';
import { fillPostgres } from './postgres-target.ts';
import { readArchive, type VerifiedArchive, verifyArchive } from './read-archive.ts';

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
