import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Parameter, SeriesLocation } from '#contract/time-series.ts';
import type { SeriesOption } from '#contract/water-year.ts';
import type { YearKind } from '#domain/season.ts';
import {
  chooseSeasonParameter,
  readSeason,
  type SeasonSelection,
  sameSeason,
  whySeasonNotReady,
  writeSeason,
} from '#domain/season-selection.ts';
import type { Address } from './address.ts';
import { dataOf, faultsOf, type Query } from './queries.ts';
import { createSubmitted } from './submitted.ts';

/** What of a screen besides the selection stands in the address. */
export type AddressPart = {
  readonly $changed: ReadableAtom<unknown>;
  read(text: string): void;
  write(): string;
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
  parts: readonly AddressPart[];
};

export type SeasonScreen<T> = ReturnType<typeof createSeasonScreen<T>>;

/** A screen that compares years of one record: lists, selection, Submit and the address, without its looks. */
export function createSeasonScreen<T>({ address, lists, defaults, load, parts }: SeasonScreenSettings<T>) {
  const { parameters, locations, series } = lists;
  const named = [
    ...(parameters ? [{ what: 'The list of parameters', query: parameters }] : []),
    { what: 'The list of locations', query: locations },
    { what: 'The list of series', query: series },
  ];
  const result = createSubmitted<SeasonSelection, T>({ same: sameSeason, load });
  const $selection = atom<SeasonSelection>(defaults);
  const $ready = computed(
    named.map(({ query }) => query.$state),
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
    const submitted = state.status !== 'none' && sameSeason(state.shown, selection);
    return [writeSeason(selection, submitted), ...parts.map((part) => part.write())]
      .filter((each) => each !== '')
      .join('&');
  }

  /** What a link names that there is not is left out; what was submitted is loaded once the lists are there. */
  function restore(text: string): void {
    const { selection, submitted } = readSeason(text, defaults);
    $selection.set(selection);
    for (const part of parts) part.read(text);
    whenReady(() => {
      const fitting = fitted($selection.get());
      $selection.set(fitting);
      if (submitted && whySeasonNotReady(fitting) === undefined) result.submit(fitting);
      else result.clear();
    });
  }

  function fitted(selection: SeasonSelection): SeasonSelection {
    const offered = new Set($series.get());
    const place = (dataOf(locations.$state.get()) ?? []).find((each) => each.loc_ndx === selection.location);
    const has = selection.parameter !== undefined && place?.parameter_ndx_array.includes(selection.parameter);
    return {
      ...selection,
      location: has ? selection.location : undefined,
      series: selection.series.filter((each) => offered.has(each)),
    };
  }

  let forget = () => {};
  function whenReady(then: () => void): void {
    forget();
    if ($ready.get()) {
      then();
      return;
    }
    forget = $ready.listen((ready) => {
      if (!ready) return;
      forget();
      then();
    });
  }

  function start(): () => void {
    const stay = $ready.listen(() => {});
    restore(address.read());
    const write = () => {
      if ($ready.get()) address.write(query());
    };
    const ends = [
      stay,
      address.listen(restore),
      $selection.listen(write),
      ...parts.map((part) => part.$changed.listen(write)),
    ];
    for (const each of named) void each.query.load();
    return () => {
      for (const end of ends) end();
      forget();
      result.cancel();
      for (const each of named) each.query.stop();
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
    $faults: faultsOf(named),
    $reason: computed([$ready, $selection], (ready, selection) =>
      ready ? whySeasonNotReady(selection) : 'The lists are still loading.',
    ),
    setParameter: (parameter: number | undefined) =>
      $selection.set(
        chooseSeasonParameter($selection.get(), parameter, dataOf(locations.$state.get()) ?? []),
      ),
    setLocation: (location: number | undefined) => change({ location }),
    setSeries: (wanted: readonly string[]) => change({ series: wanted }),
    setYear(year: YearKind) {
      change({ year });
      // What is shown follows the switch at once: it is another way of reading the same record.
      const state = result.$state.get();
      if (state.status === 'ready') result.submit({ ...state.shown, year });
    },
    submit,
    start,
  };
}
