import * as z from 'zod/mini';
import { basinTimeZone, todayInBasin } from '#lib/basin-clock.ts';
import { toTableFile, visitorNote } from '#server/data-links/data-file.ts';
import { createFileServer, readTableQuery } from '#server/data-links/serve-file.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { jsonBody } from '#server/http/cached-body.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listLatestValues, listSiteSummaries, readSitesLink, SiteSummary } from '../contract.ts';
import { siteColumns, toSiteRows } from '../files.ts';
import { readLatestValues } from './latest-values.ts';
import { siteSummariesQuery } from './summaries-query.ts';

export const registerRoutes: RegisterFeature = (app, { reads, config, valueAccess }) => {
  const { cacheListByCaller, cacheByCaller } = valueAccess;
  const readSummaries = cacheListByCaller(siteSummariesQuery);
  const readLatest = cacheByCaller(async (locations) => {
    const latest = await readLatestValues(reads, locations);
    return { latest, body: jsonBody(latest) };
  });
  const files = createFileServer(reads, config.portalOrigin);

  registerEndpoint(app, listSiteSummaries, readSummaries);
  registerEndpoint(app, listLatestValues, async (call) => (await readLatest(call)).body);

  registerEndpoint(app, readSitesLink, async ({ params, query, caller }, request) => {
    const today = todayInBasin(new Date());
    const columns = siteColumns(today);
    const state = readTableQuery(query, ['notes'], columns);
    const { notes, bom } = query;
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const [summaries, { latest }] = await Promise.all([readSummaries({ caller }), readLatest({ caller })]);
      const sites = z.array(SiteSummary).parse(await summaries.readJson());
      const table = toTableFile(toSiteRows(sites, latest, today), columns, state);
      return {
        name: 'Sites',
        notes: {
          title: 'Site Summary Table',
          source: 'the column Source',
          units: 'in the column Units; coordinates in decimal degrees',
          remarks: [
            ...(caller ? [] : [visitorNote]),
            `Days and periods of record are calendar days in ${basinTimeZone()}.`,
          ],
        },
        ...table,
      };
    });
  });
};
