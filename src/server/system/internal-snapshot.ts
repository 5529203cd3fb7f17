import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ensureFolder } from '../disk.ts';
import { requirePortalSecret } from '../http/internal-calls.ts';

export type InternalSnapshot = {
  readonly secret: string;
  /** Copies the database to a folder that does not exist. */
  readonly takeSnapshot: (folder: string) => Promise<void>;
  /** The folder of the copies. */
  readonly folder: string;
};

/** The folder of the copies of an embedded database, which backups read and remove. */
export function snapshotsFolder(dataDir: string): string {
  return path.join(dataDir, 'snapshots');
}

/** A backup that takes longer has ended without removing its copy. */
const longestBackupMs = 24 * 3_600_000;

/** Registers `POST /internal/snapshot`, for backups on this computer: copies the database and answers the copy's name. */
export function registerInternalSnapshotRoute(
  app: FastifyInstance,
  { secret, takeSnapshot, folder }: InternalSnapshot,
) {
  app.post('/internal/snapshot', {
    schema: { hide: true },
    onRequest: requirePortalSecret(secret),
    handler: async (_request, reply) => {
      ensureFolder(folder);
      await removeAbandoned(folder);
      const name = randomUUID();
      const copy = path.join(folder, name);
      await takeSnapshot(copy).catch(async (error: unknown) => {
        await rm(copy, { recursive: true, force: true });
        throw error;
      });
      return reply.header('cache-control', 'no-store').send({ name });
    },
  });
}

async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    const copy = path.join(folder, name);
    // A backup that ends now may remove it meanwhile.
    const { mtimeMs } = (await stat(copy).catch(() => undefined)) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > longestBackupMs) await rm(copy, { recursive: true, force: true });
  }
}
