import type { RiverOrder } from '#config/river-order.ts';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  type WaterYearRecord,
} from '#contract/water-year.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { columns } from '#downloads/year-columns.ts';
import { createQuery } from '#stores/queries.ts';
import { type Comparison, loadComparison } from '#stores/season-chart.ts';
import { createYearComparison, type PageSettings } from '../shared/year-comparison.ts';

/** The state of Water Year Comparisons. */
export function createWaterYear({ request, address, now, river }: PageSettings & { river?: RiverOrder }) {
  return createYearComparison<Comparison, WaterYearRecord>({
    address,
    now,
    lists: {
      parameters: createQuery({ fetch: (signal) => request(listAnalysisParameters, {}, { signal }) }),
      locations: createQuery({ fetch: (signal) => request(listAnalysisLocations, {}, { signal }) }),
      series: createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) }),
    },
    parameter: parameterNdx.streamflow,
    hasVolumes: true,
    river,
    load: (selection, signal) => loadComparison(request, selection, signal),
    chartKind: 'season',
    columns,
  });
}
