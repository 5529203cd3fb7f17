import { unitNames } from '#domain/season/gain-units.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { Caller } from '#server/access/access-control.ts';
import { toPlainFile, toTableFile } from '#server/data-links/data-file.ts';
import { findSite } from '#server/data-links/find-sites.ts';
import { createFileServer, readTableQuery } from '#server/data-links/serve-file.ts';
import { withSignal } from '#server/db/queryable.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { normalsRemark } from '#server/water-year/comparison.ts';
import { readReach } from '#server/water-year/measured-record.ts';
import { gainsOf, gainsToDateOf } from '#server/water-year/reach-gains.ts';
import { parseSeriesList } from '#server/water-year/routes.ts';
import { readGainsLink, readMonthlyGainsLink } from '../contract.ts';
import { columns } from '../files/gain-columns.ts';
import { toGainsLines, toGainsTable } from '../files/gains-table.ts';
import { gainsCsvComment } from '../files/gains-text.ts';

const defaultSeries = 'Minimum,Median,Maximum';

export const registerRoutes: RegisterFeature = (app, { reads, config, valueAccess }) => {
  const files = createFileServer(reads, config.portalOrigin);
  const findReach = (caller: Caller | undefined, number: string) =>
    findSite(reads, { number, parameter: parameterNdx.reachGain }, (locations) =>
      valueAccess.requireReadable(caller, locations),
    );

  registerEndpoint(app, readGainsLink, async ({ params, query, caller, signal }, request) => {
    const { year = 'water', unit = 'volume', notes, bom } = query;
    const site = await findReach(caller, query.site);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const reach = await readReach(withSignal(reads, signal), site.location);
      const toDate = gainsToDateOf(reach, year);
      const table = toGainsTable({ all: gainsOf(reach, year, { hasTotals: true }), toDate }, year);
      const lines = toGainsLines(table, unit);
      return {
        name: `Reach gains ${site.loc_id}`,
        notes: {
          title: `Monthly Reach Gains by Year, ${site.loc_name}`,
          site: site.loc_id,
          source: site.source,
          units: unitNames[unit],
          period: `${year} years`,
          remarks: gainsCsvComment(toDate, year, unit),
        },
        ...toPlainFile(lines),
      };
    });
  });

  registerEndpoint(app, readMonthlyGainsLink, async ({ params, query, caller, signal }, request) => {
    const { series = defaultSeries, year = 'water', notes, bom } = query;
    const site = await findReach(caller, query.site);
    const state = readTableQuery(query, ['site', 'series', 'year', 'notes'], columns);
    const wanted = parseSeriesList(series);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const reach = await readReach(withSignal(reads, signal), site.location);
      const rows = gainsOf(reach, year, { wanted, hasTotals: false });
      const table = toTableFile(rows, columns, state);
      return {
        name: `Monthly gains ${site.loc_id}`,
        notes: {
          title: `Monthly gains of ${site.loc_name}`,
          site: site.loc_id,
          source: site.source,
          units: unitNames.volume,
          period: wanted.join(', '),
          remarks: [normalsRemark],
        },
        ...table,
      };
    });
  });
};
