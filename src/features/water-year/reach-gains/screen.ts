import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import {
  listAnalysisSeries,
  listReachLocations,
  readReachGains,
  readReachGainsOfAllYears,
  readStanding,
} from '#contract/water-year.ts';
import { todayInDenver } from '#domain/calendar.ts';
import { defaultSeries } from '#domain/season-selection.ts';
import { parameterNdx as known } from '#domain/vocabulary.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import type { Address } from '#stores/address.ts';
import { createQuery } from '#stores/queries.ts';
import { createSeasonScreen } from '#stores/season-screen.ts';
import { columns } from './columns.ts';
import type { Gains } from './gains-chart.ts';

export type ReachGainsSettings = { request: Requester; address: Address; now: () => Date };
export type ReachGainsScreen = ReturnType<typeof createReachGains>;

const initialTable = initialState(columns);
const prefix = 't.';

/** Reach Gains Comparisons without its looks. `start()` loads the lists; what it returns ends everything. */
export function createReachGains({ request, address, now }: ReachGainsSettings) {
  const today = todayInDenver(now());
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(initialChartState);
  const screen = createSeasonScreen<Gains>({
    address,
    lists: {
      locations: createQuery({ fetch: (signal) => request(listReachLocations, {}, { signal }) }),
      series: createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) }),
    },
    defaults: {
      parameter: known.reachGain,
      location: undefined,
      series: defaultSeries(today),
      year: 'water',
    },
    async load({ parameter, location, series, year }, signal) {
      const pathParams = { location: String(location) };
      const query = { year };
      const [chosen, all, standing] = await Promise.all([
        request(readReachGains, { params: { ...pathParams, series: series.join(',') }, query }, { signal }),
        request(readReachGainsOfAllYears, { params: pathParams, query }, { signal }),
        request(readStanding, { params: { ...pathParams, parameter: String(parameter) }, query }, { signal }),
      ]);
      return { chosen, all, standing };
    },
    addressStates: [
      {
        $changed: $chart,
        restore: (text) => $chart.set(readChartState(text, 'months')),
        serialize: () => writeChartState($chart.get(), 'months'),
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
