import { atom, computed } from 'nanostores';
import type { RiverOrder } from '#config/basin/river-order.ts';
import type { Requester } from '#contract/request.ts';
import type { SeriesOption } from '#contract/season/water-year.ts';
import type { SeriesLocation, SeriesParameter } from '#contract/time-series.ts';
import type { YearKind } from '#domain/season/season.ts';
import {
  chooseSeasonParameter,
  chooseSeries,
  defaultSeries,
  isSameSeason,
  type SeasonSelection,
  seasonCodec,
  whySeasonNotReady,
} from '#domain/season/season-tool-address.ts';
import type { Measure } from '#domain/vocabulary.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, codecPart, type ScreenSettings } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';
import { dataOf, type Query } from '#stores/queries.ts';
import type { MoreYears } from './chart-years.ts';

/** What a page passes on to the tool that it shows. */
export type PageSettings = { request: Requester; address: Address; now: () => Date };

export type YearComparisonSettings<T, Row> = Omit<PageSettings, 'request'> & {
  lists: {
    /** Without this list there is one parameter, that of `parameter`. */
    readonly parameters?: Query<SeriesParameter[]>;
    readonly locations: Query<SeriesLocation[]>;
    readonly series: Query<SeriesOption[]>;
  };
  /** The id of the parameter that is chosen at first. */
  parameter: number;
  river?: RiverOrder | undefined;
  /** Whether the volume of a discharge can be compared too. */
  hasVolumes?: boolean;
  moreYears: MoreYears;
  /** The page shows the sections about years. */
  hasSections?: boolean;
  load: (selection: SeasonSelection, signal: AbortSignal) => Promise<T>;
  chartKind: Parameters<typeof chartCodec>[0];
  columns: readonly Column<Row>[];
  /** What only one of the pages has: more of the address, and what else is loaded. */
  own?: Pick<ScreenSettings, 'parts' | 'submitted' | 'onStart'>;
};

export type YearComparison<T, Row> = ReturnType<typeof createYearComparison<T, Row>>;

/** The part of the state that does not depend on what is compared. */
export type YearChoice = Omit<YearComparison<unknown, never>, 'result' | 'columns'> & {
  result: Pick<YearComparison<unknown, never>['result'], '$state'>;
};

const noRiver: RiverOrder = { sites: [], first: undefined };

/** The state of a tool that compares years of one record. */
export function createYearComparison<T, Row>(settings: YearComparisonSettings<T, Row>) {
  const { address, now, lists, load, chartKind, columns, moreYears } = settings;
  const { river = noRiver, hasVolumes = false, hasSections = false, own = {} } = settings;
  const { parameters, locations, series } = lists;
  const today = todayInBasin(now());
  const initialTable = initialState(columns);
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(initialChartState);
  const $all = computed(locations.$state, (state) => alongRiver(dataOf(state) ?? [], river));
  const $series = computed(series.$state, (state) => (dataOf(state) ?? []).map((each) => each.series_desc));
  /** What a parameter can be compared by: a discharge in cfs also by its volume. */
  const measureOf = (parameter: number | undefined, measure: Measure): Measure => {
    const known = parameters && (dataOf(parameters.$state.get()) ?? []);
    const unit = known?.find((each) => each.parameter_ndx === parameter)?.units_name;
    return hasVolumes && unit === 'cfs' ? measure : 'value';
  };

  const tool = createTool<T, SeasonSelection>({
    address,
    codec: seasonCodec({
      parameter: settings.parameter,
      location: undefined,
      series: defaultSeries(today),
    }),
    lists: [
      ...(parameters ? [{ what: 'The list of parameters', query: parameters }] : []),
      { what: 'The list of locations', query: locations },
      { what: 'The list of series', query: series },
    ],
    restore: completeByLists,
    missing: whySeasonNotReady,
    isSame: isSameSeason,
    load,
    ...own,
    submitted: [moreYears, ...(own.submitted ?? [])],
    parts: [
      codecPart($chart, chartCodec(chartKind)),
      addressPart($table, {
        read: (query) => readTableState(query, columns, initialTable, 't.'),
        write: (state) => writeTableState(state, initialTable, 't.'),
      }),
      ...(hasSections ? moreYears.sections.map(({ part }) => part) : []),
      ...(own.parts ?? []),
    ],
    onSubmit() {
      $table.set({ ...$table.get(), page: 1 });
      $chart.set(initialChartState);
    },
  });
  const { $selection, $ready, result } = tool;

  /** Drops the location and the series of a link that the lists do not have; without a link the first location is chosen. */
  function completeByLists(selection: SeasonSelection, query: string): SeasonSelection {
    const { parameter } = selection;
    const all = $all.get();
    const location = new URLSearchParams(query).has('location')
      ? all.find((each) => each.loc_ndx === selection.location)
      : all.find((each) => each.loc_ndx === firstLocationOf(all, parameter, river.first));
    const isOffered = parameter !== undefined && location?.parameter_ndx_array.includes(parameter) === true;
    const offered = new Set($series.get());
    return {
      ...selection,
      location: isOffered ? location.loc_ndx : undefined,
      series: selection.series.filter((each) => offered.has(each)),
      measure: measureOf(parameter, selection.measure),
    };
  }

  /**
   * Takes another calendar or measure of the same record, and loads a submitted result again at once. Before the selection
   * changes, so that the address says that it was submitted.
   */
  function follow(next: Partial<SeasonSelection>): void {
    const state = result.$state.get();
    if (state.status !== 'idle') {
      const { parameter, measure } = { ...state.selection, ...next };
      result.submit({ ...state.selection, ...next, measure: measureOf(parameter, measure) });
    }
    tool.change(next);
  }

  const setSeries = (names: readonly string[]) => tool.change(chooseSeries($selection.get(), names));

  return {
    ...tool,
    today,
    columns,
    moreYears,
    hasSections,
    $table,
    $chart,
    $locations: computed([$all, $selection], (all, { parameter }) =>
      all.filter((each) => parameter === undefined || each.parameter_ndx_array.includes(parameter)),
    ),
    $series,
    $parameters: parameters
      ? computed(parameters.$state, (state): readonly SeriesParameter[] => dataOf(state) ?? [])
      : undefined,
    /** Whether the chosen parameter is a discharge, whose volume can be compared. */
    $canBeVolume: computed([$ready, $selection], (ready, { parameter }) =>
      // Until the units are known, the field has its place for the parameter that is chosen at first.
      ready ? measureOf(parameter, 'volume') === 'volume' : hasVolumes && parameter === settings.parameter,
    ),
    setParameter(parameter: number | undefined) {
      const next = chooseSeasonParameter($selection.get(), parameter, $all.get());
      tool.change({ ...next, measure: measureOf(parameter, next.measure) });
    },
    setLocation: (location: number | undefined) => tool.change({ location }),
    setSeries,
    /** Chooses series and draws them at once where something is drawn. */
    compareWith(names: readonly string[]) {
      setSeries(names);
      if (result.$state.get().status !== 'idle') tool.submit();
    },
    setYear: (year: YearKind) => follow({ year }),
    setMeasure: (measure: Measure) => follow({ measure }),
    setChart: (state: ChartState) => $chart.set(state),
  };
}

/** The locations of the rivers in downstream order, then the others as they are listed. */
export function alongRiver<L extends Pick<SeriesLocation, 'loc_id'>>(
  locations: readonly L[],
  { sites }: RiverOrder,
): readonly L[] {
  const places = new Map(sites.map((site, at) => [site, at]));
  const placeOf = ({ loc_id }: L) => places.get(loc_id) ?? sites.length;
  return locations.toSorted((one, other) => placeOf(one) - placeOf(other));
}

type Location = Pick<SeriesLocation, 'loc_ndx' | 'loc_id'> & {
  readonly records: readonly Pick<SeriesLocation['records'][number], 'parameter_ndx' | 'por_end'>[];
};

/** The index gage, else the first location of the list, with values of a parameter. Undefined without one. */
export function firstLocationOf(
  locations: readonly Location[],
  parameter: number | undefined,
  indexGage?: string,
): number | undefined {
  const withValues = locations.filter(({ records }) =>
    records.some((each) => each.parameter_ndx === parameter && each.por_end !== null),
  );
  return (withValues.find(({ loc_id }) => loc_id === indexGage) ?? withValues[0])?.loc_ndx;
}
