import { toTableFile } from '#server/data-links/data-file.ts';
import { findParameter, findSite } from '#server/data-links/find-sites.ts';
import { createFileServer, readTableQuery } from '#server/data-links/serve-file.ts';
import { withSignal } from '#server/db/queryable.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { comparisonOf, normalsRemark, statisticValues } from '#server/water-year/comparison.ts';
import { readComparedRecord } from '#server/water-year/measured-record.ts';
import { parseSeriesList } from '#server/water-year/routes.ts';
import { readStatisticsLink } from '../contract.ts';
import { columns } from '../files.ts';

const allStatistics = [...statisticValues.keys()].join(',');

export const registerRoutes: RegisterFeature = (app, { reads, config, valueAccess }) => {
  const files = createFileServer(reads, config.portalOrigin);

  registerEndpoint(app, readStatisticsLink, async ({ params, query, caller, signal }, request) => {
    const { series = allStatistics, year: kind = 'water', measure = 'value', notes, bom } = query;
    const parameter = await findParameter(reads, query.parameter);
    const site = await findSite(
      reads,
      { number: query.site, parameter: parameter.parameter_ndx },
      (locations) => valueAccess.requireReadable(caller, locations),
    );
    const own = ['site', 'parameter', 'series', 'year', 'measure', 'notes'];
    const state = readTableQuery(query, own, columns);
    const wanted = parseSeriesList(series);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const address = { parameter: String(parameter.parameter_ndx), location: site.location };
      const record = await readComparedRecord(withSignal(reads, signal), address, wanted, { kind, measure });
      const table = toTableFile(comparisonOf(record, wanted, kind), columns, state);
      return {
        name: `${parameter.parameter_name} ${site.loc_id} by day of the year`,
        notes: {
          title: `${parameter.parameter_name} of ${site.loc_name} by the day of the ${kind} year`,
          site: site.loc_id,
          source: site.source,
          units: record.units_name,
          period: wanted.join(', '),
          noun: 'Values',
          remarks: [normalsRemark],
        },
        ...table,
      };
    });
  });
};
