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
import { type Queryable, withSignal } from '../../db/queryable.ts';
import { readStatisticSetting } from '../../db/statistic-day.ts';
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

  registerEndpoint(app, readWaterYears, async ({ params, query, signal }) => {
    const wanted = parseSeriesList(params.series);
    const { year: kind = 'water', measure = 'value' } = query;
    return comparisonOf(
      await readComparedRecord(withSignal(from, signal), params, wanted, { kind, measure }),
      wanted,
      kind,
    );
  });

  registerEndpoint(app, readStanding, async ({ params, query, signal }) => {
    const { year: kind = 'water', measure = 'value' } = query;
    return standingRecordOf(
      await readLatestRecord(withSignal(from, signal), params, { kind, measure }),
      kind,
    );
  });

  registerEndpoint(app, readReachGains, async ({ params: { location, series }, query, signal }) => {
    const wanted = parseSeriesList(series);
    const { year = 'water', totals } = query;
    return gainsOf(await readReach(withSignal(from, signal), location), year, {
      wanted,
      hasTotals: totals === 'true',
    });
  });

  registerEndpoint(app, readReachGainsOfAllYears, async ({ params: { location }, query, signal }) => {
    const { year = 'water', totals } = query;
    const hasTotals = totals === 'true';
    return gainsOf(await readReach(withSignal(from, signal), location), year, { hasTotals });
  });

  registerEndpoint(
    app,
    readReachGainsToDate,
    async ({ params: { location }, query: { year = 'water' }, signal }) =>
      gainsToDateOf(await readReach(withSignal(from, signal), location), year),
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
