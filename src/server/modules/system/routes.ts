import type { FastifyInstance } from 'fastify';
import { readHealth, readVersion } from '#contract/system.ts';
import type { Config } from '../../config.ts';
import type { Store } from '../../db/open.ts';
import { withDeadline } from '../../deadline.ts';
import { mount } from '../../mount.ts';
import { packageInfo } from '../../package-info.ts';
import { databaseAway } from '../../problems.ts';
import { holdsDemoData } from './queries.ts';

export function mountSystem(app: FastifyInstance, store: Store, config: Config) {
  mount(
    app,
    readHealth,
    async () => {
      await withDeadline(store.query('select 1'), 2000, () =>
        databaseAway('The database did not answer within 2 s.'),
      );
      return { status: 'ok' as const, database: store.engine, uptime_seconds: Math.round(process.uptime()) };
    },
    { maxAge: 'never' },
  );
  mount(app, readVersion, async () => ({
    name: packageInfo.name,
    version: packageInfo.version,
    demo_data: await holdsDemoData(store),
    demo_identity: config.identity.kind === 'demo',
  }));
}
