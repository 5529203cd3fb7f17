import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { request } from '#stores/api.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { listOwnSites, type OwnSite } from '../contract.ts';

/** The id of the readings on the page of a site. */
export const readingsId = 'own-readings';

/** The own sites of the portal, and which of them the reader may write; loaded once for all parts of a page. */
export const ownSites = createQuery({ fetch: (signal) => request(listOwnSites, {}, { signal }) });

/** A site, if it is an own one. */
export function useOwnSite(loc_ndx: number): OwnSite | undefined {
  useEffect(() => void ownSites.load(), []);
  return dataOf(useStore(ownSites.$state))?.sites.find((each) => each.loc_ndx === loc_ndx);
}
