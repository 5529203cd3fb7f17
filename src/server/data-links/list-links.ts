import type { FastifyInstance } from 'fastify';
import { readGainsLink, readMonthlyGainsLink, readStatisticsLink } from '#contract/data-links.ts';
import { unitNames } from '#domain/season/gain-units.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { columns as gainColumns } from '#downloads/gain-columns.ts';
import { toGainsLines, toGainsTable } from '#downloads/gains-table.ts';
import { gainsCsvComment } from '#downloads/gains-text.ts';
import { columns as yearColumns } from '#downloads/year-columns.ts';
import type { Caller } from '../access/access-control.ts';
import { withSignal } from '../db/queryable.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { comparisonOf, statisticValues } from '../water-year/comparison.ts';
import { readComparedRecord, readReach } from '../water-year/measured-record.ts';
import { gainsOf, gainsToDateOf } from '../water-year/reach-gains.ts';
import { parseSeriesList } from '../water-year/routes.ts';
import { toPlainFile, toTableFile } from './data-file.ts';
import { findParameter, findSite } from './find-sites.ts';
import { type createFileServer, type DataLinkServices, readTableQuery } from './serve-file.ts';

const normals = 'Statistics are those of 1991 to 2020.';
const allStatistics = [...statisticValues.keys()].join(',');
const gainStatistics = 'Minimum,Median,Maximum';

/** Registers the files of years and statistics of one record. */
export function registerYearLinks(
  app: FastifyInstance,
  { from, valueAccess }: DataLinkServices,
  files: ReturnType<typeof createFileServer>,
) {
  const findReadableSite = (caller: Caller | undefined, number: string, parameter: number) =>
    findSite(from, { number, parameter }, (locations) => valueAccess.requireReadable(caller, locations));

  registerEndpoint(app, readStatisticsLink, async ({ params, query, caller, signal }, request) => {
    const { series = allStatistics, year: kind = 'water', measure = 'value', notes, bom } = query;
    const parameter = await findParameter(from, query.parameter);
    const site = await findReadableSite(caller, query.site, parameter.parameter_ndx);
    const own = ['site', 'parameter', 'series', 'year', 'measure', 'notes'];
    const state = readTableQuery(query, own, yearColumns);
    const wanted = parseSeriesList(series);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const address = { parameter: String(parameter.parameter_ndx), location: site.location };
      const record = await readComparedRecord(withSignal(from, signal), address, wanted, { kind, measure });
      const table = toTableFile(comparisonOf(record, wanted, kind), yearColumns, state);
      return {
        name: `${parameter.parameter_name} ${site.loc_id} by day of the year`,
        notes: {
          title: `${parameter.parameter_name} of ${site.loc_name} by the day of the ${kind} year`,
          site: site.loc_id,
          source: site.source,
          units: record.units_name,
          period: wanted.join(', '),
          noun: 'Values',
          remarks: [normals],
        },
        ...table,
      };
    });
  });

  registerEndpoint(app, readGainsLink, async ({ params, query, caller, signal }, request) => {
    const { year = 'water', unit = 'volume', notes, bom } = query;
    const site = await findReadableSite(caller, query.site, parameterNdx.reachGain);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const reach = await readReach(withSignal(from, signal), site.location);
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
    const { series = gainStatistics, year = 'water', notes, bom } = query;
    const site = await findReadableSite(caller, query.site, parameterNdx.reachGain);
    const state = readTableQuery(query, ['site', 'series', 'year', 'notes'], gainColumns);
    const wanted = parseSeriesList(series);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const reach = await readReach(withSignal(from, signal), site.location);
      const rows = gainsOf(reach, year, { wanted, hasTotals: false });
      const table = toTableFile(rows, gainColumns, state);
      return {
        name: `Monthly gains ${site.loc_id}`,
        notes: {
          title: `Monthly gains of ${site.loc_name}`,
          site: site.loc_id,
          source: site.source,
          units: unitNames.volume,
          period: wanted.join(', '),
          remarks: [normals],
        },
        ...table,
      };
    });
  });
}
