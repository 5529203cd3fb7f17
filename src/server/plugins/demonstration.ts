import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { readHealth, readReady, readVersion } from '#contract/system.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import { readDemoState } from '../db/demonstration.ts';
import type { Queryable } from '../db/store.ts';
import { cacheComputed } from '../http/query-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The portal was a demonstration before anything else was read for the answer. */
    isDemonstration: boolean;
  }
}

/** What says how the server is does so without the database. */
const unmarked: ReadonlySet<Endpoint> = new Set<Endpoint>([readHealth, readReady]);

/** Gives every answer of a demonstration a header that says so. */
export function addDemonstrationMark(app: FastifyInstance, from: Queryable): void {
  const readState = cacheComputed(from, () => readDemoState(from));
  let last = false;
  app.decorateRequest('isDemonstration', false);
  app.addHook('preHandler', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || unmarked.has(endpoint)) return;
    try {
      last = (await readState()).has_data;
    } catch (error) {
      // Other handlers need the database, too, and say that it is away.
      if (endpoint === readVersion) throw error;
    }
    request.isDemonstration = last;
    if (last) reply.header(demonstrationHeader.name, demonstrationHeader.value);
  });
}
