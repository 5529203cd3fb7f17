import type { FastifyInstance } from 'fastify';
import {
  readGainsLink,
  readMonthlyGainsLink,
  readSeasonGainLink,
  readStatisticsLink,
} from '#contract/data-links.ts';
import { defaultReference, parseReference } from '#domain/gain-reference.ts';
import { unitNames } from '#domain/gain-units.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { columns as gainColumns } from '#downloads/gain-columns.ts';
import { toGainsLines } from '#downloads/gains-csv.ts';
import { toGainsTable } from '#downloads/gains-table.ts';
import { gainsCsvComment } from '#downloads/gains-text.ts';
import { seasonFigures, toFiguresTable } from '#downloads/season-figures.ts';
import { describeReference, seasonFormula, seasonNotes } from '#downloads/season-text.ts';
import { columns as yearColumns } from '#downloads/year-columns.ts';
import { withSignal } from '../../db/queryable.ts';
import { HttpProblem } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import type { Caller } from '../../plugins/access.ts';
import { comparisonOf, statisticValues } from '../water-year/comparison.ts';
import { readComparedRecord } from '../water-year/measured-record.ts';
import { gainSeasonOf } from '../water-year/reach-gain-season.ts';
import { gainsOf, gainsToDateOf } from '../water-year/reach-gains.ts';
import { parseSeriesList, readReach } from '../water-year/routes.ts';
import { countLine, toPlainFile, toTableFile } from './data-file.ts';
import { findParameter, findSites, sourceOfSites } from './find-sites.ts';
import type { createFileServer } from './serve-file.ts';
import type { DataLinkServices } from './services.ts';
import { readTableQuery } from './table-query.ts';

const normals = 'Statistics are those of 1991 to 2020.';
const allStatistics = [...statisticValues.keys()].join(',');
const gainStatistics = 'Minimum,Median,Maximum';

/** Registers the files of years and statistics of one record. */
export function registerYearLinks(
  app: FastifyInstance,
  { from, valueAccess }: DataLinkServices,
  files: ReturnType<typeof createFileServer>,
) {
  /** @throws HttpProblem 404 for an unknown site, 401 for one whose values the caller may not read */
  async function findReadableSite(caller: Caller | undefined, number: string, parameter: number) {
    const found = await findSites(from, [number], parameter);
    await valueAccess.requireReadable(
      caller,
      found.map(({ loc_ndx }) => loc_ndx),
    );
    const [site] = found;
    if (!site) throw new HttpProblem(404, `The portal has no site ${number}.`);
    return { ...site, location: String(site.loc_ndx), source: sourceOfSites(found) };
  }

  registerEndpoint(app, readStatisticsLink, async ({ params, query, caller, signal }, request) => {
    const { series = allStatistics, year: kind = 'water', measure = 'value', notes } = query;
    const parameter = await findParameter(from, query.parameter);
    const site = await findReadableSite(caller, query.site, parameter.parameter_ndx);
    const own = ['site', 'parameter', 'series', 'year', 'measure', 'notes'];
    const state = readTableQuery(query, own, yearColumns);
    const wanted = parseSeriesList(series);
    return files.serve({ request, format: params.format, notes }, async () => {
      const address = { parameter: String(parameter.parameter_ndx), location: site.location };
      const record = await readComparedRecord(withSignal(from, signal), address, wanted, { kind, measure });
      const table = toTableFile(comparisonOf(record, wanted, kind), yearColumns, state);
      return {
        name: `${parameter.parameter_name} ${site.loc_id} by day of the year`,
        notes: {
          title: `${parameter.parameter_name} of ${site.loc_name} by the day of the ${kind} year`,
          source: site.source,
          units: record.units_name,
          period: wanted.join(', '),
          count: countLine(table.rows.length, 'Values'),
          remarks: [normals],
        },
        ...table,
      };
    });
  });

  registerEndpoint(app, readGainsLink, async ({ params, query, caller, signal }, request) => {
    const { year = 'water', unit = 'volume', notes } = query;
    const site = await findReadableSite(caller, query.site, parameterNdx.reachGain);
    return files.serve({ request, format: params.format, notes }, async () => {
      const reach = await readReach(withSignal(from, signal), site.location);
      const toDate = gainsToDateOf(reach, year);
      const table = toGainsTable({ all: gainsOf(reach, year, { hasTotals: true }), toDate }, year);
      const lines = toGainsLines(table, unit);
      return {
        name: `Reach gains ${site.loc_id}`,
        notes: {
          title: `Monthly Reach Gains by Year, ${site.loc_name}`,
          source: site.source,
          units: unitNames[unit],
          period: `${year} years`,
          count: countLine(lines.length - 1, 'Rows'),
          remarks: gainsCsvComment(toDate, year, unit),
        },
        ...toPlainFile(lines),
      };
    });
  });

  registerEndpoint(app, readMonthlyGainsLink, async ({ params, query, caller, signal }, request) => {
    const { series = gainStatistics, year = 'water', notes } = query;
    const site = await findReadableSite(caller, query.site, parameterNdx.reachGain);
    const state = readTableQuery(query, ['site', 'series', 'year', 'notes'], gainColumns);
    const wanted = parseSeriesList(series);
    return files.serve({ request, format: params.format, notes }, async () => {
      const reach = await readReach(withSignal(from, signal), site.location);
      const rows = gainsOf(reach, year, { wanted, hasTotals: false });
      const table = toTableFile(rows, gainColumns, state);
      return {
        name: `Monthly gains ${site.loc_id}`,
        notes: {
          title: `Monthly gains of ${site.loc_name}`,
          source: site.source,
          units: unitNames.volume,
          period: wanted.join(', '),
          count: countLine(table.rows.length, 'Rows'),
          remarks: [normals],
        },
        ...table,
      };
    });
  });

  registerEndpoint(app, readSeasonGainLink, async ({ params, query, caller, signal }, request) => {
    const { since = 'nov', reference = '', notes } = query;
    const site = await findReadableSite(caller, query.site, parameterNdx.reachGain);
    return files.serve({ request, format: params.format, notes }, async () => {
      const reach = await readReach(withSignal(from, signal), site.location);
      const season = gainSeasonOf(reach, since, parseReference(reference) ?? defaultReference);
      const figures = season ? seasonFigures(season) : undefined;
      const table = toFiguresTable(figures ?? { gains: [], facts: [] });
      return {
        name: `Cumulative gain ${site.loc_id}`,
        notes: {
          title: `Cumulative gain, ${site.loc_name}`,
          source: site.source,
          units: 'acre-feet',
          count: countLine(table.length - 1, 'Rows'),
          remarks: season
            ? [
                `Compared with the same days of ${describeReference(season)}`,
                seasonFormula(season.start),
                ...seasonNotes(season),
              ]
            : ['This reach has no values.'],
        },
        ...toPlainFile(table),
      };
    });
  });
}
