import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { readSitesLink, readSnowLink } from '#contract/data-links.ts';
import { SiteSummary } from '#contract/time-series.ts';
import { waterYear } from '#domain/water-year.ts';
import { siteColumns } from '#downloads/site-columns.ts';
import { toSiteRows } from '#downloads/site-rows.ts';
import { exportNotes, hucColumns, siteColumns as snowSiteColumns } from '#downloads/snow-columns.ts';
import { percentageNames } from '#downloads/snow-labels.ts';
import { hucRows, siteRows } from '#downloads/snow-rows.ts';
import { basinTimeZone, dayNumber, todayInBasin } from '#lib/calendar.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readHydroHealth } from '../hydro-health/health.ts';
import { readLatestValues } from '../time-series/latest-values.ts';
import { siteSummariesQuery } from '../time-series/queries.ts';
import { countLine, toTableFile } from './data-file.ts';
import type { createFileServer } from './serve-file.ts';
import type { DataLinkServices } from './services.ts';
import { readTableQuery } from './table-query.ts';

const visitorNote = 'Fetched without an access token: only sites of providers whose values are open.';

/** Registers the files of lists of sites, which for visitors have the sites of open providers. */
export function registerListLinks(
  app: FastifyInstance,
  { from, valueAccess }: DataLinkServices,
  files: ReturnType<typeof createFileServer>,
) {
  const readSummaries = valueAccess.cacheListByCaller(siteSummariesQuery);
  const readLatest = valueAccess.cacheByCaller((locations) => readLatestValues(from, locations));
  const readHealth = valueAccess.cacheByCaller((locations) =>
    readHydroHealth(from, dayNumber(todayInBasin(new Date())), locations),
  );

  registerEndpoint(app, readSitesLink, async ({ params, query, caller }, request) => {
    const today = todayInBasin(new Date());
    const columns = siteColumns(today);
    const state = readTableQuery(query, ['notes'], columns);
    return files.serve({ request, format: params.format, notes: query.notes }, async () => {
      const [summaries, latest] = await Promise.all([readSummaries({ caller }), readLatest({ caller })]);
      const sites = z.array(SiteSummary).parse(JSON.parse(summaries.body.toString()));
      const table = toTableFile(toSiteRows(sites, latest, today), columns, state);
      return {
        name: 'Sites',
        notes: {
          title: 'Site Summary Table',
          source: 'the column Data Provider',
          units: 'in the column Units; coordinates in decimal degrees',
          count: countLine(table.rows.length, 'Rows'),
          remarks: [
            ...(caller ? [] : [visitorNote]),
            `Days and periods of record are calendar days in ${basinTimeZone()}.`,
          ],
        },
        ...table,
      };
    });
  });

  registerEndpoint(app, readSnowLink, async ({ params, query, caller }, request) => {
    const today = todayInBasin(new Date());
    const { of = 'sites', percent: measure = 'date', notes } = query;
    const { years, sites, hucs } = await readHealth({ caller });
    const options = { years, current: waterYear(dayNumber(today)), measure };
    const columns = of === 'sites' ? snowSiteColumns(options) : hucColumns(options);
    const state = readTableQuery(query, ['of', 'percent', 'notes'], columns);
    return files.serve({ request, format: params.format, notes }, async () => {
      const rows = of === 'sites' ? siteRows(sites, today) : hucRows(hucs);
      const table = toTableFile(rows, columns, state);
      return {
        name: `SNOTEL ${of === 'sites' ? 'sites' : 'HUC8s'}`,
        notes: {
          title: `${percentageNames[measure]} of snow water equivalent by water year`,
          source: 'NRCS Snotel',
          units: 'percent',
          count: countLine(table.rows.length, 'Rows'),
          remarks: [...(caller ? [] : [visitorNote]), ...exportNotes(rows, measure)],
        },
        ...table,
      };
    });
  });
}
