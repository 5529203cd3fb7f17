import { atom, computed } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { Parameter, SeriesLocation } from '#contract/time-series.ts';
import type { SeriesOption } from '#contract/water-year.ts';
import type { Measure } from '#domain/measure.ts';
import type { YearKind } from '#domain/season.ts';
import {
  chooseSeasonParameter,
  defaultSeries,
  isSameSeason,
  readSeason,
  type SeasonSelection,
  whySeasonNotReady,
  writeSeason,
} from '#domain/season-selection.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen, type ScreenSettings } from '#stores/create-screen.ts';
import { allLoaded, createSubmitQuery, dataOf, faultsOf, type Query } from '#stores/queries.ts';
import { firstLocationOf } from './first-location.ts';

/** What a page passes on to the comparison that it shows. */
export type PageSettings = { request: Requester; address: Address; now: () => Date };

export type YearComparisonSettings<T, Row> = Omit<PageSettings, 'request'> & {
  lists: {
    /** Without this list there is one parameter, that of `parameter`. */
    readonly parameters?: Query<Parameter[]>;
    readonly locations: Query<SeriesLocation[]>;
    readonly series: Query<SeriesOption[]>;
  };
  /** The id of the parameter that is chosen at first. */
  parameter: number;
  /** Whether the volume of a discharge can be compared too. */
  hasVolumes?: boolean;
  /** Whether a location is chosen where the address names none. */
  startsWithLocation?: boolean;
  load: (selection: SeasonSelection, signal: AbortSignal) => Promise<T>;
  chartKind: Parameters<typeof readChartState>[1];
  columns: readonly Column<Row>[];
  /** What only one of the pages has: more of the address, and what else is loaded. */
  own?: Pick<ScreenSettings, 'parts' | 'submitted' | 'onStart'>;
};

export type YearComparison<T, Row> = ReturnType<typeof createYearComparison<T, Row>>;

/** The part of the state that does not depend on what is compared. */
export type YearChoice = Omit<YearComparison<unknown, never>, 'result' | 'columns'> & {
  result: Pick<YearComparison<unknown, never>['result'], '$state'>;
};

/** The state of a screen that compares years of one record. */
export function createYearComparison<T, Row>(settings: YearComparisonSettings<T, Row>) {
  const { address, now, lists, load, chartKind, columns } = settings;
  const { hasVolumes = false, startsWithLocation = false, own = {} } = settings;
  const { parameters, locations, series } = lists;
  const today = todayInBasin(now());
  const namedQueries = [
    ...(parameters ? [{ what: 'The list of parameters', query: parameters }] : []),
    { what: 'The list of locations', query: locations },
    { what: 'The list of series', query: series },
  ];
  const queries = namedQueries.map(({ query }) => query);
  const defaults: SeasonSelection = {
    parameter: settings.parameter,
    location: undefined,
    series: defaultSeries(today),
    year: 'water',
    measure: 'value',
  };
  const initialTable = initialState(columns);
  const result = createSubmitQuery<T, SeasonSelection>({ isSame: isSameSeason, fetch: load });
  const $selection = atom<SeasonSelection>(defaults);
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(initialChartState);
  const $ready = allLoaded(queries);
  const $locations = computed([locations.$state, $selection], (state, { parameter }) =>
    (dataOf(state) ?? []).filter(
      (each) => parameter === undefined || each.parameter_ndx_array.includes(parameter),
    ),
  );
  const $series = computed(series.$state, (state) => (dataOf(state) ?? []).map((each) => each.series_desc));
  /** What a parameter can be compared by: a discharge in cfs also by its volume. */
  const measureOf = (parameter: number | undefined, measure: Measure): Measure => {
    const known = parameters && (dataOf(parameters.$state.get()) ?? []);
    const unit = known?.find((each) => each.parameter_ndx === parameter)?.units_name;
    return hasVolumes && unit === 'cfs' ? measure : 'value';
  };
  const change = (next: Partial<SeasonSelection>) => $selection.set({ ...$selection.get(), ...next });

  const { start, pushAddress } = createScreen({
    address,
    queries,
    submitted: [result, ...(own.submitted ?? [])],
    $ready,
    parts: [
      addressPart($selection, {
        read: (query) => readSeason(query, defaults).selection,
        write: (selection) => writeSeason(selection, isSubmitted(selection)),
      }),
      addressPart($chart, {
        read: (query) => readChartState(query, chartKind),
        write: (state) => writeChartState(state, chartKind),
      }),
      addressPart($table, {
        read: (query) => readTableState(query, columns, initialTable, 't.'),
        write: (state) => writeTableState(state, initialTable, 't.'),
      }),
      ...(own.parts ?? []),
    ],
    ...(own.onStart && { onStart: own.onStart }),
    onRestored(query) {
      const available = dropUnavailable($selection.get());
      const namesLocation = new URLSearchParams(query).has('location');
      const selection =
        startsWithLocation && !namesLocation
          ? {
              ...available,
              location: firstLocationOf(dataOf(locations.$state.get()) ?? [], available.parameter),
            }
          : available;
      $selection.set(selection);
      const { submitted } = readSeason(query, defaults);
      if (submitted && whySeasonNotReady(selection) === undefined) result.submit(selection);
      else result.clear();
    },
  });

  function isSubmitted(selection: SeasonSelection): boolean {
    const state = result.$state.get();
    return state.status !== 'idle' && isSameSeason(state.selection, selection);
  }

  /**
   * Loads the submitted result again at once: it is the same record, read by another calendar or measure. Before the selection
   * changes, so that the address says that it was submitted.
   */
  function follow(next: Partial<SeasonSelection>): void {
    const state = result.$state.get();
    if (state.status === 'idle') return;
    const { parameter, measure } = { ...state.selection, ...next };
    result.submit({ ...state.selection, ...next, measure: measureOf(parameter, measure) });
  }

  /** Drops the location and the series of a link that the lists do not have. */
  function dropUnavailable(selection: SeasonSelection): SeasonSelection {
    const availableSeries = new Set($series.get());
    const location = (dataOf(locations.$state.get()) ?? []).find(
      (each) => each.loc_ndx === selection.location,
    );
    const hasParameter =
      selection.parameter !== undefined && location?.parameter_ndx_array.includes(selection.parameter);
    return {
      ...selection,
      location: hasParameter ? selection.location : undefined,
      series: selection.series.filter((each) => availableSeries.has(each)),
      measure: measureOf(selection.parameter, selection.measure),
    };
  }

  return {
    today,
    columns,
    result,
    $selection,
    $table,
    $chart,
    $ready,
    $locations,
    $series,
    $parameters: parameters
      ? computed(parameters.$state, (state): readonly Parameter[] => dataOf(state) ?? [])
      : undefined,
    /** Whether the chosen parameter is a discharge, whose volume can be compared. */
    $canBeVolume: computed(
      [$ready, $selection],
      (ready, { parameter }) => ready && measureOf(parameter, 'volume') === 'volume',
    ),
    $faults: faultsOf(namedQueries),
    $reason: computed([$ready, $selection], (ready, selection) =>
      ready ? whySeasonNotReady(selection) : 'The lists are still loading.',
    ),
    setParameter(parameter: number | undefined) {
      const next = chooseSeasonParameter($selection.get(), parameter, dataOf(locations.$state.get()) ?? []);
      $selection.set({ ...next, measure: measureOf(parameter, next.measure) });
    },
    setLocation: (location: number | undefined) => change({ location }),
    setSeries: (seriesNames: readonly string[]) => change({ series: seriesNames }),
    setYear(year: YearKind) {
      follow({ year });
      change({ year });
    },
    setMeasure(measure: Measure) {
      follow({ measure });
      change({ measure });
    },
    setTable: (state: TableState) => $table.set(state),
    setChart: (state: ChartState) => $chart.set(state),
    submit() {
      const selection = $selection.get();
      if (!$ready.get() || whySeasonNotReady(selection) !== undefined) return;
      $table.set({ ...$table.get(), page: 1 });
      $chart.set(initialChartState);
      result.submit(selection);
      pushAddress();
    },
    start,
  };
}
