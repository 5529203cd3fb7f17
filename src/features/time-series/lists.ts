import { computed, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import {
  type Huc8,
  listSeriesHuc8s,
  listSeriesLocations,
  listSeriesParameters,
  listTimeseriesFilters,
  type Parameter,
  type SeriesLocation,
} from '#contract/time-series.ts';
import { createQuery, dataOf } from '#stores/queries.ts';

/** The lists to choose from. A list is undefined until it is loaded. */
export type Lists = {
  readonly huc8s: readonly Huc8[] | undefined;
  readonly parameters: readonly Parameter[] | undefined;
  readonly locations: readonly SeriesLocation[] | undefined;
};

/** Loads the lists and the saved filters. A list is shown once those before it are loaded. */
export function createLists(request: Requester) {
  const huc8s = createQuery({ fetch: (signal) => request(listSeriesHuc8s, {}, { signal }) });
  const parameters = createQuery({ fetch: (signal) => request(listSeriesParameters, {}, { signal }) });
  const locations = createQuery({ fetch: (signal) => request(listSeriesLocations, {}, { signal }) });
  const filters = createQuery({ fetch: (signal) => request(listTimeseriesFilters, {}, { signal }) });

  const $lists: ReadableAtom<Lists> = computed(
    [huc8s.$state, parameters.$state, locations.$state],
    (first, second, third) => {
      const known = { huc8s: dataOf(first), parameters: dataOf(second), locations: dataOf(third) };
      if (!known.huc8s) return { huc8s: undefined, parameters: undefined, locations: undefined };
      return known.parameters ? known : { ...known, locations: undefined };
    },
  );

  return {
    $lists,
    $filters: filters.$state,
    named: [
      { what: 'The list of HUC8s', query: huc8s },
      { what: 'The list of parameters', query: parameters },
      { what: 'The list of locations', query: locations },
      { what: 'Your saved filters', query: filters },
    ],
  };
}
