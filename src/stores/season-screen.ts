import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Parameter, SeriesLocation } from '#contract/time-series.ts';
import type { SeriesOption } from '#contract/water-year.ts';
import type { YearKind } from '#domain/season.ts';
import {
  chooseSeasonParameter,
  isSameSeason,
  readSeason,
  type SeasonSelection,
  whySeasonNotReady,
  writeSeason,
} from '#domain/season-selection.ts';
import type { Address } from './address.ts';
import { createSubmitQuery, dataOf, faultsOf, type Query } from './queries.ts';

/** What of a screen besides the selection stands in the address. */
export type AddressState = {
  readonly $changed: ReadableAtom<unknown>;
  restore(text: string): void;
  serialize(): string;
};

export type SeasonScreenSettings<T> = {
  address: Address;
  /** Without parameters the selection keeps that of `defaults`. */
  lists: {
    readonly parameters?: Query<Parameter[]>;
    readonly locations: Query<SeriesLocation[]>;
    readonly series: Query<SeriesOption[]>;
  };
  defaults: SeasonSelection;
  load: (selection: SeasonSelection, signal: AbortSignal) => Promise<T>;
  addressStates: readonly AddressState[];
};

export type SeasonScreen<T> = ReturnType<typeof createSeasonScreen<T>>;

/** A screen that compares years of one record: lists, selection, Submit and the address, without its looks. */
export function createSeasonScreen<T>({
  address,
  lists,
  defaults,
  load,
  addressStates,
}: SeasonScreenSettings<T>) {
  const { parameters, locations, series } = lists;
  const namedQueries = [
    ...(parameters ? [{ what: 'The list of parameters', query: parameters }] : []),
    { what: 'The list of locations', query: locations },
    { what: 'The list of series', query: series },
  ];
  const result = createSubmitQuery<T, SeasonSelection>({ isSame: isSameSeason, fetch: load });
  const $selection = atom<SeasonSelection>(defaults);
  const $ready = computed(
    namedQueries.map(({ query }) => query.$state),
    (...states) => states.every((state) => 'data' in state),
  );
  const $locations = computed([locations.$state, $selection], (state, { parameter }) =>
    (dataOf(state) ?? []).filter(
      (each) => parameter === undefined || each.parameter_ndx_array.includes(parameter),
    ),
  );
  const $series = computed(series.$state, (state) => (dataOf(state) ?? []).map((each) => each.series_desc));
  const change = (next: Partial<SeasonSelection>) => $selection.set({ ...$selection.get(), ...next });

  function submit(): void {
    const selection = $selection.get();
    if (!$ready.get() || whySeasonNotReady(selection) !== undefined) return;
    result.submit(selection);
    address.push(query());
  }

  function query(): string {
    const selection = $selection.get();
    const state = result.$state.get();
    const submitted = state.status !== 'idle' && isSameSeason(state.selection, selection);
    return [writeSeason(selection, submitted), ...addressStates.map((part) => part.serialize())]
      .filter((each) => each !== '')
      .join('&');
  }

  /** What a link names that there is not is left out; what was submitted is loaded once the lists are there. */
  function restore(text: string): void {
    const { selection, submitted } = readSeason(text, defaults);
    $selection.set(selection);
    for (const part of addressStates) part.restore(text);
    whenReady(() => {
      const available = dropUnavailable($selection.get());
      $selection.set(available);
      if (submitted && whySeasonNotReady(available) === undefined) result.submit(available);
      else result.clear();
    });
  }

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
    };
  }

  let stopWaiting = () => {};
  function whenReady(callback: () => void): void {
    stopWaiting();
    if ($ready.get()) {
      callback();
      return;
    }
    stopWaiting = $ready.listen((ready) => {
      if (!ready) return;
      stopWaiting();
      callback();
    });
  }

  function start(): () => void {
    const stopReady = $ready.listen(() => {});
    restore(address.read());
    const write = () => {
      if ($ready.get()) address.write(query());
    };
    const disposers = [
      stopReady,
      address.listen(restore),
      $selection.listen(write),
      ...addressStates.map((part) => part.$changed.listen(write)),
    ];
    for (const each of namedQueries) void each.query.load();
    return () => {
      for (const dispose of disposers) dispose();
      stopWaiting();
      result.cancel();
      for (const each of namedQueries) each.query.cancel();
      address.flush();
    };
  }

  return {
    result,
    $selection,
    $ready,
    $locations,
    $series,
    $parameters: parameters
      ? computed(parameters.$state, (state): readonly Parameter[] => dataOf(state) ?? [])
      : atom<readonly Parameter[]>([]),
    $faults: faultsOf(namedQueries),
    $reason: computed([$ready, $selection], (ready, selection) =>
      ready ? whySeasonNotReady(selection) : 'The lists are still loading.',
    ),
    setParameter: (parameter: number | undefined) =>
      $selection.set(
        chooseSeasonParameter($selection.get(), parameter, dataOf(locations.$state.get()) ?? []),
      ),
    setLocation: (location: number | undefined) => change({ location }),
    setSeries: (seriesNames: readonly string[]) => change({ series: seriesNames }),
    setYear(year: YearKind) {
      change({ year });
      // What is shown follows the switch at once: it is another way of reading the same record.
      const state = result.$state.get();
      if (state.status === 'ready') result.submit({ ...state.selection, year });
    },
    submit,
    start,
  };
}
