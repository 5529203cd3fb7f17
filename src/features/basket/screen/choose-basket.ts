import type { SeriesLocation } from '#contract/time-series.ts';
import { commonParameterOf, describeLacking } from '#domain/parameters.ts';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import {
  chooseLocations,
  chooseParameter,
  locationsWith,
  type Selection,
  type SelectionChange,
  type Side,
} from '../../time-series/index.ts';
import type { Basket } from '../rules.ts';

/**
 * Adds the sites of the basket to an axis, as far as they have its parameter; without one, the axis gets the parameter
 * that the largest number of them have. The note says which of them are not chosen. The HUC8s narrow the basket as they narrow the list.
 */
export function chooseBasket(
  selection: Selection,
  side: Side,
  basket: Basket,
  locations: readonly SeriesLocation[],
): SelectionChange {
  const known = basket.flatMap((site) => locations.find(({ loc_ndx }) => loc_ndx === site) ?? []);
  const offered = locationsWith(known, selection.huc8s, undefined).map((each) => ({
    ...each,
    parameters: each.records.map(({ parameter_ndx }, at) => ({
      parameter_ndx,
      parameter_name: each.parameter_name_array[at] ?? '',
    })),
  }));
  if (offered.length === 0) {
    return {
      selection,
      note:
        known.length === 0
          ? 'None of the sites in your basket has a record.'
          : 'None of the sites in your basket is in the chosen HUC8s.',
    };
  }
  const { parameter } = selection[side];
  const common =
    parameter === undefined ? commonParameterOf(offered) : commonOf(parameter, offered, locations);
  if (!common || common.sites.length === 0) {
    const name = common?.parameter.parameter_name ?? 'this parameter';
    return { selection, note: `None of the sites in your basket has ${name}.` };
  }
  const withParameter = chooseParameter(selection, side, common.parameter.parameter_ndx);
  const wanted = [
    ...new Set([...withParameter[side].locations, ...common.sites.map(({ loc_ndx }) => loc_ndx)]),
  ];
  const notes = [
    describeLacking(common),
    offered.length < known.length ? describeOutside(known.length - offered.length) : undefined,
    wanted.length > maxLocationsPerAxis
      ? `The ${side} axis shows at most ${maxLocationsPerAxis} locations.`
      : undefined,
  ].filter((note) => note !== undefined);
  return {
    selection: chooseLocations(withParameter, side, wanted),
    note: notes.length > 0 ? notes.join(' ') : undefined,
  };
}

function describeOutside(count: number): string {
  return `${count} of your basket’s sites ${count === 1 ? 'is' : 'are'} outside the chosen HUC8s.`;
}

type Offered = SeriesLocation & {
  readonly parameters: readonly { readonly parameter_ndx: number; readonly parameter_name: string }[];
};

function commonOf(parameter_ndx: number, offered: readonly Offered[], locations: readonly SeriesLocation[]) {
  const has = (each: SeriesLocation) => each.parameter_ndx_array.includes(parameter_ndx);
  const named = locations.find(has);
  const at = named?.parameter_ndx_array.indexOf(parameter_ndx) ?? -1;
  return {
    parameter: { parameter_ndx, parameter_name: named?.parameter_name_array[at] ?? 'this parameter' },
    sites: offered.filter(has),
    lacking: offered.filter((each) => !has(each)),
  };
}
