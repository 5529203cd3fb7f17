import type { FastifyInstance } from 'fastify';
import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import { readBrief } from '#contract/brief.ts';
import { type DayNumber, dayNumber, formatDay, parseDay, todayInBasin } from '#lib/calendar.ts';
import type { FindingScope, ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/store.ts';
import { type CachedBody, jsonBody } from '../../http/cached-body.ts';
import { HttpProblem } from '../../http/problems.ts';
import { cacheComputed, createVersionedCache, readReadingVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { weights } from '../../limits/request-budget.ts';
import { readBriefOf } from './brief.ts';
import { readFirstDay } from './overview.ts';

/** Somebody who steps through a year gets each day from memory again. */
const maxCachedDays = 400;

/** The brief of a basin file without one. */
export const noBrief: BriefRequest = {
  storage: undefined,
  snow: [],
  rivers: [],
  springs: [],
  wells: [],
  reaches: [],
  moved: [],
};

/** Creates what reads briefs, each once until the published data change. */
export function createBriefReader(from: Queryable, request: BriefRequest) {
  const readFirst = cacheComputed(from, () => readFirstDay(from));
  const bodies = createVersionedCache<CachedBody>(maxCachedDays, () => 1, weights.computed);

  return {
    /**
     * Reads a day; today in the basin by default.
     * @param subject what needs it, as the message begins
     * @throws HttpProblem 400 for what is no day, and for a day without values
     */
    async parseDay(text: string | undefined, subject = 'The brief'): Promise<DayNumber> {
      const today = dayNumber(todayInBasin(new Date()));
      if (text === undefined) return today;
      const day = parseDay(text);
      const first = await readFirst();
      if (day !== undefined && day <= today && day >= (first ?? day)) return day;
      const range =
        first === undefined ? `up to ${formatDay(today)}` : `from ${formatDay(first)} to ${formatDay(today)}`;
      throw new HttpProblem(400, `${subject} needs a day ${range}, written YYYY-MM-DD.`);
    },
    read: async (on: DayNumber, scope: FindingScope): Promise<CachedBody> => {
      // Readings are of now, and no part of a past day.
      const withReadings = on === dayNumber(todayInBasin(new Date()));
      const key = `${scope.reader} ${formatDay(on)} ${withReadings}`;
      return bodies.get(await readReadingVersion(from), key, async () =>
        jsonBody(await readBriefOf(from, request, on, scope, { withReadings })),
      );
    },
  };
}
export type BriefReader = ReturnType<typeof createBriefReader>;

export function registerBriefRoutes(app: FastifyInstance, briefs: BriefReader, scopeOf: ScopeOf) {
  registerEndpoint(app, readBrief, async ({ query, caller }) =>
    briefs.read(await briefs.parseDay(query.on), await scopeOf(caller)),
  );
}
