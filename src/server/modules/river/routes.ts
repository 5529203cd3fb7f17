import type { FastifyInstance } from 'fastify';
import type { RiverRequest } from '#contract/basin/basin-requests.ts';
import { readRiver } from '#contract/river.ts';
import { formatDay } from '#lib/calendar.ts';
import type { FindingScope, ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/store.ts';
import type { ParseAskedDay } from '../../findings/asked-day.ts';
import type { CachedBody } from '../../http/cached-body.ts';
import { cacheAnswers, cacheComputed } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { weights } from '../../limits/request-budget.ts';
import { readCompleteDay, readRiverOf } from './river.ts';

/** A day takes some 150 KB. */
const maxBytes = 16 * 1024 * 1024;

/** Reads the rivers of a day `YYYY-MM-DD`, by default of the latest complete one. Throws what `parseDay` throws. */
export type ReadRiver = (on: string | undefined, scope: FindingScope) => Promise<CachedBody>;

/** Creates what reads rivers, each day once until the published data change. */
export function createRiverReader(
  from: Queryable,
  request: RiverRequest,
  parseDay: ParseAskedDay,
): ReadRiver {
  const readNewest = cacheComputed(from, () => readCompleteDay(from, request));
  const answers = cacheAnswers(from, maxBytes, weights.computed);
  return async (text, scope) => {
    const newest = await readNewest();
    const on = (text === undefined ? newest : undefined) ?? (await parseDay(text, 'The river'));
    return answers(`${scope.reader} ${formatDay(on)}`, (limited) =>
      readRiverOf(limited, request, { on, newest }, scope),
    );
  };
}

export function registerRiverRoutes(app: FastifyInstance, read: ReadRiver, scopeOf: ScopeOf) {
  registerEndpoint(app, readRiver, async ({ query, caller }) => read(query.on, await scopeOf(caller)));
}
