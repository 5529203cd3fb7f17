import { riverRequestOf } from '#contract/basin/basin-requests.ts';
import type { River, RiverCourse } from '#features/river/contract.ts';
import { basin } from '../../support/basin.ts';
import { gageFinding } from '../../support/finding.ts';

type Site = RiverCourse['sites'][number];

export const day = '2026-07-15';

/** A record with a value of the day; `rdate` and `value` may be others, or null. */
export function riverSite(id: string, more: Partial<Site> = {}): Site {
  return { ...gageFinding, loc_id: id, loc_name: `Site ${id}`, rdate: day, value: 1000, ...more };
}

/** The rivers of the basin file, as the API answers them, with the flow that `flowOf` gives each record; null is none. */
export function riverOfBasin(flowOf: (id: string, parameter: number) => number | null): River {
  let ndx = 0;
  const capacities = new Map(
    basin.sites.map(({ id, capacity_af }) => [id.toUpperCase(), capacity_af ?? null]),
  );
  const toSite = ({ id, name, parameter }: { id: string; name: string; parameter: number }): Site => {
    ndx += 1;
    const value = flowOf(id, parameter);
    const isStorage = parameter === 3;
    return riverSite(id, {
      loc_ndx: ndx,
      loc_name: name,
      parameter_ndx: parameter,
      units_name: isStorage ? 'AF' : 'cfs',
      capacity: isStorage ? (capacities.get(id) ?? null) : null,
      value,
      rdate: value === null ? '2017-09-30' : day,
    });
  };
  return {
    on: day,
    newest: day,
    first: '1980-10-01',
    widest: { value: 15_200, rdate: '2026-06-01', loc_name: 'Snake River at Neeley' },
    rivers: riverRequestOf(basin).map((river) => ({
      name: river.name,
      is_line: river.isLine,
      joins: river.joins,
      sites: river.places.map(toSite),
      diversions: river.diversions.map(({ below, sites }) => ({ below, sites: sites.map(toSite) })),
      returns: river.returns.map(({ below, sites }) => ({ below, sites: sites.map(toSite) })),
      reaches: [],
    })),
  };
}
