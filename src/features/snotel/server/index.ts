import { waterYear } from '#domain/water-year.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';
import { toTableFile, visitorNote } from '#server/data-links/data-file.ts';
import { createFileServer, readTableQuery } from '#server/data-links/serve-file.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { jsonBody } from '#server/http/cached-body.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listHealthYears, listHucHealth, listSiteHealth, readSnowLink } from '../contract.ts';
import { exportNotes, hucColumns, siteColumns, sourceOfRows } from '../files/columns.ts';
import { hucRows, percentageNames, siteRows } from '../files/rows.ts';
import { readHydroHealth } from './health.ts';

export const registerRoutes: RegisterFeature = (app, { reads, config, valueAccess }) => {
  const readHealth = valueAccess.cacheByCaller(async (locations) => {
    const health = await readHydroHealth(reads, dayNumber(todayInBasin(new Date())), locations);
    const bodies = {
      years: jsonBody(health.years.map((water_year) => ({ water_year }))),
      sites: jsonBody(health.sites),
      hucs: jsonBody(health.hucs),
    };
    return { ...health, bodies };
  });
  const files = createFileServer(reads, config.portalOrigin);

  registerEndpoint(app, listHealthYears, async (call) => (await readHealth(call)).bodies.years);
  registerEndpoint(app, listSiteHealth, async (call) => (await readHealth(call)).bodies.sites);
  registerEndpoint(app, listHucHealth, async (call) => (await readHealth(call)).bodies.hucs);

  registerEndpoint(app, readSnowLink, async ({ params, query, caller }, request) => {
    const today = todayInBasin(new Date());
    const { of = 'sites', percent: measure = 'date', notes, bom } = query;
    const { years, sites, hucs } = await readHealth({ caller });
    const options = { years, current: waterYear(dayNumber(today)), measure };
    const columns = of === 'sites' ? siteColumns(options) : hucColumns(options);
    const state = readTableQuery(query, ['of', 'percent', 'notes'], columns);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const rows = of === 'sites' ? siteRows(sites, today) : hucRows(hucs);
      const table = toTableFile(rows, columns, state);
      return {
        name: `SNOTEL ${of === 'sites' ? 'sites' : 'HUC8s'}`,
        notes: {
          title: `${percentageNames[measure]} of snow water equivalent by water year`,
          source: sourceOfRows(rows),
          units: 'percent',
          remarks: [...(caller ? [] : [visitorNote]), ...exportNotes(rows, measure)],
        },
        ...table,
      };
    });
  });
};
