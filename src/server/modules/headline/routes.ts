import type { FastifyInstance } from 'fastify';
import type { HeadlineRequest } from '#contract/basin-requests.ts';
import { readHeadline } from '#contract/headline.ts';
import type { ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/store.ts';
import { jsonBody } from '../../http/cached-body.ts';
import { cacheComputed } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readHeadlineFigures } from './queries.ts';

/** Values are daily; an import shows within a minute. */
const maxAge = 60;

export function registerHeadlineRoutes(
  app: FastifyInstance,
  from: Queryable,
  request: HeadlineRequest | undefined,
  scopeOf: ScopeOf,
) {
  // The landing page knows nobody.
  const read = cacheComputed(from, async () =>
    jsonBody(await readHeadlineFigures(from, request, await scopeOf(undefined))),
  );
  registerEndpoint(app, readHeadline, () => read(), { maxAge });
}
