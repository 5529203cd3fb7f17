import type { FastifyInstance } from 'fastify';
import { listHealthYears, listHucHealth, listSiteHealth } from '#contract/hydro-health.ts';
import { dayNumber, todayInDenver } from '#domain/calendar.ts';
import { waterYear } from '#domain/water-year.ts';
import type { Store } from '../../db/open.ts';
import { keepWorked } from '../../kept.ts';
import { mount } from '../../mount.ts';
import { Prepared } from '../../prepared.ts';
import { readHealth } from './health.ts';

/** The summaries of the records change in every transaction that changes a value, and are few. */
const tables = ['location_parameter', 'location', 'location_type', 'huc8'];

export function mountHydroHealth(app: FastifyInstance, store: Store, now: () => Date = () => new Date()) {
  const health = keepWorked(store, tables, async () => {
    const { years, sites, hucs } = await readHealth(store, waterYear(dayNumber(todayInDenver(now()))));
    return {
      years: new Prepared(JSON.stringify(years.map((water_year) => ({ water_year })))),
      sites: new Prepared(JSON.stringify(sites)),
      hucs: new Prepared(JSON.stringify(hucs)),
    };
  });
  mount(app, listHealthYears, async () => (await health()).years);
  mount(app, listSiteHealth, async () => (await health()).sites);
  mount(app, listHucHealth, async () => (await health()).hucs);
}
