import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import type { ValueAccess } from '../../access/value-access.ts';
import { type Queryable, withSignal } from '../../db/queryable.ts';
import { readStatisticSetting } from '../../db/statistic-day.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { HttpProblem } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import type { Caller } from '../../plugins/access.ts';
import { parametersQuery, seriesLocationsQuery } from '../time-series/queries.ts';
import { comparisonOf, standingRecordOf } from './comparison.ts';
import { readComparedRecord, readLatestRecord } from './measured-record.ts';
import { analysisSeriesQuery, reachLocationsQuery } from './queries.ts';
import { gainSeasonOf } from './reach-gain-season.ts';
import { gainsOf, gainsToDateOf } from './reach-gains.ts';
import { readWholeRecord } from './stored-record.ts';

/** Several people may wait for one computation, so it ends by its own limit and not when one of them leaves. */
const computeTimeoutMs = 20_000;

export function registerWaterYearRoutes(app: FastifyInstance, from: Queryable, valueAccess: ValueAccess) {
  const { cacheListByCaller } = valueAccess;
  registerEndpoint(app, listAnalysisParameters, cacheListByCaller(parametersQuery));
  registerEndpoint(app, listAnalysisLocations, cacheListByCaller(seriesLocationsQuery));
  registerEndpoint(app, listReachLocations, cacheListByCaller(reachLocationsQuery));
  registerEndpoint(app, listAnalysisSeries, cacheListByCaller(analysisSeriesQuery));

  /** Answers that many people ask for; the address says all that they depend on. */
  const answers = createVersionedCache<CachedBody>(16 * 1024 * 1024, ({ body }) => body.length);
  const answer = async (
    { params, caller }: { params: { location: string }; caller: Caller | undefined },
    { url }: FastifyRequest,
    compute: (limited: Queryable) => Promise<unknown>,
  ) => {
    await valueAccess.requireReadable(caller, [Number(params.location)]);
    return answers.get(await readDataVersion(from), url, async () => {
      const limited = withSignal(from, AbortSignal.timeout(computeTimeoutMs));
      return new CachedBody(JSON.stringify(await compute(limited)));
    });
  };

  registerEndpoint(app, readWaterYears, (call, request) =>
    answer(call, request, async (limited) => {
      const { params, query } = call;
      const wanted = parseSeriesList(params.series);
      const { year: kind = 'water', measure = 'value' } = query;
      return comparisonOf(await readComparedRecord(limited, params, wanted, { kind, measure }), wanted, kind);
    }),
  );

  registerEndpoint(app, readStanding, (call, request) =>
    answer(call, request, async (limited) => {
      const { year: kind = 'water', measure = 'value' } = call.query;
      return standingRecordOf(await readLatestRecord(limited, call.params, { kind, measure }), kind);
    }),
  );

  registerEndpoint(app, readReachGains, (call, request) =>
    answer(call, request, async (limited) => {
      const { location, series } = call.params;
      const wanted = parseSeriesList(series);
      const { year = 'water', totals } = call.query;
      return gainsOf(await readReach(limited, location), year, { wanted, hasTotals: totals === 'true' });
    }),
  );

  registerEndpoint(app, readReachGainsOfAllYears, (call, request) =>
    answer(call, request, async (limited) => {
      const { year = 'water', totals } = call.query;
      const reach = await readReach(limited, call.params.location);
      return gainsOf(reach, year, { hasTotals: totals === 'true' });
    }),
  );

  registerEndpoint(app, readReachGainsToDate, (call, request) =>
    answer(call, request, async (limited) =>
      gainsToDateOf(await readReach(limited, call.params.location), call.query.year ?? 'water'),
    ),
  );

  registerEndpoint(app, readReachGainSeason, (call, request) =>
    answer(call, request, async (limited) => {
      const { start = 'nov', reference = '' } = call.query;
      const choice = parseReference(reference) ?? defaultReference;
      return gainSeasonOf(await readReach(limited, call.params.location), start, choice);
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
