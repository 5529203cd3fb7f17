import type { FastifyInstance } from 'fastify';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  listReachLocations,
  readReachGains,
  readReachGainsOfAllYears,
  readReachGainsToDate,
  readStanding,
  readWaterYears,
} from '#contract/water-year.ts';
import { maxSeries } from '#domain/season-selection.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { readStatisticSetting } from '../../db/statistic-day.ts';
import type { Queryable } from '../../db/store.ts';
import { HttpProblem } from '../../http/problems.ts';
import { cacheQuery } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { parametersQuery, seriesLocationsQuery } from '../time-series/queries.ts';
import { comparisonOf, standingRecordOf } from './comparison.ts';
import { readComparedRecord, readLatestRecord } from './measured-record.ts';
import { analysisSeriesQuery, reachLocationsQuery } from './queries.ts';
import { gainsOf, gainsToDateOf } from './reach-gains.ts';
import { readWholeRecord } from './stored-record.ts';

export function registerWaterYearRoutes(app: FastifyInstance, from: Queryable) {
  registerEndpoint(app, listAnalysisParameters, cacheQuery(from, parametersQuery));
  registerEndpoint(app, listAnalysisLocations, cacheQuery(from, seriesLocationsQuery));
  registerEndpoint(app, listReachLocations, cacheQuery(from, reachLocationsQuery));
  registerEndpoint(app, listAnalysisSeries, cacheQuery(from, analysisSeriesQuery));

  registerEndpoint(app, readWaterYears, async ({ params, query }) => {
    const wanted = parseSeriesList(params.series);
    const { year: kind = 'water', measure = 'value' } = query;
    return comparisonOf(await readComparedRecord(from, params, wanted, { kind, measure }), wanted, kind);
  });

  registerEndpoint(app, readStanding, async ({ params, query }) => {
    const { year: kind = 'water', measure = 'value' } = query;
    return standingRecordOf(await readLatestRecord(from, params, { kind, measure }), kind);
  });

  registerEndpoint(app, readReachGains, async ({ params: { location, series }, query }) => {
    const wanted = parseSeriesList(series);
    const { year = 'water', totals } = query;
    return gainsOf(await readReach(from, location), year, {
      wanted,
      hasTotals: totals === 'true',
    });
  });

  registerEndpoint(app, readReachGainsOfAllYears, async ({ params: { location }, query }) => {
    const { year = 'water', totals } = query;
    const hasTotals = totals === 'true';
    return gainsOf(await readReach(from, location), year, { hasTotals });
  });

  registerEndpoint(app, readReachGainsToDate, async ({ params: { location }, query: { year = 'water' } }) =>
    gainsToDateOf(await readReach(from, location), year),
  );
}

async function readReach(from: Queryable, location: string) {
  const [record, { approved_only: approvedOnly }] = await Promise.all([
    readWholeRecord(from, String(parameterNdx.reachGain), location),
    readStatisticSetting(from),
  ]);
  return { ...record, approvedOnly };
}

function parseSeriesList(series: string): string[] {
  const wanted = [...new Set(series.split(','))];
  if (wanted.length > maxSeries) {
    const message = `At most ${maxSeries} series; these are ${wanted.length}.`;
    throw new HttpProblem(400, message, { errors: [{ path: 'series', message }] });
  }
  return wanted;
}
