import type { RiverOrder } from '#config/basin/river-order.ts';
import type { AnalogYears } from '#contract/season/analog-years.ts';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  type WaterYearRecord,
} from '#contract/season/water-year.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { columns } from '#downloads/year-columns.ts';
import { type Comparison, loadComparison } from '#season/years/season-chart.ts';
import { createYearComparison, type PageSettings } from '#season/years/year-comparison.ts';
import { createAnalogs } from '#stores/analogs.ts';
import { createQuery } from '#stores/queries.ts';

/** The state of Water Year Comparisons. */
export function createWaterYear({ request, address, now, river }: PageSettings & { river?: RiverOrder }) {
  const analogs = createAnalogs(request);
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
    analogs,
    hasAnalogYears: true,
    own: { parts: [analogs.part] },
  });
  return {
    ...screen,
    /** Draws the running year and the nearest ones over the statistics that are chosen, and makes room for the chart. */
    compareAnalogs({ year, nearest }: Pick<AnalogYears, 'year' | 'nearest'>) {
      const statistics = screen.$selection.get().series.filter((each) => !/^\d/.test(each));
      const years = [year, ...nearest.map((each) => each.year)].map(String);
      const offered = screen.$series.get();
      screen.setSeries([...statistics, ...years.filter((each) => offered.includes(each))]);
      if (screen.$reason.get() !== undefined) return;
      analogs.setView({ isOpen: false });
      screen.submit();
    },
  };
}

export type WaterYears = ReturnType<typeof createWaterYear>;
