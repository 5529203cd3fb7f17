import { pathOfSite } from '#domain/page-paths.ts';
import { createSearchEngine } from '#lib/search-engine.ts';
import { maxResults, toSearchRecord } from '#stores/search-record.ts';
import type { MapSearchEngine } from './answer.ts';

/** Finds sites by their names and ids, and by what and where they are. A feature may fill `map-search-engine` with more. */
export const searchSites: MapSearchEngine = (_index, sites) => {
  const engine = createSearchEngine(
    sites.map((site) => ({ ...toSearchRecord(site), site })),
    { limit: maxResults },
  );
  return (text) => ({
    results: engine(text).map(({ entry: { name, site } }) => ({
      href: pathOfSite(site.loc_ndx),
      name,
      kind: site.loc_type_name,
      detail: [site.loc_id, site.parameter_name].filter(Boolean).join(' · '),
      site: site.loc_ndx,
    })),
  });
};
