import type { FastifyInstance } from 'fastify';
import type { RiverRequest } from '#contract/basin-requests.ts';
import { readRiver } from '#contract/river.ts';
import { formatDay } from '#lib/calendar.ts';
import type { ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/store.ts';
import { cacheAnswers, cacheComputed } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { weights } from '../../limits/account.ts';
import type { BriefReader } from '../brief/routes.ts';
import { readCompleteDay, readRiverOf } from './river.ts';

/** A day takes some 150 KB. */
const maxBytes = 16 * 1024 * 1024;

type RiverServices = {
  readonly from: Queryable;
  readonly request: RiverRequest;
  readonly parseDay: BriefReader['parseDay'];
  readonly scopeOf: ScopeOf;
};

export function registerRiverRoutes(
  app: FastifyInstance,
  { from, request, parseDay, scopeOf }: RiverServices,
) {
  const readNewest = cacheComputed(from, () => readCompleteDay(from, request));
  const answers = cacheAnswers(from, maxBytes, weights.computed);

  registerEndpoint(app, readRiver, async ({ query, caller }) => {
    const newest = await readNewest();
    const on = (query.on === undefined ? newest : undefined) ?? (await parseDay(query.on, 'The river'));
    const scope = await scopeOf(caller);
    return answers(`${scope.reader} ${formatDay(on)}`, (limited) =>
      readRiverOf(limited, request, { on, newest }, scope),
    );
  });
}
