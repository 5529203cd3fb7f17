import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { readHealth, readVersion } from '#contract/system.ts';
import type { Config } from '../../config.ts';
import { readDemoShare } from '../../db/demo-state.ts';
import { hasAnsweredWithin } from '../../db/last-answer.ts';
import type { Store } from '../../db/store.ts';
import { databaseUnreachable } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { packageInfo } from '../../package-info.ts';
import { withTimeout } from '../../with-timeout.ts';

export function registerSystemRoutes(app: FastifyInstance, store: Store, config: Config) {
  registerEndpoint(
    app,
    readHealth,
    async () => {
      if (!hasAnsweredWithin(store, 1000)) {
        await withTimeout(store.query(sql`select 1`), 2000, () =>
          databaseUnreachable('The database did not answer within 2 s.'),
        );
      }
      return { status: 'ok' as const, database: store.engine, uptime_seconds: Math.round(process.uptime()) };
    },
    { maxAge: 'never' },
  );
  registerEndpoint(app, readVersion, async () => {
    const share = await readDemoShare(store);
    return {
      name: packageInfo.name,
      version: packageInfo.version,
      demo_data: share !== 'none',
      demo_share: share,
      demo_identity: config.identity.kind === 'demo',
    };
  });
}
