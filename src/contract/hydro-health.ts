import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { PointGeometry } from './public-map.ts';

const WaterYear = z.object({ water_year: z.int() });

const health = {
  /** The year's peak in inches; of a HUC8 the sum over its sites that have a median. */
  indicator: z.number(),
  /** The median of the yearly peaks 1991–2020 in inches; null for a site with fewer than 10 of those years. */
  median_indicator: z.nullable(z.number()),
  /** Percent of median peak. */
  hydro_health_pct: z.nullable(z.number()),
  water_year: z.int(),
  /** The year is in progress, and the peak is the peak so far. */
  to_date: z.boolean(),
};

/**
 * A SNOTEL site's peak snow water equivalent in a water year. `por_end` (`YYYY-MM-DD`) is the last day with a value in
 * the whole record, `interval_days` the usual number of days between its values.
 */
export const SiteHealth = z.object({
  loc_name: z.string(),
  loc_ndx: z.int(),
  loc_type_name: z.string(),
  huc8_name: z.nullable(z.string()),
  location_geometry: PointGeometry,
  por_end: z.nullable(z.string()),
  interval_days: z.int(),
  /** The number of the year's values that fail a quality rule and are ignored for its peak. */
  flagged: z.int(),
  /** The values are synthetic. */
  is_demonstration: z.boolean(),
  ...health,
});
export type SiteHealth = z.output<typeof SiteHealth>;

/** A HUC8's percentage of the median peak: a ratio of sums over its sites. */
export const HucHealth = z.object({ huc8_ndx: z.int(), huc8_name: z.string(), ...health });
export type HucHealth = z.output<typeof HucHealth>;

const read = { method: 'GET', access: 'signed-in', tags: ['Snowpack'] } as const;

export const listHealthYears = defineEndpoint({
  ...read,
  name: 'listHealthYears',
  summary: 'The water years with snowpack data, oldest first',
  path: '/api/hydro-health-list-water-years',
  response: z.array(WaterYear),
});

export const listSiteHealth = defineEndpoint({
  ...read,
  name: 'listSiteHealth',
  summary: 'Peak snow water equivalent of every site in every water year',
  path: '/api/hydro-health-sites-table',
  response: z.array(SiteHealth),
});

export const listHucHealth = defineEndpoint({
  ...read,
  name: 'listHucHealth',
  summary: 'Percent of median peak of every HUC8 in every water year',
  path: '/api/hydro-health-huc-table',
  response: z.array(HucHealth),
});
