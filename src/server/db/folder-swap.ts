import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { ensureFolder, syncPath } from '../disk.ts';
import { acquireFolderLock } from './folder-lock.ts';

/** Names in the data folder: `next` holds what takes the place of what is moved to `former`. */
const Swap = z.object({ next: z.string(), former: z.string() });

/** How the names of folders begin that a restore fills beside the present data. */
export const stagingPrefix = 'restoring_';

/** What a restore replaces in a data folder, if `next` has it. */
const swappedNames = ['pglite', 'identity.json'];

const swapFile = (dataDir: string) => path.join(dataDir, 'restore.json');

/**
 * Puts the content of the folder `next` in the place of the present one, which is moved to the folder `former`. Whatever
 * interrupts it, either nothing has happened or `completeSwap` does the rest.
 */
export function swapFolders(dataDir: string, swap: z.output<typeof Swap>): void {
  const temporaryFile = `${swapFile(dataDir)}.part`;
  writeFileSync(temporaryFile, JSON.stringify(swap), { flush: true });
  renameSync(temporaryFile, swapFile(dataDir));
  syncPath(dataDir);
  completeSwap(dataDir);
}

/**
 * Takes the lock of a data folder, which it creates if necessary, completes a swap that was interrupted, removes what a
 * killed restore has left, and returns a function that releases the lock. Whoever opens the database of a folder calls it first.
 * @throws FolderInUse
 */
export function lockDataFolder(dataDir: string): () => void {
  ensureFolder(dataDir);
  const release = acquireFolderLock(path.join(dataDir, 'lock'));
  try {
    completeSwap(dataDir);
    removeAbandonedRestores(dataDir);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/** Removes what restores have left that were killed while they loaded. */
export function removeAbandonedRestores(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(stagingPrefix)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

function completeSwap(dataDir: string): void {
  if (!existsSync(swapFile(dataDir))) return;
  const { next, former } = Swap.parse(JSON.parse(readFileSync(swapFile(dataDir), 'utf8')));
  for (const name of swappedNames) {
    const [from, to] = [path.join(dataDir, next, name), path.join(dataDir, name)];
    if (!existsSync(from)) continue;
    if (existsSync(to)) {
      ensureFolder(path.join(dataDir, former));
      renameSync(to, path.join(dataDir, former, name));
    }
    renameSync(from, to);
  }
  syncPath(dataDir);
  rmSync(path.join(dataDir, next), { recursive: true, force: true });
  rmSync(swapFile(dataDir));
}
