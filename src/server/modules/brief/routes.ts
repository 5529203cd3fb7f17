import type { FastifyInstance } from 'fastify';
import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import { readBrief } from '#contract/brief.ts';
import { type DayNumber, dayNumber, formatDay, todayInBasin } from '#lib/calendar.ts';
import type { FindingScope, ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/store.ts';
import type { ParseAskedDay } from '../../findings/asked-day.ts';
import { type CachedBody, jsonBody } from '../../http/cached-body.ts';
import { createVersionedCache, readReadingVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { weights } from '../../limits/request-budget.ts';
import { readBriefOf } from './brief.ts';

/** Somebody who steps through a year gets each day from memory again. */
const maxCachedDays = 400;

/** Creates what reads briefs, each once until the published data change. */
export function createBriefReader(from: Queryable, request: BriefRequest) {
  const bodies = createVersionedCache<CachedBody>(maxCachedDays, () => 1, weights.computed);
  return async (on: DayNumber, scope: FindingScope): Promise<CachedBody> => {
    // Readings are of now, and no part of a past day.
    const withReadings = on === dayNumber(todayInBasin(new Date()));
    const key = `${scope.reader} ${formatDay(on)} ${withReadings}`;
    return bodies.get(await readReadingVersion(from), key, async () =>
      jsonBody(await readBriefOf(from, request, on, scope, { withReadings })),
    );
  };
}

export type BriefReader = ReturnType<typeof createBriefReader>;

type BriefServices = {
  readonly readBriefBody: BriefReader;
  readonly parseDay: ParseAskedDay;
  readonly scopeOf: ScopeOf;
};

export function registerBriefRoutes(
  app: FastifyInstance,
  { readBriefBody, parseDay, scopeOf }: BriefServices,
) {
  registerEndpoint(app, readBrief, async ({ query, caller }) =>
    readBriefBody(await parseDay(query.on, 'The brief'), await scopeOf(caller)),
  );
}
