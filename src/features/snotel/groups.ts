import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { readSnowBoard, readSnowGroup, type SnowBoard, type SnowGroup } from '#contract/snow-board.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { addressPart } from '#stores/create-screen.ts';
import { createSubmitQuery, dataOf } from '#stores/queries.ts';

/** The chosen group, and the day, the latest by default. */
export type GroupChoice = { readonly group: string; readonly on: string | undefined };

type GroupsSettings = {
  request: Requester;
  /** Undefined for a basin file without groups. */
  $choice: ReadableAtom<GroupChoice | undefined>;
};

/** Tells the keys of the curve of the group from those of the station: `g.x=31..92`. */
const chartPrefix = 'g.';

/** The groups of snow sites of a day, and the season of the chosen one. */
export function createGroupsState({ request, $choice }: GroupsSettings) {
  const board = createSubmitQuery<SnowBoard | null, Pick<GroupChoice, 'on'>>({
    isSame: (one, other) => one.on === other.on,
    fetch: ({ on }, signal) => request(readSnowBoard, { query: queryOf(on) }, { signal, identify: true }),
  });
  const season = createSubmitQuery<SnowGroup, GroupChoice>({
    isSame: (one, other) => one.on === other.on && one.group === other.group,
    fetch: ({ group, on }, signal) =>
      request(readSnowGroup, { query: { group, ...queryOf(on) } }, { signal, identify: true }),
  });
  const $chart = atom<ChartState>(initialChartState);

  /** Loads what is chosen, unless it is there. */
  function load(choice: GroupChoice | undefined): void {
    if (!choice) return;
    const [shown, drawn] = [board.$state.get(), season.$state.get()];
    if (shown.status === 'idle' || shown.selection.on !== choice.on) board.submit(choice);
    const isDrawn =
      drawn.status !== 'idle' && drawn.selection.group === choice.group && drawn.selection.on === choice.on;
    if (!isDrawn) season.submit(choice);
  }

  return {
    board,
    season,
    $chart,
    setChart: (state: ChartState) => $chart.set(state),
    chartPart: addressPart($chart, {
      read: (query) => readChartState(query, 'season', chartPrefix),
      write: (state) => writeChartState(state, 'season', chartPrefix),
    }),
    $choice,
    /** What the board says of the chosen group. Undefined until it is loaded. */
    $now: computed([board.$state, $choice], (state, choice) =>
      dataOf(state)?.groups.find(({ label }) => label === choice?.group),
    ),
    follow: () => $choice.subscribe(load),
  };
}

function queryOf(on: string | undefined) {
  return on === undefined ? {} : { on };
}
