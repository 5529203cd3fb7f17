import type { MapSearchEngine } from '../../public-map/index.ts';
import { createPortalSearch } from '../rules/portal-search.ts';
import type { SearchIndex } from '../rules/search-index.ts';

const emptyIndex: SearchIndex = { entries: [], mainSites: [], parameters: [] };

export default ((index, sites, settings) =>
  createPortalSearch(
    (index as SearchIndex | undefined) ?? emptyIndex,
    sites,
    settings,
  )) satisfies MapSearchEngine;
