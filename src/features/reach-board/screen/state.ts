import { atom } from 'nanostores';
import {
  defaultReference,
  formatReference,
  parseReference,
  type ReferenceChoice,
  type SeasonStart,
  seasonStarts,
} from '#domain/season/gain-season.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { isPlausibleDay } from '#lib/calendar.ts';
import type { ReachHost } from '#season/reach-parts.ts';
import { codecPart } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { type ReachBoard, type ReachGainSeason, readReachBoard, readReachGainSeason } from '../contract.ts';
import { type SeasonMeasure, seasonMeasures } from './season-chart.ts';

/** How the season of a reach is shown. */
type SeasonView = {
  readonly start: SeasonStart;
  readonly reference: ReferenceChoice;
  /** What the chart draws. */
  readonly drawn: SeasonMeasure;
};

/** `since=oct&reference=all&drawn=gain`; parts that have their default are absent. */
export const seasonViewCodec = addressCodec<SeasonView>({
  start: nameField('since', seasonStarts, 'nov'),
  reference: {
    key: 'reference',
    initial: defaultReference,
    parse: parseReference,
    format(reference) {
      const years = formatReference(reference);
      return years === formatReference(defaultReference) ? undefined : years;
    },
  },
  drawn: nameField('drawn', seasonMeasures, 'difference'),
});

/** By how many percent a gage may be off. */
export const gageErrors = ['3', '5', '8', '10'] as const;

export const startLabels: Readonly<Record<SeasonStart, string>> = {
  nov: '1 Nov',
  oct: '1 Oct',
  may: '1 May',
};

/** The day of the board, the latest by default, and the error of its gages. */
type BoardView = { readonly on: string | undefined; readonly error: (typeof gageErrors)[number] };

/** `on=2026-07-15&error=8` */
export const boardCodec = addressCodec<BoardView>({
  on: {
    key: 'on',
    initial: undefined,
    parse: (text) => (isPlausibleDay(text) ? text : undefined),
    format: (on) => on,
  },
  error: nameField('error', gageErrors, '5'),
});

type BoardChoice = BoardView & Pick<SeasonView, 'start'> & { readonly reference: string };

/** What the season of a reach depends on. */
type SeasonChoice = { readonly location: number; readonly start: SeasonStart; readonly reference: string };

/** Tells the keys of the season's chart from those of the monthly one: `s.x=31..92&s.off=2021`. */
const seasonPrefix = 's.';

export type ReachBoardState = ReturnType<typeof createReachBoard>;

/** The state of the board and of the cumulative gain of the reach that is compared. */
export function createReachBoard({ request, $compared, compare }: ReachHost) {
  const $view = atom<SeasonView>(seasonViewCodec.initial);
  const $seasonChart = atom<ChartState>(initialChartState);
  const $boardView = atom<BoardView>(boardCodec.initial);
  const season = createQuery<ReachGainSeason | null, SeasonChoice>({
    onSubmit: true,
    fetch: (signal, { location, start, reference }) =>
      request(
        readReachGainSeason,
        { params: { location: String(location) }, query: { start, reference } },
        { signal },
      ),
  });
  const board = createQuery<ReachBoard | null, BoardChoice>({
    onSubmit: true,
    fetch: (signal, { on, error, start, reference }) =>
      request(
        readReachBoard,
        { query: { start, reference, error, ...(on !== undefined && { on }) } },
        { signal, identify: true },
      ),
  });

  /** Loads the board unless it is there. */
  function loadBoard(): void {
    const { start, reference } = $view.get();
    board.show({ ...$boardView.get(), start, reference: formatReference(reference) });
  }

  /** Loads the season of the compared reach, unless that is what is there. */
  function loadSeason(): void {
    const compared = $compared.get();
    const loaded = season.$state.get();
    if (compared === undefined) {
      if (loaded.status !== 'idle') season.clear();
      return;
    }
    const { start, reference } = $view.get();
    const wanted = { location: compared.location, start, reference: formatReference(reference) };
    if (loaded.status === 'failed' && compared.isLoading) season.submit(wanted);
    else season.show(wanted);
  }

  return {
    season,
    $view,
    $seasonChart,
    setView(change: Partial<SeasonView>) {
      $view.set({ ...$view.get(), ...change });
      if (change.start !== undefined) $seasonChart.set(initialChartState);
    },
    board,
    $boardView,
    setBoard: (change: Partial<BoardView>) => $boardView.set({ ...$boardView.get(), ...change }),
    compare,
    setSeasonChart: (state: ChartState) => $seasonChart.set(state),
    parts: [
      codecPart($view, seasonViewCodec),
      codecPart($seasonChart, chartCodec('season', seasonPrefix)),
      codecPart($boardView, boardCodec, () => true),
    ],
    submitted: [season, board],
    onStart() {
      loadBoard();
      return [
        $compared.listen(loadSeason),
        $view.listen(loadSeason),
        $view.listen(loadBoard),
        $boardView.listen(loadBoard),
      ];
    },
  };
}
