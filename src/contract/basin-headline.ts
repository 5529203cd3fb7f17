import type { Basin } from './basin.ts';
import { parametersOf } from './basin-vocabulary.ts';

/** The total that a portal leads with. `siteIds` are the agencies' ids; `capacity` is that of all sites, in AF. */
export type HeadlineRequest = {
  readonly parameter: number;
  readonly siteIds: readonly string[];
  readonly capacity: number | undefined;
};

/** What the server reads for the landing page; undefined if the basin file leads with nothing. */
export function headlineRequestOf(basin: Basin): HeadlineRequest | undefined {
  const headline = basin.brief?.storage;
  const parameter = parametersOf(basin).find(({ name }) => name === headline?.parameter);
  if (!headline || !parameter) return undefined;
  const capacities = headline.sites.map((id) => basin.sites.find((site) => site.id === id)?.capacity_af);
  const known = capacities.filter((capacity) => capacity !== undefined);
  const isWhole = parameter.units === 'AF' && known.length === capacities.length;
  return {
    parameter: parameter.ndx,
    siteIds: headline.sites,
    capacity: isWhole ? known.reduce((sum, capacity) => sum + capacity, 0) : undefined,
  };
}
