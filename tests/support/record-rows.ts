import type { RecordFreshness } from '#contract/ingest-status.ts';
import type { SiteSummary } from '#features/site-summary/contract.ts';

const gage = {
  loc_ndx: 14,
  loc_id: '13037500',
  loc_name: 'Snake River near Heise',
  data_provider: 'USGS',
  parameter_name: 'Streamflow',
};

/** A row of the Site Summary Table: a synthetic record of a gage. */
export function createSummaryRow(overrides: Partial<SiteSummary> = {}): SiteSummary {
  return {
    ...gage,
    loc_type_name: 'Stream Gage',
    huc8_name: 'Palisades',
    huc10_name: null,
    gw_district: null,
    loc_url: 'https://waterdata.usgs.gov/',
    lat_dd: 43.6125,
    lon_dd: -111.66,
    location_geometry: { type: 'Point', coordinates: [-111.66, 43.6125] },
    parameter_ndx: 1,
    units_name: 'cfs',
    por_start: '1980-10-01',
    por_end: '2025-11-19',
    num_days: 1,
    num_years: 46,
    total_samples: 1,
    source: null,
    ...overrides,
  };
}

/** A row of the status of imports: that record, a day after its last value. */
export function createRecordFreshness(overrides: Partial<RecordFreshness> = {}): RecordFreshness {
  return {
    ...gage,
    source: null,
    por_end: '2020-01-01',
    lag_days: 1,
    interval_days: 1,
    state: 'current',
    is_late: false,
    ...overrides,
  };
}
