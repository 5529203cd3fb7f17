import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { FindingAnswer } from '#contract/finding.ts';
import { parameterFields, parameterNumber, siteFields } from '#contract/record-fields.ts';
import { siteIdPattern } from '#domain/page-paths.ts';

const Day = z.iso.date();
const text = z.nullable(z.string());
const numbers = z.array(z.int());

/** `capacity_af` is what a reservoir holds, by the basin file. */
export const SiteFacts = z.object({
  ...siteFields,
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
 * number of years they rest on, and `estimated` that of the values that bridge a gap. A percentile that the years cannot
 * bear is null.
 */
export const SiteStatistics = z.object({
  period: z.enum(['day', 'month']),
  count: z.int(),
  first_year: z.int(),
  last_year: z.int(),
  provisional: z.int(),
  estimated: z.int(),
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
 * A parameter of a site. With `is_withheld`, the caller needs an account to see its values, and `latest` and `statistics` are
 * null. `source` is the importer that its values come from; `flagged` and `provisional` are numbers of
 * values. `days` has a letter for each of the 366 days of the water year that was asked for: `A` approved, `P`
 * provisional, `F` flagged, `M` missing, `-` no day of the record; null if no year was asked for.
 */
export const SiteRecord = z.object({
  ...parameterFields,
  por_start: z.nullable(Day),
  por_end: z.nullable(Day),
  total_samples: z.int(),
  interval_days: z.int(),
  source: z.nullable(z.string()),
  flagged: z.int(),
  provisional: z.int(),
  is_withheld: z.boolean(),
  latest: z.nullable(FindingAnswer),
  statistics: z.nullable(SiteStatistics),
  completeness: z.nullable(SiteCompleteness),
  days: z.nullable(z.string()),
});
export type SiteRecord = z.output<typeof SiteRecord>;

/**
 * A site on the same river, or on one that flows into it. `record` is its main parameter; null without a value, and with
 * `is_withheld`, as of a record of the site.
 */
export const SiteNeighbor = z.object({
  ...siteFields,
  loc_type_name: z.string(),
  river: z.string(),
  capacity_af: z.nullable(z.number()),
  is_withheld: z.boolean(),
  record: z.nullable(FindingAnswer),
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

const read = {
  method: 'GET',
  /** Any id by which the address of the site's page may name it. */
  params: z.object({
    location: z.string().check(z.regex(siteIdPattern, 'must be a loc_ndx, or an id of an agency')),
  }),
  errors: [404],
} as const;

export const readSitePage = defineEndpoint({
  ...read,
  summary:
    'All about a site: its place, its records with their latest values and completeness, and its neighbors',
  path: '/api/sites/:location',
  access: 'open',
  query: z.object({
    /** The water year whose days are listed. */
    year: z.optional(z.string().check(z.regex(/^(1[89]|20|21)\d\d$/, 'must be a year from 1800 to 2199'))),
  }),
  variesByCaller: true,
  response: SitePage,
});

const optionalNumbers = z.array(z.nullable(z.number()));

/** A record as columns: `days` since `start`, which is null without a value. */
const columnFields = {
  loc_ndx: z.int(),
  ...parameterFields,
  source: z.nullable(z.string()),
  start: z.nullable(Day),
  days: numbers,
  values: z.array(z.number()),
};

/**
 * The days of the last two years of a record up to its last value, as columns: `days` since `start`, and a letter of
 * `approval` for each, `A` or `P`. `qualifiers` are the agency's by the same days, where there is one. `normals` are the
 * statistics of 1991–2020 for the days of the water year by their `orders`, 1 to 366; null without any. A record without
 * a value has no `start`.
 */
export const SiteSeason = z.object({
  ...columnFields,
  approval: z.string(),
  qualifiers: z.record(z.string(), z.string()),
  normals: z.nullable(
    z.object({
      period: z.enum(['day', 'month']),
      first_year: z.int(),
      last_year: z.int(),
      orders: numbers,
      counts: numbers,
      minimum: z.array(z.number()),
      p10: optionalNumbers,
      p25: optionalNumbers,
      median: z.array(z.number()),
      p75: optionalNumbers,
      p90: optionalNumbers,
      maximum: z.array(z.number()),
    }),
  ),
});
export type SiteSeason = z.output<typeof SiteSeason>;

/** The parameter that stands for the site, unless another one is asked for. */
export const readSiteSeason = defineEndpoint({
  ...read,
  summary: 'The last two years of a record of a site, and what is normal on each day',
  path: '/api/sites/:location/season',
  access: 'open-values',
  query: z.object({
    parameter: z.optional(parameterNumber),
  }),
  response: SiteSeason,
});

/** Sen’s slope of the medians of water years; `feet_a_year` is positive for higher water. `from` to `to` is its line. */
const WellTrend = z.object({
  first_year: z.int(),
  last_year: z.int(),
  years: z.int(),
  readings: z.int(),
  feet_a_year: z.number(),
  from: z.object({ rdate: Day, value: z.number() }),
  to: z.object({ rdate: Day, value: z.number() }),
});

/**
 * The whole record of a well: `days` since `start`, thinned to the lowest and highest value of each of at most 1,000 spans.
 * `trend` is that of all water years before the running one, `recent` that of the last ten of them; null with too few.
 */
export const WellRecord = z.object({
  ...columnFields,
  readings: z.int(),
  trend: z.nullable(WellTrend),
  recent: z.nullable(WellTrend),
});
export type WellRecord = z.output<typeof WellRecord>;

/** A parameter that is not measured in wells is 404. */
export const readWellRecord = defineEndpoint({
  ...read,
  summary: 'The whole record of a well, and how its water moved in feet a year',
  path: '/api/sites/:location/well-record',
  access: 'open-values',
  query: z.object({ parameter: parameterNumber }),
  response: WellRecord,
});
