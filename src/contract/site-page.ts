import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LatestRecord } from './latest-record.ts';

const Day = z.iso.date();
const text = z.nullable(z.string());
const numbers = z.array(z.int());

/** `capacity_af` is what a reservoir holds, by the basin file. */
export const SiteFacts = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
  loc_type_name: z.string(),
  data_provider: z.string(),
  huc8_code: text,
  huc8_name: text,
  huc10_code: text,
  huc10_name: text,
  gw_district: text,
  latitude_dd: z.number(),
  longitude_dd: z.number(),
  elevation_ft: z.nullable(z.number()),
  loc_url: text,
  capacity_af: z.nullable(z.number()),
});
export type SiteFacts = z.output<typeof SiteFacts>;

/**
 * The statistics of 1991–2020 for the day of the latest value, or for wells with few readings for its month. `count` is the
 * number of years they rest on. A percentile that the years cannot bear is null.
 */
export const SiteStatistics = z.object({
  period: z.enum(['day', 'month']),
  count: z.int(),
  first_year: z.int(),
  last_year: z.int(),
  provisional: z.int(),
  minimum: z.number(),
  p5: z.nullable(z.number()),
  p10: z.nullable(z.number()),
  p25: z.nullable(z.number()),
  median: z.number(),
  p75: z.nullable(z.number()),
  p90: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  maximum: z.number(),
});
export type SiteStatistics = z.output<typeof SiteStatistics>;

/**
 * The numbers of days in each state, one for each water year from `first_year` on. Days without a value are missing up to
 * yesterday, or up to the last value of a record that has ended.
 */
export const SiteCompleteness = z.object({
  first_year: z.int(),
  approved: numbers,
  provisional: numbers,
  flagged: numbers,
  missing: numbers,
});
export type SiteCompleteness = z.output<typeof SiteCompleteness>;

/**
 * A parameter of a site. `source` is the importer that its values come from; `flagged` and `provisional` are numbers of
 * values. `days` has a letter for each of the 366 days of the water year that was asked for: `A` approved, `P`
 * provisional, `F` flagged, `M` missing, `-` no day of the record; null if no year was asked for.
 */
export const SiteRecord = z.object({
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  por_start: z.nullable(Day),
  por_end: z.nullable(Day),
  total_samples: z.int(),
  interval_days: z.int(),
  source: text,
  is_demonstration: z.boolean(),
  flagged: z.int(),
  provisional: z.int(),
  latest: z.nullable(LatestRecord),
  statistics: z.nullable(SiteStatistics),
  completeness: z.nullable(SiteCompleteness),
  days: z.nullable(z.string()),
});
export type SiteRecord = z.output<typeof SiteRecord>;

/** A site on the same river, or on one that flows into it. `record` is its main parameter; null without a value. */
export const SiteNeighbor = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
  loc_type_name: z.string(),
  river: z.string(),
  record: z.nullable(
    z.pick(LatestRecord, {
      parameter_ndx: true,
      parameter_name: true,
      units_name: true,
      is_demonstration: true,
      rdate: true,
      value: true,
      class: true,
    }),
  ),
});
export type SiteNeighbor = z.output<typeof SiteNeighbor>;

/** The next sites by the basin file, the nearest first. `river` is null for a site that is on none of its rivers. */
export const SiteNeighbors = z.object({
  river: text,
  upstream: z.array(SiteNeighbor),
  downstream: z.array(SiteNeighbor),
});
export type SiteNeighbors = z.output<typeof SiteNeighbors>;

/** Published texts that name the site and that the caller may read, the newest first, at most 20 of each. */
export const SiteMentions = z.object({
  documents: z.array(
    z.object({ id: z.uuid(), title: z.string(), document_type: z.string(), document_date: text }),
  ),
  announcements: z.array(
    z.object({ id: z.uuid(), title: z.string(), message: z.string(), severity: z.enum(['info', 'warning']) }),
  ),
});
export type SiteMentions = z.output<typeof SiteMentions>;

/** `year` is the water year of the letters in `days`; null if none was asked for. */
export const SitePage = z.object({
  site: SiteFacts,
  year: z.nullable(z.int()),
  records: z.array(SiteRecord),
  neighbors: SiteNeighbors,
  ...SiteMentions.shape,
});
export type SitePage = z.output<typeof SitePage>;

export const readSitePage = defineEndpoint({
  name: 'readSitePage',
  summary:
    'All about a site: its place, its records with their latest values and completeness, and its neighbors',
  method: 'GET',
  path: '/api/sites/:location',
  access: 'open',
  params: z.object({ location: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a loc_ndx')) }),
  query: z.object({
    /** The water year whose days are listed. */
    year: z.optional(z.string().check(z.regex(/^(1[89]|20|21)\d\d$/, 'must be a year from 1800 to 2199'))),
  }),
  response: SitePage,
  errors: [404],
  tags: ['Public map'],
});
