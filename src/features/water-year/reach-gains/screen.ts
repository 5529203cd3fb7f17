import {
  listAnalysisSeries,
  listReachLocations,
  type ReachGainRecord,
  readReachGains,
  readReachGainsOfAllYears,
  readReachGainsToDate,
  readStanding,
} from '#contract/water-year.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { createQuery } from '#stores/queries.ts';
import { createYearComparison, type PageSettings } from '../shared/year-comparison.ts';
import { columns } from './columns.ts';
import type { Gains } from './gains-chart.ts';

/** The state of Reach Gains Comparisons. */
export function createReachGains({ request, address, now }: PageSettings) {
  return createYearComparison<Gains, ReachGainRecord>({
    address,
    now,
    lists: {
      locations: createQuery({ fetch: (signal) => request(listReachLocations, {}, { signal }) }),
      series: createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) }),
    },
    parameter: parameterNdx.reachGain,
    async load({ parameter, location, series, year }, signal) {
      const params = { location: String(location) };
      const query = { year };
      const totals = { ...query, totals: 'true' as const };
      const [chosen, all, toDate, standing] = await Promise.all([
        request(readReachGains, { params: { ...params, series: series.join(',') }, query }, { signal }),
        request(readReachGainsOfAllYears, { params, query: totals }, { signal }),
        request(readReachGainsToDate, { params, query }, { signal }),
        request(readStanding, { params: { ...params, parameter: String(parameter) }, query }, { signal }),
      ]);
      return { chosen, all, toDate, standing };
    },
    chartKind: 'months',
    columns,
  });
}
