import type { DataPoint } from '#contract/public-map.ts';
import type { SearchFields } from '#lib/search-engine.ts';

/** What is searched of a site. */
export type SearchRecord = SearchFields & { readonly loc_ndx: number };

type SearchedFields = Pick<
  DataPoint,
  | 'loc_ndx'
  | 'loc_id'
  | 'loc_name'
  | 'loc_type'
  | 'parameter_name'
  | 'data_provider'
  | 'huc8_name'
  | 'huc10_name'
>;

/** How many results the search of the map gives at most. */
export const maxResults = 49;

export function toSearchRecord(site: SearchedFields): SearchRecord {
  const { loc_type, parameter_name, data_provider, huc8_name, huc10_name } = site;
  return {
    loc_ndx: site.loc_ndx,
    name: site.loc_name,
    ids: [site.loc_id, String(site.loc_ndx)],
    context: [loc_type, parameter_name, data_provider, huc8_name, huc10_name].join(' '),
  };
}
