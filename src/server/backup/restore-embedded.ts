import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { createLocalEngine } from '../db/embedded/engine.ts';
import { openPglite } from '../db/embedded/open-pglite.ts';
import { createEmbeddedStore } from '../db/embedded-store.ts';
import { lockDataFolder } from '../db/folder-swap.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { BackupFailed } from './backup-failed.ts';
import { type LoadOptions, loadArchive } from './load-archive.ts';

/** How the names of such folders begin. */
export const stagingPrefix = 'restoring_';

/** A folder that is written beside the present data, and takes their place. */
export type StagedRestore = LoadOptions & {
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
export async function restoreEmbedded(
  dataDir: string,
  { force, commit, createDatabase = openPglite, ...options }: StagedRestore,
): Promise<void> {
  const release = lockDataFolder(dataDir);
  try {
    await removeAbandoned(dataDir);
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

/** Removes what restores have left that were killed while they loaded. */
async function removeAbandoned(dataDir: string) {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(stagingPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}
