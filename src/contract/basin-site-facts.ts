import type { Basin } from './basin.ts';
import type { BasinRiver } from './basin-rivers.ts';

/** What only the basin file knows of sites, by the agencies' ids: the order along rivers, and capacities in AF. */
export type BasinSiteFacts = {
  readonly rivers: readonly BasinRiver[];
  readonly capacities: ReadonlyMap<string, number>;
};

/** Ids are in upper case, as the portal stores them. */
export function basinSiteFactsOf({ rivers = [], sites }: Basin): BasinSiteFacts {
  return {
    rivers: rivers.map(({ name, sites: ids, joins }) => ({
      name,
      sites: ids.map((id) => id.toUpperCase()),
      ...(joins !== undefined && { joins: joins.toUpperCase() }),
    })),
    capacities: new Map(
      sites.flatMap(({ id, capacity_af }) =>
        capacity_af === undefined ? [] : [[id.toUpperCase(), capacity_af] as const],
      ),
    ),
  };
}
