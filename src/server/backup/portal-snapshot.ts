import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { readPortalFile } from '../db/portal-file.ts';
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
  const name = await requestSnapshot(dataDir, send);
  const folder = path.join(snapshotsFolder(dataDir), name);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function requestSnapshot(dataDir: string, send: typeof fetch): Promise<string> {
  const { port, secret } = readPortalFile(dataDir);
  let response: Response;
  try {
    response = await send(`http://127.0.0.1:${port}/internal/snapshot`, {
      method: 'POST',
      headers: { 'x-portal-secret': secret },
    });
  } catch (cause) {
    throw new BackupFailed(`The portal on port ${port} does not answer. Stop it, or try again in a moment.`, {
      cause,
    });
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return Snapshot.parse(body).name;
  const problem = z.object({ detail: z.string() }).safeParse(body);
  throw new BackupFailed(
    `The portal did not copy its database: ${problem.data?.detail ?? `status ${response.status}`}`,
  );
}
