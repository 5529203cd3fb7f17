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
import { parameter as known } from '#domain/vocabulary.ts';
import { type ChartState, readChartState, wholeChart, writeChartState } from '#kits/chart/index.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import type { Address } from '#stores/address.ts';
import { createQuery } from '#stores/queries.ts';
import { createSeasonScreen } from '#stores/season-screen.ts';
import { columns } from './columns.ts';
import type { Gains } from './content.ts';

export type ReachGainsSettings = { request: Requester; address: Address; now: () => Date };
export type ReachGainsScreen = ReturnType<typeof createReachGains>;

const initialTable = initialState(columns);
const prefix = 't.';

/** Reach Gains Comparisons without its looks. `start()` loads the lists; what it returns ends everything. */
export function createReachGains({ request, address, now }: ReachGainsSettings) {
  const today = todayInDenver(now());
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(wholeChart);
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
      const place = { location: String(location) };
      const query = { year };
      const [chosen, all, standing] = await Promise.all([
        request(readReachGains, { params: { ...place, series: series.join(',') }, query }, { signal }),
        request(readReachGainsOfAllYears, { params: place, query }, { signal }),
        request(readStanding, { params: { ...place, parameter: String(parameter) }, query }, { signal }),
      ]);
      return { chosen, all, standing };
    },
    parts: [
      {
        $changed: $chart,
        read: (text) => $chart.set(readChartState(text, 'months')),
        write: () => writeChartState($chart.get(), 'months'),
      },
      {
        $changed: $table,
        read: (text) => $table.set(readTableState(text, columns, initialTable, prefix)),
        write: () => writeTableState($table.get(), initialTable, prefix),
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
      $chart.set(wholeChart);
      screen.submit();
    },
  };
}
