import type { FastifyInstance } from 'fastify';
import {
  listConditions,
  listMapFilters,
  listMapLayers,
  listMapSources,
  listWells,
  readMapGeometry,
  readSiteLatest,
} from '#contract/public-map.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/store.ts';
import { jsonBody } from '../../http/cached-body.ts';
import { recordNotFound, unauthorized } from '../../http/problems.ts';
import { cacheAnswers, cacheComputed, cacheQuery } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import type { Caller } from '../../plugins/access.ts';
import { type MapAccess, readMapFilters, readMapLayers, readMapSources } from './map-layers.ts';
import { geometryQueries, sitesQuery } from './queries.ts';
import { readConditions, readLatestOfSite } from './site-latest.ts';

const daySeconds = 86_400;

export function registerPublicMapRoutes(app: FastifyInstance, from: Queryable, scopeOf: ScopeOf) {
  registerEndpoint(app, listWells, cacheQuery(from, sitesQuery));
  registerEndpoint(app, listMapFilters, cacheJson(from, readMapFilters));
  const sources = byCaller((access) => cacheJson(from, () => readMapSources(from, access)));
  registerEndpoint(app, listMapSources, ({ caller }) => sources(caller), { variesByCaller: true });
  const layers = byCaller((access) => cacheJson(from, () => readMapLayers(from, access)));
  registerEndpoint(app, listMapLayers, ({ caller }) => layers(caller), {
    variesByCaller: true,
    maxAge: daySeconds,
  });

  const geometryReaders = new Map(
    Object.entries(geometryQueries).map(([id, query]) => [
      id,
      { access: query.access, read: cacheQuery(from, query) },
    ]),
  );
  registerEndpoint(
    app,
    readMapGeometry,
    async ({ params, caller }) => {
      const geometry = geometryReaders.get(params.id);
      if (!geometry) throw recordNotFound();
      if (geometry.access === 'signed-in' && !caller) throw unauthorized('none');
      return geometry.read();
    },
    { variesByCaller: true },
  );

  const conditions = cacheAnswers(from, 16 * 1024 * 1024);
  registerEndpoint(
    app,
    listConditions,
    async ({ caller }) => {
      const scope = await scopeOf(caller);
      const today = todayInBasin(new Date());
      return conditions(`${scope.reader} ${today}`, (limited) => readConditions(limited, today, scope));
    },
    { variesByCaller: true },
  );

  const latestValues = cacheAnswers(from, 8 * 1024 * 1024);
  registerEndpoint(
    app,
    readSiteLatest,
    async ({ params: { location }, caller }) => {
      const scope = await scopeOf(caller);
      return latestValues(`${scope.reader} ${location}`, (limited) =>
        readLatestOfSite(limited, location, scope),
      );
    },
    { variesByCaller: true },
  );
}

function cacheJson(from: Queryable, read: (from: Queryable) => Promise<unknown>) {
  return cacheComputed(from, async () => jsonBody(await read(from)));
}

/** What a visitor may see, and what somebody who has signed in may. */
function byCaller<T>(readFor: (access: readonly MapAccess[]) => () => T): (caller: Caller | undefined) => T {
  const forVisitor = readFor(['open']);
  const forSignedIn = readFor(['open', 'signed-in']);
  return (caller) => (caller ? forSignedIn() : forVisitor());
}
