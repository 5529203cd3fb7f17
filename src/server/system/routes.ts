import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  type PageError,
  type ReadinessCheck,
  readHealth,
  readReady,
  readVersion,
  reportPageError,
} from '#contract/system.ts';
import type { Config } from '../config.ts';
import { findMissing, readMigrations } from '../db/applied-migrations.ts';
import { hasAnsweredWithin } from '../db/last-answer.ts';
import type { Queryable, Store, StoreStats } from '../db/store.ts';
import { readFreeDiskBytes } from '../disk.ts';
import { databaseUnreachable, HttpProblem } from '../http/problems.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { createMemoryCounters } from '../limits/counters.ts';
import { packageInfo } from '../package-info.ts';
import type { ErrorReports } from '../telemetry/error-reports.ts';
import { withTimeout } from '../with-timeout.ts';

const allPassed = {
  running: 'ok',
  database: 'ok',
  migrations: 'ok',
  disk: 'ok',
  pages: 'ok',
  identity: 'ok',
} as const;

const maxPageErrors = 20;

/** Seconds until a server that is not ready should be asked again. */
const retryAfter = '5';

export function registerSystemRoutes(app: FastifyInstance, input: ReadinessInput) {
  const { store, config, errorReports } = input;
  const reads = store.reads ?? store;
  const findFaults = createReadinessCheck(input);
  registerEndpoint(app, readReady, async () => {
    const faults = await findFaults();
    if (faults.length > 0) throw notReady(faults);
    return { status: 'ready' as const, checks: allPassed };
  });
  registerEndpoint(app, readHealth, async () => {
    if (!hasAnsweredWithin(store, 1000)) {
      await withTimeout(reads.query(sql`select 1`), 2000, () =>
        databaseUnreachable('The database did not answer within 2 s.'),
      );
    }
    return {
      status: 'ok' as const,
      database: store.engine,
      uptime_seconds: Math.round(process.uptime()),
      ...describeServers(store.stats()),
    };
  });
  registerPageErrors(app, errorReports);
  registerEndpoint(app, readVersion, async (_, { isDemonstration }) => ({
    name: packageInfo.name,
    version: packageInfo.version,
    demo_data: isDemonstration,
    demo_identity: config.identity.kind === 'demo',
  }));
}

/** Logs and reports errors of pages. What is above `maxPageErrors` a minute, whoever sends it, is left out. */
function registerPageErrors(app: FastifyInstance, reports: ErrorReports | undefined) {
  const noted = createMemoryCounters();
  registerEndpoint(app, reportPageError, async ({ body }, request) => {
    const { count } = noted.addOne({ key: 'page errors', amount: 1, windowMs: 60_000 });
    if (count <= maxPageErrors) {
      request.log.error({ pageError: body }, 'A page failed in a browser');
      reports?.report(toError(body), { method: 'BROWSER', route: body.page, requestId: undefined });
    }
    return { status: 'noted' as const };
  });
}

function toError({ type, frames }: PageError): Error {
  const error = new Error('in a browser');
  const calls = frames.map(
    ({ function: name, file, line, column }) => `    at ${name || '?'} (${file}:${line}:${column})`,
  );
  return Object.assign(error, { name: type, stack: [`${type}: ${error.message}`, ...calls].join('\n') });
}

function describeServers({ replica }: StoreStats) {
  if (!replica) return {};
  return { primary: replica.isPrimaryDown ? ('away' as const) : ('ok' as const), replica: replica.state };
}

function notReady(faults: readonly ReadinessFault[]) {
  const messages = faults.map(({ check, message }) => `${check}: ${message}`).join(' ');
  return new HttpProblem(503, `The portal is not ready. ${messages}`, {
    errors: faults.map(({ check, message }) => ({ path: check, message })),
    headers: { 'retry-after': retryAfter },
    isRefusal: true,
  });
}

type ReadinessInput = {
  readonly store: Store;
  readonly config: Config;
  /** Whether tokens can be verified. */
  readonly hasIdentity: boolean;
  /** Whether the server is about to stop. */
  readonly isStopping: () => boolean;
  readonly errorReports: ErrorReports | undefined;
};

type ReadinessFault = { readonly check: ReadinessCheck; readonly message: string };

const checkTimeoutMs = 2000;
const bytesPerMegabyte = 1_000_000;

/** How long callers share a check of database and disk, because their number is not limited. */
const shareMs = 1000;

/**
 * Returns a function that finds what keeps the server from being given requests; nothing if it is ready. Messages name no
 * folder or address.
 */
function createReadinessCheck({
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

const knownMigrations = readMigrations();

/** One statement tells whether the database answers and which migrations it has. */
async function checkDatabase(store: Store): Promise<ReadinessFault[]> {
  // It was open before the server started, and so had its tables.
  if (hasAnsweredWithin(store, 1000)) return [];
  try {
    const levels = await withTimeout(
      readLevels(store.reads ?? store),
      checkTimeoutMs,
      () => new Error('late'),
    );
    if (findMissing(knownMigrations, levels).length === 0) return [];
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

const Level = z.object({ feature: z.nullable(z.string()), when: z.coerce.number() });

/** Reads the last migration of the platform and of each feature. */
function readLevels(store: Queryable) {
  return store.query(
    sql`select to_jsonb(m) ->> 'feature' as feature, max(created_at)::text as when
      from drizzle.__drizzle_migrations m group by 1`,
    Level,
  );
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
