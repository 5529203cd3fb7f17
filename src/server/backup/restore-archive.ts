import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatFileTime } from '#lib/file-time.ts';
import type { Config } from '../config.ts';
import { swapFolders } from '../db/folder-swap.ts';
import { isPostgresUrl } from '../db/postgres-url.ts';
import { ensureFolder } from '../ensure-folder.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { BadArchive, basinName } from './archive-format.ts';
import { BackupFailed } from './backup-failed.ts';
import { loadArchive } from './load-archive.ts';
import { fillPostgres } from './postgres-target.ts';
import { restoreEmbedded, type StagedRestore, stagingPrefix } from './restore-embedded.ts';
import { type VerifiedArchive, verifyArchive } from './verify-archive.ts';

export type RestoreOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'basinFile'>;
  readonly storage: FileStorage;
  /** The archive. */
  readonly file: string;
  /** Whether to put present data aside, instead of refusing. */
  readonly force: boolean;
  readonly createDatabase?: StagedRestore['createDatabase'];
  readonly onVerified?: (archive: VerifiedArchive) => void;
};

export type RestoreReport = {
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
