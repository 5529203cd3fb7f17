import type { FastifyInstance } from 'fastify';
import { listHealthYears, listHucHealth, listSiteHealth } from '#contract/hydro-health.ts';
import { dayNumber, todayInBasin } from '#lib/calendar.ts';
import type { Queryable } from '../../db/store.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { cacheComputed } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readHydroHealth } from './health.ts';

export function registerHydroHealthRoutes(
  app: FastifyInstance,
  from: Queryable,
  now: () => Date = () => new Date(),
) {
  const health = cacheComputed(from, async () => {
    const { years, sites, hucs } = await readHydroHealth(from, dayNumber(todayInBasin(now())));
    return {
      years: new CachedBody(JSON.stringify(years.map((water_year) => ({ water_year })))),
      sites: new CachedBody(JSON.stringify(sites)),
      hucs: new CachedBody(JSON.stringify(hucs)),
    };
  });
  registerEndpoint(app, listHealthYears, async () => (await health()).years);
  registerEndpoint(app, listSiteHealth, async () => (await health()).sites);
  registerEndpoint(app, listHucHealth, async () => (await health()).hucs);
}
