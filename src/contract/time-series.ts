import * as z from 'zod/mini';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { parseDay } from '#lib/calendar.ts';
import { defineEndpoint } from './endpoint.ts';
import { FindingAnswer, FindingNormal } from './finding.ts';
import { PointGeometry } from './public-map.ts';
import { parameterFields, siteFields } from './record-fields.ts';

const text = z.nullable(z.string());

/** A calendar day in the basin's time zone, `YYYY-MM-DD`. */
export const Day = z
  .string()
  .check(z.refine((value) => parseDay(value) !== undefined, 'must be a date, YYYY-MM-DD'));
const day = z.nullable(Day);

const listedSiteFields = {
  ...siteFields,
  loc_type_name: z.string(),
  data_provider: z.string(),
  huc8_name: text,
  huc10_name: text,
  gw_district: text,
  loc_url: text,
  lat_dd: z.number(),
  lon_dd: z.number(),
  location_geometry: PointGeometry,
};

/** The summary of one record; its days are null if it has no values yet. */
const recordSummaryFields = {
  por_start: day,
  por_end: day,
  num_days: z.int(),
  num_years: z.int(),
  total_samples: z.int(),
  /** The service that the record was imported from. */
  source: text,
  /** The values are synthetic. */
  is_demonstration: z.boolean(),
};

/** A location with one of its parameters and the summary of that record. */
export const SiteSummary = z.object({
  ...listedSiteFields,
  ...parameterFields,
  ...recordSummaryFields,
});
export type SiteSummary = z.output<typeof SiteSummary>;

/**
 * The latest value of a record that passes the quality rules. `class`, in the words of the USGS, compares it with the same
 * day, or for wells with few readings the same month, of the other years; `percentile`, `of` and `rank` are as in a `Finding`.
 * The first three are null without a statistic of 1991–2020, and `rank` is there only for a value that may be the lowest or
 * the highest on record. `normal_years` counts the years of 1991–2020 with values, and `later_normal_years` those of them
 * from 2006 on; both are null until the statistics are computed.
 */
export const LatestValue = z.object({
  loc_ndx: z.int(),
  parameter_ndx: z.int(),
  rdate: Day,
  value: z.number(),
  class: z.nullable(z.enum(standingClasses)),
  percentile: FindingAnswer.shape.percentile,
  of: z.nullable(z.pick(FindingNormal, { period: true, count: true, first_year: true, last_year: true })),
  rank: FindingAnswer.shape.rank,
  normal_years: z.nullable(z.int()),
  later_normal_years: z.nullable(z.int()),
});
export type LatestValue = z.output<typeof LatestValue>;

/** A parameter; `huc8_ndx_array` are the HUC8s in which locations have it. */
export const SeriesParameter = z.object({
  ...parameterFields,
  huc8_ndx_array: z.array(z.int()),
});
export type SeriesParameter = z.output<typeof SeriesParameter>;

/** A location with all of its parameters; `records` are their summaries, in the same order. */
export const SeriesLocation = z.object({
  ...listedSiteFields,
  huc8_ndx_array: z.array(z.int()),
  parameter_ndx_array: z.array(z.int()),
  parameter_name_array: z.array(z.string()),
  records: z.array(z.object({ parameter_ndx: z.int(), ...recordSummaryFields })),
});
export type SeriesLocation = z.output<typeof SeriesLocation>;

const read = { method: 'GET', access: 'open-values' } as const;

export const listSiteSummaries = defineEndpoint({
  ...read,
  summary: 'Every location with each of its parameters and the summary of that record',
  path: '/api/summary-of-sites-tscompare',
  response: z.array(SiteSummary),
});

export const listLatestValues = defineEndpoint({
  ...read,
  summary: 'The latest value of every record, and its class among those of other years',
  path: '/api/latest-values',
  response: z.array(LatestValue),
});

export const listSeriesLocations = defineEndpoint({
  ...read,
  summary: 'Every location with all of its parameters',
  path: '/api/timeseries-daily-data-dropdown-locations-assoc-param',
  response: z.array(SeriesLocation),
});
