import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  listSeriesHuc8s,
  listSeriesLocations,
  listSeriesParameters,
  listSiteSummaries,
  listTimeseriesFilters,
  mostLocations,
  readDailyData,
  saveTimeseriesFilter,
} from '#contract/time-series.ts';
import { exportedAt } from '#domain/exported-at.ts';
import { flagNames, flagWords } from '#domain/flags.ts';
import { csvFile } from '../../csv.ts';
import type { Store } from '../../db/open.ts';
import { keep } from '../../kept.ts';
import { mount } from '../../mount.ts';
import { Prepared } from '../../prepared.ts';
import { HttpProblem, unauthorized } from '../../problems.ts';
import { columnsJson, type DailyRows, dailyRecords, eachRecord, readDailyRows } from './daily.ts';
import { readFilters, saveFilter } from './filters.ts';
import { huc8s, parameters, seriesLocations, siteSummaries } from './queries.ts';

export function mountTimeSeries(app: FastifyInstance, store: Store) {
  mount(app, listSiteSummaries, keep(store, siteSummaries));
  mount(app, listSeriesHuc8s, keep(store, huc8s));
  mount(app, listSeriesParameters, keep(store, parameters));
  mount(app, listSeriesLocations, keep(store, seriesLocations));

  mount(
    app,
    listTimeseriesFilters,
    async ({ caller }) => {
      if (!caller) throw unauthorized('none');
      return readFilters(store, caller);
    },
    { maxAge: 'never' },
  );
  mount(app, saveTimeseriesFilter, async ({ caller, body }) => {
    if (!caller) throw unauthorized('none');
    return saveFilter(store, caller, body);
  });

  mount(
    app,
    readDailyData,
    async ({ params: { parameter, locations: list, start, end }, query }, request) => {
      const locations = [...new Set(list.split(',').map(Number))];
      if (locations.length > mostLocations) {
        refuse('locations', `At most ${mostLocations} locations; these are ${locations.length}.`);
      }
      if (start > end) refuse('start', `The start, ${start}, is after the end, ${end}.`);
      const rows = await readDailyRows(store, { parameter, locations, start, end });
      switch (query.format ?? (prefersCsv(request) ? 'csv' : 'records')) {
        case 'columns':
          return new Prepared(columnsJson(rows));
        case 'csv':
          return csvOf(rows, request.url);
        case 'records':
          return dailyRecords(rows);
      }
    },
    { varies: ['Accept'] },
  );
}

function refuse(path: string, message: string): never {
  throw new HttpProblem(400, message, { errors: [{ path, message }] });
}

/** Whether the client names CSV and not JSON. */
function prefersCsv({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}

function csvOf(rows: DailyRows, url: string): Prepared {
  const { parameter, series } = rows;
  const providers = [...new Set(series.map((each) => each.data_provider_name))].sort();
  const count = series.reduce((sum, each) => sum + each.count, 0);
  return csvFile({
    fileName: `${parameter.parameter_name} daily`,
    notes: [
      `${parameter.parameter_name}, daily values, ${parameter.units_name}`,
      `Source: ${providers.join(', ') || 'none'}`,
      exportedAt(new Date()),
      `Query: ${url}`,
      `Rows: ${count}`,
      'Approval: A approved, P provisional and subject to revision. Qualifier, by the agency: e estimated, Ice, …',
      `Flag: values that fail a quality rule, which no graph or statistic has. ${flagNames.map((flag) => `${flag}: ${flagWords(flag)}`).join('; ')}`,
      'Dates are days in America/Denver.',
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
    ],
    rows: csvRows(rows),
  });
}

function* csvRows(rows: DailyRows) {
  for (const record of eachRecord(rows)) {
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
    ];
  }
}
