import * as z from 'zod/mini';
import { bothFormats, notes, readFile, tableQuery } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { PointGeometry, siteFields } from '#contract/record-fields.ts';
import { snowMeasures } from '#domain/snow/snowpack.ts';

const WaterYear = z.object({ water_year: z.int() });

/** Null without a median. */
const years = z.nullable(z.int());

const health = {
  /** The year's peak in inches; of a HUC8 the sum over its sites that have a median. */
  indicator: z.number(),
  /** The median of the yearly peaks 1991–2020 in inches; null with fewer than 10 of those years, or 3 in a half. */
  median_indicator: z.nullable(z.number()),
  /** Percent of median peak; null without a median, and below an inch of it. */
  hydro_health_pct: z.nullable(z.number()),
  water_year: z.int(),
  /** The year is in progress, and the peak is the peak so far. */
  to_date: z.boolean(),
  /**
   * The day (`YYYY-MM-DD`) of the percentage to date: of the year in progress a site's last value, of other years the
   * same month and day. Of a HUC8 the last such day of its sites; null if none has a value.
   */
  as_of: z.nullable(z.string()),
  /** The snow water equivalent on that day in inches; of a HUC8 the sum over its sites that have a value and a median. */
  indicator_to_date: z.nullable(z.number()),
  /** The median for that day of the year 1991–2020 in inches; of a HUC8 the sum over the same sites. */
  median_to_date: z.nullable(z.number()),
  /** Percent of median for the date; null below an inch of median, for a HUC8 on average over its sites. */
  pct_to_date: z.nullable(z.number()),
  /**
   * The years that the median peak rests on: how many, the first and the last. Of a HUC8 the fewest of one of its sites,
   * and the first and the last of all.
   */
  count: years,
  first_year: years,
  last_year: years,
  /** The years that the median for the date rests on. */
  count_to_date: years,
  first_year_to_date: years,
  last_year_to_date: years,
};

/**
 * A SNOTEL site's snow water equivalent in a water year. `por_end` (`YYYY-MM-DD`) is the last day with a value in the
 * whole record, `interval_days` the usual number of days between its values.
 */
export const SiteHealth = z.object({
  ...siteFields,
  loc_type_name: z.string(),
  huc8_name: z.nullable(z.string()),
  location_geometry: PointGeometry,
  por_end: z.nullable(z.string()),
  interval_days: z.int(),
  /** The number of the year's values that fail a quality rule and are ignored. */
  flagged: z.int(),
  /** Whose values they are. */
  delivered_by: z.string(),
  ...health,
  /** The median day of the peaks 1991–2020, `MM-DD`. */
  median_peak_day: z.nullable(z.string()),
});
export type SiteHealth = z.output<typeof SiteHealth>;

/**
 * A HUC8's percentages: ratios of sums over its sites that have a value and a median. `few_sites` marks fewer than 2 such
 * sites, or less than a third of the sum of medians of all its sites.
 */
export const HucHealth = z.object({
  huc8_ndx: z.int(),
  huc8_name: z.string(),
  ...health,
  /** The sites in the sums of the peaks. */
  site_count: z.int(),
  few_sites: z.boolean(),
  /** The sites in the sums to date. */
  site_count_to_date: z.int(),
  few_sites_to_date: z.boolean(),
  /** Whose values the sites have. */
  delivered_by: z.array(z.string()),
});
export type HucHealth = z.output<typeof HucHealth>;

const read = { method: 'GET', access: 'open-values' } as const;

export const listHealthYears = defineEndpoint({
  ...read,
  summary: 'The water years with snowpack data, oldest first',
  path: '/api/hydro-health-list-water-years',
  response: z.array(WaterYear),
});

export const listSiteHealth = defineEndpoint({
  ...read,
  summary: 'Peak snow water equivalent of every site in every water year, and that to date',
  path: '/api/hydro-health-sites-table',
  response: z.array(SiteHealth),
});

export const listHucHealth = defineEndpoint({
  ...read,
  summary: 'Percent of median peak of every HUC8 in every water year, and of the median for the date',
  path: '/api/hydro-health-huc-table',
  response: z.array(HucHealth),
});

/** `of` sites, or subbasins; `percent` of the median for the date, or of the median peak. */
export const readSnowLink = defineEndpoint({
  ...readFile,
  subject: 'Data links',
  summary: 'Snow water equivalent by water year in percent of the median as CSV or RDB',
  path: '/api/data/snow.:format',
  params: bothFormats,
  query: tableQuery({
    of: z.optional(z.enum(['sites', 'huc8s'], 'must be sites or huc8s')),
    percent: z.optional(z.enum(snowMeasures, `must be ${snowMeasures.join(' or ')}`)),
    notes,
  }),
});
