import type { RiverOrder } from '#config/basin/river-order.ts';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  type WaterYearRecord,
} from '#contract/season/water-year.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { createMoreYears } from '#season/years/chart-years.ts';
import { type Comparison, loadComparison } from '#season/years/season-chart.ts';
import { createYearComparison, type PageSettings } from '#season/years/year-comparison.ts';
import { createQuery } from '#stores/queries.ts';
import { columns } from '../files.ts';

/** The state of Water Year Comparisons. */
export function createWaterYear({ request, address, now, river }: PageSettings & { river?: RiverOrder }) {
  const moreYears = createMoreYears(request);
  const screen = createYearComparison<Comparison, WaterYearRecord>({
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
    moreYears,
    hasSections: true,
  });
  return {
    ...screen,
    /** Draws years over the statistics that are chosen, and makes room for the chart. */
    draw(years: readonly number[]) {
      const statistics = screen.$selection.get().series.filter((each) => !/^\d/.test(each));
      const offered = screen.$series.get();
      screen.setSeries([...statistics, ...years.map(String).filter((each) => offered.includes(each))]);
      if (screen.$reason.get() !== undefined) return;
      for (const { setIsOpen } of moreYears.sections) setIsOpen(false);
      screen.submit();
    },
  };
}
