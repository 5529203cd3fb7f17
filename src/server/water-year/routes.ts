import { type SQL, sql } from 'drizzle-orm/sql';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
} from '#contract/season/water-year.ts';
import { maxSeries } from '#domain/season/season-tool-address.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { Caller } from '../access/access-control.ts';
import type { ValueAccess } from '../access/value-access.ts';
import { readFindings, type ScopeOf } from '../db/findings.ts';
import type { Queryable } from '../db/queryable.ts';
import { badInput } from '../http/problems.ts';
import { type CachedQuery, cacheAnswers } from '../http/query-cache.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { weights } from '../limits/request-budget.ts';
import { parametersQuery, seriesLocationsQuery } from '../site-lists.ts';
import { comparisonOf, standingRecordOf } from './comparison.ts';
import { readComparedRecord, readLatestRecord, readReach } from './measured-record.ts';
import { gainsOf, gainsToDateOf } from './reach-gains.ts';

/** `shown` is a condition on the locations `l`. */
const reachLocationsQuery = (shown: SQL): CachedQuery =>
  seriesLocationsQuery(
    shown,
    sql`where exists (select from location_parameter r
      where r.loc_ndx = p.loc_ndx and r.parameter_ndx = ${parameterNdx.reachGain})`,
  );

/**
 * The statistics, then every water or irrigation year with data, newest first. A day from October on belongs to the year
 * that ends in the next calendar year.
 */
const analysisSeriesQuery = (shown: SQL): CachedQuery => ({
  json: sql`(select json_agg(json_build_object('series_desc', s.series_desc))::text from (
    select unnest(array['Minimum', 'Median', 'Maximum']) as series_desc
    union all
    select y::text from (
      select generate_series(
        max(extract(year from por_end + interval '3 months'))::int,
        min(extract(year from por_start + interval '2 months'))::int, -1) as y
      from location_parameter join location l using (loc_ndx) where ${shown}
    ) years
  ) s)`,
});

type WaterYearServices = {
  readonly valueAccess: ValueAccess;
  readonly scopeOf: ScopeOf;
};

export function registerWaterYearRoutes(
  app: FastifyInstance,
  from: Queryable,
  { valueAccess, scopeOf }: WaterYearServices,
) {
  const { cacheListByCaller } = valueAccess;
  registerEndpoint(app, listAnalysisParameters, cacheListByCaller(parametersQuery));
  registerEndpoint(app, listAnalysisLocations, cacheListByCaller(seriesLocationsQuery));
  registerEndpoint(app, listReachLocations, cacheListByCaller(reachLocationsQuery));
  registerEndpoint(app, listAnalysisSeries, cacheListByCaller(analysisSeriesQuery));

  /** Answers that many people ask for; the address says all that they depend on. */
  const answers = cacheAnswers(from, 16 * 1024 * 1024, weights.computed);
  const answer = async (
    { params, caller }: { params: { location: string }; caller: Caller | undefined },
    { url }: FastifyRequest,
    compute: (limited: Queryable) => Promise<unknown>,
  ) => {
    await valueAccess.requireReadable(caller, [Number(params.location)]);
    return answers(url, compute);
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
      const record = await readLatestRecord(limited, call.params, { kind, measure });
      const options = { ...(await scopeOf(call.caller)), recentDays: 0 };
      const [finding = null] = measure === 'value' ? await readFindings(limited, [record], options) : [];
      return standingRecordOf(record, finding, kind);
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
}

export function parseSeriesList(series: string): string[] {
  const wanted = [...new Set(series.split(','))];
  if (wanted.length > maxSeries) {
    throw badInput('series', `At most ${maxSeries} series; these are ${wanted.length}.`);
  }
  return wanted;
}
