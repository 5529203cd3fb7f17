import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { ensureFolder } from '../ensure-folder.ts';
import { FolderInUse } from './folder-lock.ts';

/** How commands on the same computer reach the portal that has a data folder open. */
const PortalFile = z.object({ port: z.int(), secret: z.string() });
export type PortalFile = z.output<typeof PortalFile>;

const fileOf = (dataDir: string) => path.join(dataDir, 'portal.json');

/** Writes `portal.json`, which only the owner may read, and returns a function that removes it if it is still this one. */
export function writePortalFile(dataDir: string, portal: PortalFile): () => void {
  const file = fileOf(dataDir);
  ensureFolder(dataDir);
  // Writing to an existing file would not change its mode.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(portal), { mode: 0o600 });
  return () => {
    // Another portal with the same data folder may have replaced the file since.
    try {
      if (readPortalFile(dataDir).secret === portal.secret) rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
  };
}

/**
 * Reads how to reach the portal that has the lock of a data folder.
 * @throws FolderInUse where another program has it, or a portal that is not ready
 */
export function readPortalFile(dataDir: string): PortalFile {
  const file = fileOf(dataDir);
  try {
    return PortalFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new FolderInUse(
      `Another program has the data folder ${dataDir} open, but no portal is ready in it (${file}). Wait until that program has started or stopped, and try again.`,
      { cause },
    );
  }
}
