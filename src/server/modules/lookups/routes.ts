import type { FastifyInstance } from 'fastify';
import { readLookup } from '#contract/lookups.ts';
import type { Store } from '../../db/store.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readLookupEntries } from './queries.ts';

export function registerLookupRoutes(app: FastifyInstance, store: Store) {
  registerEndpoint(app, readLookup, ({ params }) => readLookupEntries(store, params.name));
}
