import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { callPortal } from '../call-portal.ts';
import { snapshotsFolder } from '../modules/internal-snapshot/routes.ts';
import { BackupFailed } from './backup-failed.ts';

const Snapshot = z.object({ name: z.uuid() });

/**
 * Has the portal that has the embedded database open copy it, and passes the copy's folder to `use`. The copy has every
 * write that was acknowledged before.
 * @throws BackupFailed, FolderInUse
 */
export async function withPortalSnapshot<T>(
  dataDir: string,
  use: (folder: string) => Promise<T>,
  send: typeof fetch = fetch,
): Promise<T> {
  const body = await callPortal(dataDir, {
    method: 'POST',
    path: '/internal/snapshot',
    refusal: 'The portal did not copy its database',
    createError: (message, options) => new BackupFailed(message, options),
    send,
  });
  const { name } = Snapshot.parse(body);
  const folder = path.join(snapshotsFolder(dataDir), name);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
