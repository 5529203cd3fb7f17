import type { FastifyInstance } from 'fastify';
import {
  listMapFilters,
  listMapLayers,
  listMapSources,
  listWells,
  readMapGeometry,
} from '#contract/public-map.ts';
import type { Queryable } from '../../db/store.ts';
import { recordNotFound, unauthorized } from '../../http/problems.ts';
import { cacheQuery } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import type { Caller } from '../../plugins/access.ts';
import { readMapFilters, readMapLayers, readMapSources } from './map-layers.ts';
import { geometryQueries, sitesQuery } from './queries.ts';

const daySeconds = 86_400;

export function registerPublicMapRoutes(app: FastifyInstance, from: Queryable) {
  registerEndpoint(app, listWells, cacheQuery(from, sitesQuery));
  registerEndpoint(app, listMapFilters, () => readMapFilters(from));
  registerEndpoint(app, listMapSources, ({ caller }) => readMapSources(from, allowedAccess(caller)), {
    variesByCaller: true,
  });
  registerEndpoint(app, listMapLayers, ({ caller }) => readMapLayers(from, allowedAccess(caller)), {
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
}

function allowedAccess(caller: Caller | undefined) {
  return caller ? (['open', 'signed-in'] as const) : (['open'] as const);
}
