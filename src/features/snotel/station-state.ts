import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { HealthRow } from '#downloads/snow-rows.ts';
import { type ChartState, initialChartState } from '#kits/chart/index.ts';
import { createSubmitQuery } from '#stores/queries.ts';
import type { Chosen } from './chosen.ts';
import { loadStation, type Station } from './station.ts';

type StationStateSettings = {
  request: Requester;
  $chosen: ReadableAtom<Chosen | undefined>;
  $siteRows: ReadableAtom<readonly HealthRow[]>;
  /** `YYYY-MM-DD` */
  today: string;
  currentYear: number;
};

/** The chosen station with its values, which are loaded when it is chosen. */
export function createStationState(settings: StationStateSettings) {
  const { request, $chosen, $siteRows, today, currentYear } = settings;
  const query = createSubmitQuery<Station | undefined, number>({
    isSame: (one, other) => one === other,
    fetch: (id, signal) => loadStation(request, id, { today, currentYear }, signal),
  });
  const $chart = atom<ChartState>(initialChartState);
  /** The row of the station; undefined while the sites are loading, and for a number that none of them has. */
  const $row = computed([$chosen, $siteRows], (chosen, rows) =>
    chosen?.kind === 'site' ? rows.find(({ id }) => id === chosen.id) : undefined,
  );
  const $id = computed($row, (row) => row?.id);
  return {
    query,
    $chart,
    $row,
    setChart: (state: ChartState) => $chart.set(state),
    /** Loads the station that is chosen, now and later. @returns how to stop */
    follow(): () => void {
      return $id.subscribe((id) => (id === undefined ? query.clear() : query.submit(id)));
    },
  };
}
