import type { DataPoint } from '#contract/public-map.ts';

/** The fields of a site that are searched. */
export type SearchRecord = {
  readonly loc_ndx: number;
  readonly loc_name: string;
  readonly loc_id: string;
  readonly loc_type: string;
  readonly parameter_name: string;
  readonly data_provider: string;
  readonly huc8_name: string;
  readonly huc10_name: string;
};

export function toSearchRecord(site: DataPoint): SearchRecord {
  return {
    loc_ndx: site.loc_ndx,
    loc_name: site.loc_name,
    loc_id: site.loc_id,
    loc_type: site.loc_type,
    parameter_name: site.parameter_name ?? '',
    data_provider: site.data_provider,
    huc8_name: site.huc8_name ?? '',
    huc10_name: site.huc10_name ?? '',
  };
}
