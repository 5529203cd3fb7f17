import { computed, type ReadableAtom } from 'nanostores';
import { listSeriesLocations, type SeriesLocation, type SeriesParameter } from '#contract/time-series.ts';
import { request } from '#stores/api.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { type Huc8, listSeriesHuc8s, listSeriesParameters, listTimeseriesFilters } from '../contract.ts';
import { emptySide, type Selection, type SideChoice } from '../rules/selection.ts';

/** The lists to choose from. A list is undefined until it is loaded. */
export type Lists = {
  readonly huc8s: readonly Huc8[] | undefined;
  readonly parameters: readonly SeriesParameter[] | undefined;
  readonly locations: readonly SeriesLocation[] | undefined;
};

/** Loads the lists and the saved filters. A list is shown once those before it are loaded. */
export function createLists() {
  const huc8s = createQuery({ fetch: (signal) => request(listSeriesHuc8s, {}, { signal }) });
  const parameters = createQuery({ fetch: (signal) => request(listSeriesParameters, {}, { signal }) });
  const locations = createQuery({ fetch: (signal) => request(listSeriesLocations, {}, { signal }) });
  const filters = createQuery({
    fetch: (signal) => request(listTimeseriesFilters, {}, { signal, identify: true }),
  });

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

type InHuc8s = { readonly huc8_ndx_array: readonly number[] };
type Huc8Choice = { readonly huc8_ndx: number };
type ParameterChoice = InHuc8s & { readonly parameter_ndx: number };
type LocationChoice = InHuc8s & {
  readonly loc_ndx: number;
  readonly parameter_ndx_array: readonly number[];
};

/** Filters parameters by HUC8. No HUC8 means all. */
export function parametersIn<P extends ParameterChoice>(
  parameters: readonly P[],
  huc8s: readonly number[],
): readonly P[] {
  return parameters.filter((each) => isInHuc8s(each, huc8s));
}

/** Filters locations by HUC8 and parameter. No HUC8 means all; so does an undefined parameter. */
export function locationsWith<L extends LocationChoice>(
  locations: readonly L[],
  huc8s: readonly number[],
  parameter: number | undefined,
): readonly L[] {
  return locations.filter(
    (each) =>
      isInHuc8s(each, huc8s) && (parameter === undefined || each.parameter_ndx_array.includes(parameter)),
  );
}

/** The lists to choose from. A list is undefined while it is loading. */
type Choices = {
  readonly huc8s?: readonly Huc8Choice[] | undefined;
  readonly parameters?: readonly ParameterChoice[] | undefined;
  readonly locations?: readonly LocationChoice[] | undefined;
};

/** The ids of a selection that the lists no longer have. */
export type Dropped = {
  readonly huc8s: readonly number[];
  readonly parameters: readonly number[];
  readonly locations: readonly number[];
};

type Restored = { readonly selection: Selection; readonly dropped: Dropped };

/**
 * Restores a selection as far as the lists are loaded: its HUC8s with the first list, its parameters with the second,
 * its locations with the third. Ids that a list no longer has are dropped and returned. If a parameter is dropped, its
 * locations are cleared and not returned.
 */
export function restoreSelection(wanted: Selection, choices: Choices): Restored {
  const known = new Set(choices.huc8s?.map((each) => each.huc8_ndx));
  const huc8s = choices.huc8s ? wanted.huc8s.filter((each) => known.has(each)) : [];
  const left = restoreSide(wanted.left, huc8s, choices);
  const right = restoreSide(wanted.right, huc8s, choices);
  return {
    selection: { ...wanted, huc8s, left: left.choice, right: right.choice },
    dropped: {
      huc8s: choices.huc8s ? wanted.huc8s.filter((each) => !known.has(each)) : [],
      parameters: [...new Set([...left.parameters, ...right.parameters])],
      locations: [...new Set([...left.locations, ...right.locations])],
    },
  };
}

type RestoredSide = {
  choice: SideChoice;
  parameters: readonly number[];
  locations: readonly number[];
};

function restoreSide(wanted: SideChoice, huc8s: readonly number[], choices: Choices): RestoredSide {
  const parameter = wanted.parameter ?? parameterOf(wanted.locations, choices.locations);
  if (!choices.huc8s || !choices.parameters || parameter === undefined) {
    const hasAllLists = choices.huc8s && choices.parameters && choices.locations;
    return { choice: emptySide, parameters: [], locations: hasAllLists ? wanted.locations : [] };
  }
  if (!parametersIn(choices.parameters, huc8s).some((each) => each.parameter_ndx === parameter)) {
    return { choice: emptySide, parameters: [parameter], locations: [] };
  }
  if (!choices.locations) return { choice: { parameter, locations: [] }, parameters: [], locations: [] };
  const offered = new Set(locationsWith(choices.locations, huc8s, parameter).map((each) => each.loc_ndx));
  return {
    choice: { parameter, locations: wanted.locations.filter((each) => offered.has(each)) },
    parameters: [],
    locations: wanted.locations.filter((each) => !offered.has(each)),
  };
}

/** The first parameter of a location, for a link that names a location without a parameter. */
function parameterOf(
  wanted: readonly number[],
  locations: readonly LocationChoice[] = [],
): number | undefined {
  return locations.find((each) => each.loc_ndx === wanted[0])?.parameter_ndx_array[0];
}

export function isAnyDropped({ huc8s, parameters, locations }: Dropped): boolean {
  return huc8s.length + parameters.length + locations.length > 0;
}

function isInHuc8s({ huc8_ndx_array }: InHuc8s, huc8s: readonly number[]): boolean {
  return huc8s.length === 0 || huc8_ndx_array.some((each) => huc8s.includes(each));
}
