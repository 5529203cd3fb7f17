import type { FastifyInstance } from 'fastify';
import type { HeadlineRequest } from '#contract/basin-headline.ts';
import { readHeadline } from '#contract/headline.ts';
import type { Queryable } from '../../db/store.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { cacheComputed } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readHeadlineFigures } from './queries.ts';

/** Values are daily; an import shows within a minute. */
const maxAge = 60;

export function registerHeadlineRoutes(
  app: FastifyInstance,
  from: Queryable,
  request: HeadlineRequest | undefined,
) {
  const read = cacheComputed(
    from,
    async () => new CachedBody(JSON.stringify(await readHeadlineFigures(from, request))),
  );
  registerEndpoint(app, readHeadline, () => read(), { maxAge });
}
