import type { FastifyInstance } from 'fastify';
import { readLookup } from '#contract/lookups.ts';
import type { Queryable } from '../../db/store.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readLookupEntries } from './queries.ts';

export function registerLookupRoutes(app: FastifyInstance, from: Queryable) {
  registerEndpoint(app, readLookup, ({ params }) => readLookupEntries(from, params.name));
}
