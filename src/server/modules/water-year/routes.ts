import type { FastifyInstance } from 'fastify';
import { readReachGainSeason } from '#contract/reach-gain-season.ts';
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
import { defaultReference, parseReference } from '#domain/gain-reference.ts';
import { maxSeries } from '#domain/season-selection.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type Queryable, withSignal } from '../../db/queryable.ts';
import { readStatisticSetting } from '../../db/statistic-day.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { HttpProblem } from '../../http/problems.ts';
import { cacheQuery, readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import { parametersQuery, seriesLocationsQuery } from '../time-series/queries.ts';
import { comparisonOf, standingRecordOf } from './comparison.ts';
import { readComparedRecord, readLatestRecord } from './measured-record.ts';
import { analysisSeriesQuery, reachLocationsQuery } from './queries.ts';
import { gainSeasonOf } from './reach-gain-season.ts';
import { gainsOf, gainsToDateOf } from './reach-gains.ts';
import { readWholeRecord } from './stored-record.ts';

/** Several people may wait for one computation, so it ends by its own limit and not when one of them leaves. */
const computeTimeoutMs = 20_000;

export function registerWaterYearRoutes(app: FastifyInstance, from: Queryable) {
  registerEndpoint(app, listAnalysisParameters, cacheQuery(from, parametersQuery));
  registerEndpoint(app, listAnalysisLocations, cacheQuery(from, seriesLocationsQuery));
  registerEndpoint(app, listReachLocations, cacheQuery(from, reachLocationsQuery));
  registerEndpoint(app, listAnalysisSeries, cacheQuery(from, analysisSeriesQuery));

  /** Answers that many people ask for; the address says all that they depend on. */
  const answers = createVersionedCache<CachedBody>(16 * 1024 * 1024, ({ body }) => body.length);
  const answer = async (url: string, compute: (limited: Queryable) => Promise<unknown>) =>
    answers.get(await readDataVersion(from), url, async () => {
      const limited = withSignal(from, AbortSignal.timeout(computeTimeoutMs));
      return new CachedBody(JSON.stringify(await compute(limited)));
    });

  registerEndpoint(app, readWaterYears, ({ params, query }, { url }) =>
    answer(url, async (limited) => {
      const wanted = parseSeriesList(params.series);
      const { year: kind = 'water', measure = 'value' } = query;
      return comparisonOf(await readComparedRecord(limited, params, wanted, { kind, measure }), wanted, kind);
    }),
  );

  registerEndpoint(app, readStanding, ({ params, query }, { url }) =>
    answer(url, async (limited) => {
      const { year: kind = 'water', measure = 'value' } = query;
      return standingRecordOf(await readLatestRecord(limited, params, { kind, measure }), kind);
    }),
  );

  registerEndpoint(app, readReachGains, ({ params: { location, series }, query }, { url }) =>
    answer(url, async (limited) => {
      const wanted = parseSeriesList(series);
      const { year = 'water', totals } = query;
      return gainsOf(await readReach(limited, location), year, { wanted, hasTotals: totals === 'true' });
    }),
  );

  registerEndpoint(app, readReachGainsOfAllYears, ({ params: { location }, query }, { url }) =>
    answer(url, async (limited) => {
      const { year = 'water', totals } = query;
      return gainsOf(await readReach(limited, location), year, { hasTotals: totals === 'true' });
    }),
  );

  registerEndpoint(
    app,
    readReachGainsToDate,
    ({ params: { location }, query: { year = 'water' } }, { url }) =>
      answer(url, async (limited) => gainsToDateOf(await readReach(limited, location), year)),
  );

  registerEndpoint(app, readReachGainSeason, ({ params: { location }, query }, { url }) =>
    answer(url, async (limited) => {
      const { start = 'nov', reference = '' } = query;
      const choice = parseReference(reference) ?? defaultReference;
      return gainSeasonOf(await readReach(limited, location), start, choice);
    }),
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
