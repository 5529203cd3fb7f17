import { atom } from 'nanostores';
import type { RiverOrder } from '#config/basin/river-order.ts';
import { type ReachBoard, readReachBoard } from '#contract/season/reach-board.ts';
import { type ReachGainSeason, readReachGainSeason } from '#contract/season/reach-gain-season.ts';
import {
  listAnalysisSeries,
  listReachLocations,
  type ReachGainRecord,
  readReachGains,
  readReachGainsOfAllYears,
  readReachGainsToDate,
  readStanding,
} from '#contract/season/water-year.ts';
import { hasEnded } from '#domain/freshness.ts';
import {
  defaultReference,
  formatReference,
  parseReference,
  type ReferenceChoice,
  type SeasonStart,
  seasonStarts,
} from '#domain/season/gain-season.ts';
import { type GainUnit, gainUnits } from '#domain/season/gain-units.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { columns } from '#downloads/gain-columns.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { isPlausibleDay, todayInBasin } from '#lib/calendar.ts';
import { createMoreYears } from '#season/years/chart-years.ts';
import {
  createYearComparison,
  type PageSettings,
  type YearComparison,
} from '#season/years/year-comparison.ts';
import { codecPart } from '#stores/create-screen.ts';
import { createQuery, createSubmitQuery } from '#stores/queries.ts';
import { type Gains, type SeasonMeasure, seasonMeasures } from './gains-charts.ts';

/** How the gains of a reach are shown, apart from the choice that is submitted. */
type GainView = {
  readonly unit: GainUnit;
  readonly start: SeasonStart;
  readonly reference: ReferenceChoice;
  /** What the season's chart draws. */
  readonly drawn: SeasonMeasure;
};

/** `unit=percent&since=oct&reference=all&drawn=gain`; parts that have their default are absent. */
export const gainViewCodec = addressCodec<GainView>({
  unit: nameField('unit', gainUnits, 'volume'),
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

type BoardChoice = BoardView & Pick<GainView, 'start'> & { readonly reference: string };

/** What the season of a reach depends on. */
type SeasonChoice = { readonly location: number; readonly start: SeasonStart; readonly reference: string };

/** Tells the keys of the season's chart from those of the monthly one: `s.x=31..92&s.off=2021`. */
const seasonPrefix = 's.';

export type ReachGains = ReturnType<typeof createReachGains>;

/** The state of Reach Gains Comparisons. */
export function createReachGains({ request, address, now, river }: PageSettings & { river?: RiverOrder }) {
  const $view = atom<GainView>(gainViewCodec.initial);
  const $seasonChart = atom<ChartState>(initialChartState);
  const season = createSubmitQuery<ReachGainSeason | null, SeasonChoice>({
    fetch: ({ location, start, reference }, signal) =>
      request(
        readReachGainSeason,
        { params: { location: String(location) }, query: { start, reference } },
        { signal },
      ),
  });
  const $boardView = atom<BoardView>(boardCodec.initial);
  const board = createSubmitQuery<ReachBoard | null, BoardChoice>({
    fetch: ({ on, error, start, reference }, signal) =>
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
  const screen: YearComparison<Gains, ReachGainRecord> = createYearComparison({
    address,
    now,
    lists: {
      locations: createQuery({ fetch: (signal) => request(listReachLocations, {}, { signal }) }),
      series: createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) }),
    },
    parameter: parameterNdx.reachGain,
    river,
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
      const isOver = standing.latest !== null && hasEnded(standing.latest, todayInBasin(now()));
      return { chosen, all, toDate: isOver ? [] : toDate, standing };
    },
    chartKind: 'months',
    columns,
    moreYears: createMoreYears(request),
    own: {
      parts: [
        codecPart($view, gainViewCodec),
        codecPart($seasonChart, chartCodec('season', seasonPrefix)),
        codecPart($boardView, boardCodec, () => true),
      ],
      submitted: [season, board],
      onStart() {
        loadBoard();
        return [
          screen.result.$state.listen(loadSeason),
          $view.listen(loadSeason),
          $view.listen(loadBoard),
          $boardView.listen(loadBoard),
        ];
      },
    },
  });

  /** Loads the season of the submitted reach, unless that is what is there. */
  function loadSeason(): void {
    const submitted = screen.result.$state.get();
    const location = submitted.status === 'idle' ? undefined : submitted.selection.location;
    const loaded = season.$state.get();
    if (location === undefined) {
      if (loaded.status !== 'idle') season.clear();
      return;
    }
    const { start, reference } = $view.get();
    const wanted = { location, start, reference: formatReference(reference) };
    if (loaded.status === 'failed' && submitted.status === 'loading') season.submit(wanted);
    else season.show(wanted);
  }

  return {
    ...screen,
    season,
    $view,
    $seasonChart,
    setView(change: Partial<GainView>) {
      $view.set({ ...$view.get(), ...change });
      if (change.start !== undefined) $seasonChart.set(initialChartState);
    },
    board,
    $boardView,
    setBoard: (change: Partial<BoardView>) => $boardView.set({ ...$boardView.get(), ...change }),
    /** Compares the years of a reach of the board. */
    compare(location: number) {
      screen.setLocation(location);
      if (screen.$reason.get() === undefined) screen.submit();
    },
    setSeasonChart: (state: ChartState) => $seasonChart.set(state),
  };
}
