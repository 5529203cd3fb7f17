import { atom, computed } from 'nanostores';
import type { ForecastChart } from '#config/forecast.ts';
import { listAnalysisLocations, listAnalysisSeries } from '#contract/water-year.ts';
import { defaultSeries, parseSeries } from '#domain/season-selection.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { createScreen } from '#stores/create-screen.ts';
import { allLoaded, createQuery, createSubmitQuery, dataOf, faultsOf } from '#stores/queries.ts';
import type { Comparison } from '#stores/season-chart.ts';
import { loadComparison } from '#stores/season-chart.ts';
import type { PageSettings } from '../shared/year-comparison.ts';
import { type Glances, loadGlances } from './site-glance.ts';

export type ForecastScreen = ReturnType<typeof createForecast>;

/** The series of all charts. `submitCount` differs from Submit to Submit, because each loads again. */
export type Submitted = { readonly series: readonly string[]; readonly submitCount: number };

/** The state of a page of charts that one Submit loads. */
export function createForecast({ request, address, now }: PageSettings) {
  const locations = createQuery({ fetch: (signal) => request(listAnalysisLocations, {}, { signal }) });
  const series = createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) });
  const lists = [
    { what: 'The list of locations', query: locations },
    { what: 'The list of series', query: series },
  ];
  const today = todayInBasin(now());
  const initialSeries = defaultSeries(today);
  const $series = atom<readonly string[]>(initialSeries);
  const $submitted = atom<Submitted>({ series: initialSeries, submitCount: 1 });
  const $ready = allLoaded([locations, series]);
  const $byLocId = computed(
    locations.$state,
    (state) => new Map((dataOf(state) ?? []).map((each) => [each.loc_id, each])),
  );

  function submitSeries(names: readonly string[]): void {
    $submitted.set({ series: names, submitCount: $submitted.get().submitCount + 1 });
  }

  const { start, pushAddress } = createScreen({
    address,
    queries: [locations, series],
    parts: [
      {
        restore(query) {
          const requested = new URLSearchParams(query).get('series');
          const chosen = requested === null ? initialSeries : parseSeries(requested);
          $series.set(chosen);
          if (chosen.length > 0) submitSeries(chosen);
        },
        serialize: () =>
          new URLSearchParams({ series: $series.get().join(',') }).toString().replaceAll('%2C', ','),
        // The address changes on Submit only.
        listen: () => () => {},
      },
    ],
  });

  /** The values of one chart, loaded when it comes near the viewport. */
  function createValues({ parameter, measure }: ForecastChart, location: number) {
    return createSubmitQuery<Comparison, Submitted>({
      isSame: (one, other) => one.submitCount === other.submitCount,
      fetch: ({ series: names }, signal) =>
        loadComparison(request, { parameter, location, series: names, query: { measure } }, signal),
    });
  }

  /** The lines about the sites of charts. Load them when the locations are there. */
  function createGlances(charts: readonly ForecastChart[]) {
    return createQuery<Glances>({
      fetch: (signal) => {
        const byLocId = $byLocId.get();
        const sites = charts.flatMap((chart) => {
          const location = byLocId.get(chart.locId);
          return location ? [{ chart, location: location.loc_ndx }] : [];
        });
        return loadGlances(request, sites, today, signal);
      },
    });
  }

  return {
    today,
    $series,
    $submitted,
    $ready,
    $offered: computed(series.$state, (state) => (dataOf(state) ?? []).map((each) => each.series_desc)),
    $byLocId,
    $faults: faultsOf(lists),
    $reason: computed([$ready, $series], (ready, chosen) => {
      if (!ready) return 'The lists are still loading.';
      return chosen.length === 0 ? 'Choose at least one series.' : undefined;
    }),
    setSeries: (names: readonly string[]) => $series.set(names),
    submit() {
      if (!$ready.get() || $series.get().length === 0) return;
      submitSeries($series.get());
      pushAddress();
    },
    createValues,
    createGlances,
    start,
  };
}
