import type { FastifyInstance } from 'fastify';
import { listHealthYears, listHucHealth, listSiteHealth } from '#contract/hydro-health.ts';
import { dayNumber, todayInBasin } from '#lib/calendar.ts';
import type { ValueAccess } from '../../access/value-access.ts';
import type { Queryable } from '../../db/store.ts';
import { jsonBody } from '../../http/cached-body.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readHydroHealth } from './health.ts';

export function registerHydroHealthRoutes(
  app: FastifyInstance,
  from: Queryable,
  { cacheByCaller }: ValueAccess,
  now: () => Date = () => new Date(),
) {
  const health = cacheByCaller(async (locations) => {
    const today = dayNumber(todayInBasin(now()));
    const { years, sites, hucs } = await readHydroHealth(from, today, locations);
    return {
      years: jsonBody(years.map((water_year) => ({ water_year }))),
      sites: jsonBody(sites),
      hucs: jsonBody(hucs),
    };
  });
  registerEndpoint(app, listHealthYears, async (call) => (await health(call)).years);
  registerEndpoint(app, listSiteHealth, async (call) => (await health(call)).sites);
  registerEndpoint(app, listHucHealth, async (call) => (await health(call)).hucs);
}
