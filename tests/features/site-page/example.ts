import type {
  SiteFacts,
  SiteNeighbor,
  SiteRecord,
  SiteSeason,
  SiteStatistics,
} from '#features/site-page/contract.ts';
import { gageFinding } from '../../support/finding.ts';

export const heise: SiteFacts = {
  loc_ndx: 14,
  loc_id: '13037500',
  loc_name: 'Snake River near Heise',
  loc_type_name: 'Stream Gage',
  data_provider: 'USGS',
  huc8_code: '17040104',
  huc8_name: 'Palisades',
  huc10_code: null,
  huc10_name: null,
  gw_district: null,
  latitude_dd: 43.6125,
  longitude_dd: -111.66,
  elevation_ft: 5018,
  loc_url: null,
  capacity_af: null,
};

export const gageRecord: SiteRecord = {
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  por_start: '1980-10-01',
  por_end: '2026-06-18',
  total_samples: 16_600,
  interval_days: 1,
  source: 'usgs',
  flagged: 1,
  provisional: 0,
  is_withheld: false,
  latest: gageFinding,
  statistics: null,
  completeness: null,
  days: null,
};

/** Of the date of `gageFinding`, whose value is 12,700. */
export const gageStatistics: SiteStatistics = {
  period: 'day',
  count: 28,
  first_year: 1991,
  last_year: 2020,
  provisional: 2,
  estimated: 0,
  minimum: 9000,
  p5: 9500,
  p10: 10_810,
  p25: 12_725,
  median: 14_400,
  p75: 16_400,
  p90: 17_730,
  p95: null,
  maximum: 21_000,
};

export function neighbor(loc_ndx: number, changes: Partial<SiteNeighbor> = {}): SiteNeighbor {
  return {
    loc_ndx,
    loc_id: `N${loc_ndx}`,
    loc_name: `Snake River at ${loc_ndx}`,
    loc_type_name: 'Stream Gage',
    river: 'Snake River',
    capacity_af: null,
    is_withheld: false,
    record: { ...gageFinding, loc_ndx },
    ...changes,
  };
}

/** A season of 731 days up to November 22, 2026, whose value is the number of its day from 0, with normals of every day. */
export function seasonOfDays(changes: Partial<SiteSeason> = {}): SiteSeason {
  const days = Array.from({ length: 732 }, (_, at) => at);
  const orders = Array.from({ length: 366 }, (_, at) => at + 1);
  const all = (value: number) => orders.map(() => value);
  return {
    loc_ndx: 14,
    parameter_ndx: 1,
    parameter_name: 'Streamflow',
    units_name: 'cfs',
    source: 'usgs',
    start: '2024-11-21',
    days,
    values: days,
    approval: 'A'.repeat(700) + 'P'.repeat(32),
    qualifiers: { '731': 'e' },
    normals: {
      period: 'day',
      first_year: 1991,
      last_year: 2020,
      orders,
      counts: all(30),
      minimum: all(1),
      p10: all(2),
      p25: all(3),
      median: all(4),
      p75: all(5),
      p90: all(6),
      maximum: all(7),
    },
    ...changes,
  };
}
