import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  readStanding,
  readWaterYears,
} from '#contract/water-year.ts';
import { todayInDenver } from '#domain/calendar.ts';
import { defaultSeries } from '#domain/season-selection.ts';
import { parameterNdx as known } from '#domain/vocabulary.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import type { Address } from '#stores/address.ts';
import { createQuery } from '#stores/queries.ts';
import { createSeasonScreen } from '#stores/season-screen.ts';
import type { Comparison } from '../shared/comparison-chart.ts';
import { columns } from './columns.ts';

export type WaterYearSettings = { request: Requester; address: Address; now: () => Date };
export type WaterYearScreen = ReturnType<typeof createWaterYear>;

const initialTable = initialState(columns);
const prefix = 't.';

/** Water Year Comparisons without its looks. `start()` loads the lists; what it returns ends everything. */
export function createWaterYear({ request, address, now }: WaterYearSettings) {
  const today = todayInDenver(now());
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(initialChartState);
  const screen = createSeasonScreen<Comparison>({
    address,
    lists: {
      parameters: createQuery({ fetch: (signal) => request(listAnalysisParameters, {}, { signal }) }),
      locations: createQuery({ fetch: (signal) => request(listAnalysisLocations, {}, { signal }) }),
      series: createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) }),
    },
    defaults: {
      parameter: known.streamflow,
      location: undefined,
      series: defaultSeries(today),
      year: 'water',
    },
    async load({ parameter, location, series, year }, signal) {
      const pathParams = { parameter: String(parameter), location: String(location) };
      const query = { year };
      const [records, standing] = await Promise.all([
        request(readWaterYears, { params: { ...pathParams, series: series.join(',') }, query }, { signal }),
        request(readStanding, { params: pathParams, query }, { signal }),
      ]);
      return { records, standing };
    },
    addressStates: [
      {
        $changed: $chart,
        restore: (text) => $chart.set(readChartState(text, 'season')),
        serialize: () => writeChartState($chart.get(), 'season'),
      },
      {
        $changed: $table,
        restore: (text) => $table.set(readTableState(text, columns, initialTable, prefix)),
        serialize: () => writeTableState($table.get(), initialTable, prefix),
      },
    ],
  });
  return {
    ...screen,
    today,
    $table,
    $chart,
    setChart: (chart: ChartState) => $chart.set(chart),
    setTable: (table: TableState) => $table.set(table),
    submit() {
      $table.set({ ...$table.get(), page: 1 });
      $chart.set(initialChartState);
      screen.submit();
    },
  };
}
