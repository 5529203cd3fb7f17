import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { ReadinessCheck } from '#contract/system.ts';
import type { Config } from '../../config.ts';
import { readMigrations } from '../../db/applied-migrations.ts';
import { hasAnsweredWithin } from '../../db/last-answer.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { readFreeDiskBytes } from '../../disk-space.ts';
import { withTimeout } from '../../with-timeout.ts';

export type ReadinessInput = {
  readonly store: Store;
  readonly config: Config;
  /** Whether tokens can be verified. */
  readonly hasIdentity: boolean;
  /** Whether the server is about to stop. */
  readonly isStopping: () => boolean;
};

export type ReadinessFault = { readonly check: ReadinessCheck; readonly message: string };

const checkTimeoutMs = 2000;
const bytesPerMegabyte = 1_000_000;

/** How long callers share a check of database and disk, because their number is not limited. */
const shareMs = 1000;

/**
 * Returns a function that finds what keeps the server from being given requests; nothing if it is ready. Messages name no
 * folder or address.
 */
export function createReadinessCheck({
  store,
  config,
  hasIdentity,
  isStopping,
}: ReadinessInput): () => Promise<readonly ReadinessFault[]> {
  let shared: { at: number; faults: Promise<readonly ReadinessFault[][]> } | undefined;
  return async () => {
    if (!shared || performance.now() - shared.at >= shareMs) {
      shared = { at: performance.now(), faults: Promise.all([checkDatabase(store), checkDisk(config)]) };
    }
    const found = (await shared.faults).flat();
    return [
      ...(isStopping() ? [{ check: 'running', message: 'The portal is stopping.' } as const] : []),
      ...found,
      ...(hasPages(config)
        ? []
        : [{ check: 'pages', message: 'The pages have not been built. Run npm run build.' } as const]),
      ...(hasIdentity
        ? []
        : [{ check: 'identity', message: 'The keys that verify sign-ins have not been loaded.' } as const]),
    ];
  };
}

/** When the last migration of this version was written, in milliseconds, which is how Drizzle orders them. */
const codeLevel = readMigrations().at(-1)?.folderMillis ?? 0;

const Level = z.object({ level: z.nullable(z.coerce.number()) });

/** One statement tells whether the database answers and which migrations it has. */
async function checkDatabase(store: Store): Promise<ReadinessFault[]> {
  // It was open before the server started, and so had its tables.
  if (hasAnsweredWithin(store, 1000)) return [];
  try {
    const level = await withTimeout(
      readDatabaseLevel(store.reads ?? store),
      checkTimeoutMs,
      () => new Error('late'),
    );
    if (level >= codeLevel) return [];
    return [
      {
        check: 'migrations',
        message: 'The tables of the database are older than this version. Restart the portal.',
      },
    ];
  } catch {
    return [{ check: 'database', message: 'The database does not answer.' }];
  }
}

async function readDatabaseLevel(store: Queryable): Promise<number> {
  const [row] = await store.query(
    sql`select max(created_at)::text as level from drizzle.__drizzle_migrations`,
    Level,
  );
  return row?.level ?? 0;
}

async function checkDisk(config: Config): Promise<ReadinessFault[]> {
  const wanted = config.diskFreeMin;
  try {
    const free = await withTimeout(readFreeDiskBytes(config), checkTimeoutMs, () => new Error('late'));
    if (free >= wanted) return [];
    return [
      {
        check: 'disk',
        message: `The disk of the data has ${Math.floor(free / bytesPerMegabyte)} MB left; ${Math.round(wanted / bytesPerMegabyte)} MB are wanted. Delete files, or enlarge the disk.`,
      },
    ];
  } catch {
    return [{ check: 'disk', message: 'The disk of the data does not answer.' }];
  }
}

/** Pages that live on another origin, or that the development server makes, are not served from here. */
function hasPages({ allowedOrigins, signInPageUrl, distDir }: Config): boolean {
  return (
    allowedOrigins.length > 0 || signInPageUrl !== undefined || existsSync(path.join(distDir, 'index.html'))
  );
}
