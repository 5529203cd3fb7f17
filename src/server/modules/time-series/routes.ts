import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readDailyData, readRevisions } from '#contract/daily-data.ts';
import {
  listSeriesHuc8s,
  listSeriesLocations,
  listSeriesParameters,
  listSiteSummaries,
  listTimeseriesFilters,
  saveTimeseriesFilter,
} from '#contract/time-series.ts';
import { describeFlag, flagNames } from '#domain/flags.ts';
import { maxLocationsPerAxis } from '#domain/time-series/selection.ts';
import { basinTimeZone } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import type { Store } from '../../db/store.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { createCsvFile } from '../../http/csv-file.ts';
import { HttpProblem, unauthorized } from '../../http/problems.ts';
import { cacheQuery } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import {
  type DailyRows,
  iterateRecords,
  readDailyRows,
  serializeColumns,
  toDailyRecords,
} from './daily-data.ts';
import { huc8sQuery, parametersQuery, seriesLocationsQuery, siteSummariesQuery } from './queries.ts';
import { readRevisionsOf } from './revisions.ts';
import { readUserFilters, saveUserFilter } from './user-filters.ts';

export function registerTimeSeriesRoutes(app: FastifyInstance, store: Store) {
  registerEndpoint(app, listSiteSummaries, cacheQuery(store, siteSummariesQuery));
  registerEndpoint(app, listSeriesHuc8s, cacheQuery(store, huc8sQuery));
  registerEndpoint(app, listSeriesParameters, cacheQuery(store, parametersQuery));
  registerEndpoint(app, listSeriesLocations, cacheQuery(store, seriesLocationsQuery));

  registerEndpoint(
    app,
    listTimeseriesFilters,
    async ({ caller }) => {
      if (!caller) throw unauthorized('none');
      return readUserFilters(store, caller);
    },
    { maxAge: 'never' },
  );
  registerEndpoint(app, saveTimeseriesFilter, async ({ caller, body }) => {
    if (!caller) throw unauthorized('none');
    return saveUserFilter(store, caller, body);
  });

  registerEndpoint(
    app,
    readDailyData,
    async ({ params: { parameter, locations: list, start, end }, query }, request) => {
      const locations = [...new Set(list.split(',').map(Number))];
      if (locations.length > maxLocationsPerAxis) {
        throwBadRequest(
          'locations',
          `At most ${maxLocationsPerAxis} locations; these are ${locations.length}.`,
        );
      }
      if (start > end) throwBadRequest('start', `The start, ${start}, is after the end, ${end}.`);
      const asOf = query.as_of;
      const rows = await readDailyRows(store, { parameter: Number(parameter), locations, start, end, asOf });
      switch (query.format ?? (prefersCsv(request) ? 'csv' : 'records')) {
        case 'columns':
          return new CachedBody(serializeColumns(rows));
        case 'csv':
          return toCsv(rows, request.url, asOf);
        case 'records':
          return toDailyRecords(rows);
      }
    },
    { varyHeaders: ['Accept'] },
  );

  registerEndpoint(app, readRevisions, async ({ params, query: { since } }) =>
    readRevisionsOf(store, { location: Number(params.location), parameter: Number(params.parameter), since }),
  );
}

function throwBadRequest(path: string, message: string): never {
  throw new HttpProblem(400, message, { errors: [{ path, message }] });
}

/** Whether the client accepts CSV and not JSON. */
function prefersCsv({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}

function toCsv(rows: DailyRows, url: string, asOf: string | undefined): CachedBody {
  const { parameter, series } = rows;
  const providers = [...new Set(series.map((each) => each.data_provider_name))].sort();
  const count = series.reduce((sum, each) => sum + each.count, 0);
  const synthetic = series.filter((each) => each.is_demonstration).map((each) => each.loc_name);
  return createCsvFile({
    fileName: `${parameter.parameter_name} daily`,
    notes: [
      `${parameter.parameter_name}, daily values, ${parameter.units_name}`,
      `Source: ${providers.join(', ') || 'none'}`,
      ...(synthetic.length > 0
        ? [`Synthetic demonstration values, not measurements: ${synthetic.join(', ')}`]
        : []),
      ...(asOf === undefined ? [] : [`Values as they were known at ${asOf}`]),
      formatExportedAt(new Date()),
      `Query: ${url}`,
      `Rows: ${count}`,
      'Approval: A approved, P provisional and subject to revision. Qualifier, by the agency: e estimated, Ice, …',
      `Flag: values that fail a quality rule, which no graph or statistic has. ${flagNames.map((flag) => `${flag}: ${describeFlag(flag)}`).join('; ')}`,
      `Dates are days in ${basinTimeZone()}.`,
    ],
    header: [
      'loc_ndx',
      'loc_name',
      'parameter_name',
      'rdate',
      'result_value_daily',
      'units_name',
      'approval',
      'qualifier',
      'flag',
      'data_provider_name',
      'loc_type_name',
      'huc8',
      'huc10',
      'changed_on',
      'changed_from',
      'source',
      'is_demonstration',
    ],
    rows: csvRows(rows),
  });
}

function* csvRows(rows: DailyRows) {
  for (const record of iterateRecords(rows)) {
    yield [
      record.loc_ndx,
      record.loc_name,
      record.parameter_name,
      record.rdate,
      record.result_value_daily,
      record.units_name,
      record.approval,
      record.qualifier,
      record.flag,
      record.data_provider_name,
      record.loc_type_name,
      record.huc8,
      record.huc10,
      record.changed_on,
      record.changed_from,
      record.source,
      record.is_demonstration ? 'yes' : 'no',
    ];
  }
}
