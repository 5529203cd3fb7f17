import { listConditions, listWells, type SiteCondition } from '#contract/public-map.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { request } from '#stores/api.ts';
import type { FindResults } from '../../public-map/index.ts';
import { createPortalSearch } from '../rules/portal-search.ts';
import { loadSearchIndex } from './load-search-index.ts';

type LoadedSearch = {
  readonly find: FindResults;
  readonly hasSites: boolean;
  /** Settles when the answers beside the sites have arrived, or will not come. */
  readonly answers: Promise<void>;
};

/** Loads the index and the sites; without the sites, the search finds what else there is. Rejects without the index. */
export async function loadPortalSearch(): Promise<LoadedSearch> {
  const conditions = new Map<number, SiteCondition>();
  const answers = request(listConditions, {}, { identify: true }).then(
    (all) => {
      for (const each of all) conditions.set(each.loc_ndx, each);
    },
    () => {},
  );
  const [index, sites] = await Promise.all([
    loadSearchIndex(),
    request(listWells, {}).catch(() => undefined),
  ]);
  const find = createPortalSearch(index, sites ?? [], {
    conditionOf: (site) => conditions.get(site),
    today: todayInBasin(new Date()),
  });
  return { find, hasSites: sites !== undefined, answers };
}
