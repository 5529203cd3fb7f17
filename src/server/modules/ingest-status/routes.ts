import type { FastifyInstance } from 'fastify';
import { readIngestStatus } from '#contract/ingest-status.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Store } from '../../db/store.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { listRecordFreshness, listSourceStatuses } from './queries.ts';

export function registerIngestStatusRoutes(app: FastifyInstance, store: Store) {
  registerEndpoint(
    app,
    readIngestStatus,
    async () => {
      const records = await listRecordFreshness(store, todayInBasin(new Date()));
      return { sources: await listSourceStatuses(store), records };
    },
    { maxAge: 'never' },
  );
}
