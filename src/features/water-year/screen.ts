import { atom, computed } from 'nanostores';
import type { Requester } from '#client/request.ts';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  readStanding,
  readWaterYears,
} from '#contract/water-year.ts';
import { todayInDenver } from '#domain/calendar.ts';
import type { YearKind } from '#domain/season.ts';
import {
  chooseSeasonParameter,
  defaultSeries,
  readSeason,
  type SeasonSelection,
  sameSeason,
  whySeasonNotReady,
  writeSeason,
} from '#domain/season-selection.ts';
import { parameter as known } from '#domain/vocabulary.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import type { Address } from '#stores/address.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { createSubmitted } from '#stores/submitted.ts';
import { columns } from './columns.ts';
import type { Comparison } from './content.ts';

export type WaterYearSettings = { request: Requester; address: Address; now: () => Date };
export type WaterYearScreen = ReturnType<typeof createWaterYear>;

const initialTable = initialState(columns);
const prefix = 't.';

/** Water Year Comparisons without its looks. `start()` loads the lists; what it returns ends everything. */
export function createWaterYear({ request, address, now }: WaterYearSettings) {
  const parameters = createQuery({ fetch: (signal) => request(listAnalysisParameters, {}, { signal }) });
  const locations = createQuery({ fetch: (signal) => request(listAnalysisLocations, {}, { signal }) });
  const series = createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) });
  const lists = [parameters, locations, series];
  const defaults: SeasonSelection = {
    parameter: known.streamflow,
    location: undefined,
    series: defaultSeries(todayInDenver(now())),
    year: 'water',
  };

  const result = createSubmitted<SeasonSelection, Comparison>({
    same: sameSeason,
    load: async (selection, signal) => {
      const place = { parameter: String(selection.parameter), location: String(selection.location) };
      const query = { year: selection.year };
      const [records, standing] = await Promise.all([
        request(
          readWaterYears,
          { params: { ...place, series: selection.series.join(',') }, query },
          { signal },
        ),
        request(readStanding, { params: place, query }, { signal }),
      ]);
      return { records, standing };
    },
  });

  const $selection = atom<SeasonSelection>(defaults);
  const $table = atom<TableState>(initialTable);
  const $ready = computed(
    lists.map((list) => list.$state),
    (...states) => states.every((state) => 'data' in state),
  );
  const $offeredLocations = computed([locations.$state, $selection], (state, { parameter }) =>
    (dataOf(state) ?? []).filter(
      (each) => parameter === undefined || each.parameter_ndx_array.includes(parameter),
    ),
  );
  const $offeredSeries = computed(series.$state, (state) =>
    (dataOf(state) ?? []).map((each) => each.series_desc),
  );
  const change = (part: Partial<SeasonSelection>) => $selection.set({ ...$selection.get(), ...part });

  function submit(): void {
    const selection = $selection.get();
    if (!$ready.get() || whySeasonNotReady(selection) !== undefined) return;
    $table.set({ ...$table.get(), page: 1 });
    result.submit(selection);
    address.push(query());
  }

  function query(): string {
    const selection = $selection.get();
    const state = result.$state.get();
    const submitted = state.status !== 'none' && sameSeason(state.shown, selection);
    return [writeSeason(selection, submitted), writeTableState($table.get(), initialTable, prefix)]
      .filter((part) => part !== '')
      .join('&');
  }

  /** What a link names that there is not is left out; what was submitted is loaded once the lists are there. */
  function restore(text: string): void {
    const { selection, submitted } = readSeason(text, defaults);
    $selection.set(selection);
    $table.set(readTableState(text, columns, initialTable, prefix));
    whenReady(() => {
      const fitting = fitted($selection.get());
      $selection.set(fitting);
      if (submitted && whySeasonNotReady(fitting) === undefined) result.submit(fitting);
      else result.clear();
    });
  }

  function fitted(selection: SeasonSelection): SeasonSelection {
    const offered = new Set($offeredSeries.get());
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
    forget = $ready.subscribe((ready) => {
      if (!ready) return;
      queueMicrotask(() => forget());
      then();
    });
  }

  function start(): () => void {
    restore(address.read());
    const write = () => {
      if ($ready.get()) address.write(query());
    };
    const ends = [address.listen(restore), $selection.listen(write), $table.listen(write)];
    for (const list of lists) void list.load();
    return () => {
      for (const end of ends) end();
      forget();
      result.cancel();
      for (const list of lists) list.stop();
      address.flush();
    };
  }

  return {
    result,
    $selection,
    $table,
    $ready,
    $offeredLocations,
    $offeredSeries,
    $parameters: computed(parameters.$state, (state) => dataOf(state) ?? []),
    $faults: computed(
      lists.map((list) => list.$state),
      (...states) =>
        states.flatMap((state, index) => {
          const error = 'error' in state ? state.error : undefined;
          const what = ['The list of parameters', 'The list of locations', 'The list of series'][index] ?? '';
          return error ? [{ what, message: error.message, retry: () => void lists[index]?.retry() }] : [];
        }),
    ),
    $reason: computed([$ready, $selection], (ready, selection) =>
      ready ? whySeasonNotReady(selection) : 'The lists are still loading.',
    ),
    setParameter: (parameter: number | undefined) =>
      $selection.set(
        chooseSeasonParameter($selection.get(), parameter, dataOf(locations.$state.get()) ?? []),
      ),
    setLocation: (location: number | undefined) => change({ location }),
    setSeries: (wanted: readonly string[]) => change({ series: wanted }),
    setYear: (year: YearKind) => {
      change({ year });
      // What is shown follows the switch at once: it is another way of reading the same record.
      const state = result.$state.get();
      if (state.status === 'ready') result.submit({ ...state.shown, year });
    },
    setTable: (table: TableState) => $table.set(table),
    submit,
    start,
  };
}
