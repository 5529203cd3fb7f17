import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import { readHealth, readReady, readVersion } from '#contract/system.ts';
import { readDemoShare } from '../../db/demo-state.ts';
import { hasAnsweredWithin } from '../../db/last-answer.ts';
import type { StoreStats } from '../../db/store.ts';
import { databaseUnreachable, HttpProblem } from '../../http/problems.ts';
import { cacheComputed } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { packageInfo } from '../../package-info.ts';
import { withTimeout } from '../../with-timeout.ts';
import { createReadinessCheck, type ReadinessFault, type ReadinessInput } from './readiness.ts';

const allPassed = {
  running: 'ok',
  database: 'ok',
  migrations: 'ok',
  disk: 'ok',
  pages: 'ok',
  identity: 'ok',
} as const;

/** Seconds until a server that is not ready should be asked again. */
const retryAfter = '5';

export function registerSystemRoutes(app: FastifyInstance, input: ReadinessInput) {
  const { store, config } = input;
  const reads = store.reads ?? store;
  const findFaults = createReadinessCheck(input);
  registerEndpoint(
    app,
    readReady,
    async () => {
      const faults = await findFaults();
      if (faults.length > 0) throw notReady(faults);
      return { status: 'ready' as const, checks: allPassed };
    },
    { maxAge: 'never', isUnlimited: true },
  );
  registerEndpoint(
    app,
    readHealth,
    async () => {
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
    },
    { maxAge: 'never' },
  );
  const demoShare = cacheComputed(reads, () => readDemoShare(reads));
  registerEndpoint(app, readVersion, async () => {
    const share = await demoShare();
    return {
      name: packageInfo.name,
      version: packageInfo.version,
      demo_data: share !== 'none',
      demo_share: share,
      demo_identity: config.identity.kind === 'demo',
    };
  });
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
  });
}
