import { atom, computed } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { ForecastChart } from '#config/forecast.ts';
import {
  listAnalysisLocations,
  listAnalysisSeries,
  readStanding,
  readWaterYears,
} from '#contract/water-year.ts';
import { todayInDenver } from '#domain/calendar.ts';
import { defaultSeries, maxSeries } from '#domain/season-selection.ts';
import type { Address } from '#stores/address.ts';
import { createQuery, createSubmitQuery, dataOf, faultsOf } from '#stores/queries.ts';
import type { Comparison } from '../shared/comparison-chart.ts';

export type ForecastSettings = { request: Requester; address: Address; now: () => Date };
export type ForecastScreen = ReturnType<typeof createForecast>;

/** What all charts show; `round` counts the Submits, each of which asks anew. */
export type Shown = { readonly series: readonly string[]; readonly submitCount: number };

/** A page of charts that are drawn anew together. `start()` loads the lists; what it returns ends everything. */
export function createForecast({ request, address, now }: ForecastSettings) {
  const locations = createQuery({ fetch: (signal) => request(listAnalysisLocations, {}, { signal }) });
  const series = createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) });
  const lists = [
    { what: 'The list of locations', query: locations },
    { what: 'The list of series', query: series },
  ];
  const today = todayInDenver(now());
  const wanted = defaultSeries(today);
  const $series = atom<readonly string[]>(wanted);
  const $shown = atom<Shown>({ series: wanted, submitCount: 1 });
  const $ready = computed([locations.$state, series.$state], (...states) =>
    states.every((state) => 'data' in state),
  );

  function restore(text: string): void {
    const requested = new URLSearchParams(text).get('series');
    const names = (requested ?? '')
      .split(',')
      .filter((each) => /^(Minimum|Median|Maximum|\d{4})$/.test(each));
    const chosen = requested === null ? wanted : [...new Set(names)].slice(0, maxSeries);
    $series.set(chosen);
    if (chosen.length > 0) $shown.set({ series: chosen, submitCount: $shown.get().submitCount + 1 });
  }

  const query = () =>
    new URLSearchParams({ series: $series.get().join(',') }).toString().replaceAll('%2C', ',');

  function start(): () => void {
    restore(address.read());
    const unsubscribe = address.listen(restore);
    for (const each of lists) void each.query.load();
    return () => {
      unsubscribe();
      for (const each of lists) each.query.cancel();
      address.flush();
    };
  }

  /** The values of one chart, asked for when it comes near. */
  function createValues({ parameter, measure }: ForecastChart, location: number) {
    return createSubmitQuery<Comparison, Shown>({
      isSame: (one, other) => one.submitCount === other.submitCount,
      fetch: async ({ series: names }, signal) => {
        const pathParams = { parameter: String(parameter), location: String(location) };
        const [records, standing] = await Promise.all([
          request(
            readWaterYears,
            { params: { ...pathParams, series: names.join(',') }, query: { measure } },
            { signal },
          ),
          request(readStanding, { params: pathParams, query: { measure } }, { signal }),
        ]);
        return { records, standing };
      },
    });
  }

  return {
    today,
    $series,
    $shown,
    $ready,
    $offered: computed(series.$state, (state) => (dataOf(state) ?? []).map((each) => each.series_desc)),
    $byLocId: computed(
      locations.$state,
      (state) => new Map((dataOf(state) ?? []).map((each) => [each.loc_id, each])),
    ),
    $faults: faultsOf(lists),
    $reason: computed([$ready, $series], (ready, chosen) => {
      if (!ready) return 'The lists are still loading.';
      return chosen.length === 0 ? 'Choose at least one series.' : undefined;
    }),
    setSeries: (names: readonly string[]) => $series.set(names),
    submit() {
      if (!$ready.get() || $series.get().length === 0) return;
      $shown.set({ series: $series.get(), submitCount: $shown.get().submitCount + 1 });
      address.push(query());
    },
    createValues,
    start,
  };
}
