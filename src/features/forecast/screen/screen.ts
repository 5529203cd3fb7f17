import { atom, computed } from 'nanostores';
import type { ForecastChart } from '#config/forecast.ts';
import { listAnalysisLocations, listAnalysisSeries } from '#contract/season/water-year.ts';
import { defaultSeries, parseSeries, type SeasonSelection } from '#domain/season/season-tool-address.ts';
import { addressCodec } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { createMoreYears } from '#season/years/chart-years.ts';
import { type Comparison, loadComparison } from '#season/years/season-chart.ts';
import type { PageSettings } from '#season/years/year-comparison.ts';
import { createTool } from '#stores/create-tool.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { type Glances, loadGlances } from './site-glance.ts';

export type ForecastScreen = ReturnType<typeof createForecast>;

/** The series of all charts. */
type ForecastChoice = { readonly series: readonly string[] };

/** The state of a page of charts that one Submit loads. */
export function createForecast({ request, address, now }: PageSettings) {
  const locations = createQuery({ fetch: (signal) => request(listAnalysisLocations, {}, { signal }) });
  const series = createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) });
  const today = todayInBasin(now());
  const moreYears = createMoreYears(request);
  const { change, ...tool } = createTool<ForecastChoice, ForecastChoice>({
    address,
    codec: addressCodec({
      series: {
        key: 'series',
        initial: defaultSeries(today),
        parse: parseSeries,
        format: (names) => names.join(','),
      },
    }),
    lists: [
      { what: 'The list of locations', query: locations },
      { what: 'The list of series', query: series },
    ],
    submitted: [moreYears],
    opensSubmitted: true,
    missing: (chosen) => (chosen.series.length === 0 ? 'Choose at least one series.' : undefined),
    // Each chart loads its own values. Another object than before makes each load again.
    load: async (chosen) => ({ ...chosen }),
  });
  /** Whether Submit was pressed: it loads every chart, and opening the page those that come near. */
  const $loadsAll = atom(false);

  function submit(): void {
    $loadsAll.set(true);
    tool.submit();
  }

  const $byLocId = computed(
    locations.$state,
    (state) => new Map((dataOf(state) ?? []).map((each) => [each.loc_id, each])),
  );

  /** The values of one chart. */
  function createValues() {
    return createQuery<Comparison, SeasonSelection>({
      onSubmit: true,
      isSame: () => false,
      fetch: (signal, selection) => loadComparison(request, selection, signal),
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
    ...tool,
    submit,
    $loadsAll,
    today,
    $series: computed(series.$state, (state) => (dataOf(state) ?? []).map((each) => each.series_desc)),
    $byLocId,
    setSeries: (names: readonly string[]) => change({ series: names }),
    moreYears,
    /** Chooses series and draws them at once. */
    compareWith(names: readonly string[]) {
      change({ series: names });
      submit();
    },
    createValues,
    createGlances,
  };
}
