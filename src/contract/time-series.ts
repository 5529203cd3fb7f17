import * as z from 'zod/mini';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import { parseDay } from '#lib/calendar.ts';
import { describeBadName, tidyLine } from '#lib/clean-line.ts';
import { defineEndpoint } from './endpoint.ts';
import { FindingAnswer, FindingNormal } from './finding.ts';
import { PointGeometry } from './public-map.ts';
import { nameOf, parameterFields, siteFields } from './record-fields.ts';

const text = z.nullable(z.string());
const id = z.int().check(z.positive(), z.maximum(2_147_483_647));

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

export const Huc8 = z.object({ huc8_ndx: z.int(), huc8: z.string() });
export type Huc8 = z.output<typeof Huc8>;

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

const locationList = z.array(id).check(z.maxLength(maxLocationsPerAxis));

const parameterId = z.nullable(z.int().check(z.positive(), z.maximum(32_767)));

const filterFields = {
  huc8s: z.array(id).check(z.maxLength(100)),
  parameter_left: parameterId,
  parameter_right: parameterId,
  locations_left: locationList,
  locations_right: locationList,
  start_date: day,
  end_date: day,
};

/**
 * The filters that a user last submitted on Time Series Comparisons. `user_uuid` is the token's `sub`, or `default`.
 * `unreadable`: the stored filters no longer parse, and the fields are empty.
 */
export const TimeseriesFilter = z.object({
  user_uuid: z.string(),
  ...filterFields,
  unreadable: z.optional(z.literal(true)),
});
export type TimeseriesFilter = z.output<typeof TimeseriesFilter>;

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

export const listSeriesHuc8s = defineEndpoint({
  ...read,
  summary: 'The HUC8s with locations',
  path: '/api/timeseries-daily-data-dropdown-huc8',
  response: z.array(Huc8),
});

export const listSeriesParameters = defineEndpoint({
  ...read,
  summary: 'The parameters with records, and the HUC8s in which they have them',
  path: '/api/timeseries-daily-data-dropdown-parameters',
  response: z.array(SeriesParameter),
});

export const listSeriesLocations = defineEndpoint({
  ...read,
  summary: 'Every location with all of its parameters',
  path: '/api/timeseries-daily-data-dropdown-locations-assoc-param',
  response: z.array(SeriesLocation),
});

export const listTimeseriesFilters = defineEndpoint({
  ...read,
  access: 'open',
  variesByCaller: true,
  summary: 'The default filters, and with a token the caller’s own if saved',
  path: '/api/timeseries-user-filters',
  maxAge: 'never',
  response: z.array(TimeseriesFilter),
});

export const saveTimeseriesFilter = defineEndpoint({
  summary: 'Saves the caller’s filters; an Administrator may also save the `default` ones',
  method: 'PUT',
  path: '/api/timeseries-user-filters',
  access: 'signed-in',
  body: z.strictObject({ user_uuid: z.string().check(z.minLength(1), z.maxLength(200)), ...filterFields }),
  response: TimeseriesFilter,
  errors: [403],
});

/** The number of named views that one person can have. */
export const maxViews = 50;

export const maxViewNameLength = 80;

type Named = { readonly id: string; readonly name: string };

/** Says why a name cannot be given to a view. Undefined if it can. `id` is the view that is renamed. */
export function describeNameFault(text: string, views: readonly Named[], id?: string): string | undefined {
  const name = tidyLine(text);
  const fault = describeBadName(name, maxViewNameLength);
  if (fault !== undefined) return fault;
  const isTaken = views.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) return describeTakenName(name);
  return id === undefined && views.length >= maxViews ? describeFullList() : undefined;
}

export function describeTakenName(name: string): string {
  return `You already have a view named “${name}”. Choose another name.`;
}

export function describeFullList(): string {
  return `You already have ${maxViews} views. Delete one to save another.`;
}

const maxQueryLength = 8000;

const viewFields = {
  name: nameOf(maxViewNameLength),
  /** The address of the view on Time Series Comparisons, without `?`. */
  query: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(maxQueryLength),
      z.regex(/^[\w.~%=&+,:;@!$'()*/-]+$/, 'must be a query of an address, without ?'),
    ),
};

/** A named view of Time Series Comparisons; only its owner sees it. */
export const TimeseriesView = z.object({
  id: z.uuid(),
  name: z.string(),
  query: z.string(),
  updated_at: z.string(),
});
export type TimeseriesView = z.output<typeof TimeseriesView>;

const ownViews = { access: 'signed-in' } as const;
const viewParams = z.object({ id: z.uuid('must be the id of a view') });

export const listTimeseriesViews = defineEndpoint({
  ...ownViews,
  summary: 'The caller’s own named views, by name',
  method: 'GET',
  path: '/api/timeseries-views',
  maxAge: 'never',
  response: z.array(TimeseriesView),
});

export const createTimeseriesView = defineEndpoint({
  ...ownViews,
  summary: 'Saves a view under a name that the caller has not used',
  method: 'POST',
  path: '/api/timeseries-views',
  body: z.strictObject(viewFields),
  response: TimeseriesView,
  errors: [409],
});

export const saveTimeseriesView = defineEndpoint({
  ...ownViews,
  summary: 'Renames one of the caller’s views, or changes what it shows',
  method: 'PUT',
  path: '/api/timeseries-views/:id',
  params: viewParams,
  body: z.strictObject(viewFields),
  response: TimeseriesView,
  errors: [404, 409],
});

export const deleteTimeseriesView = defineEndpoint({
  ...ownViews,
  summary: 'Deletes one of the caller’s views',
  method: 'DELETE',
  path: '/api/timeseries-views/:id',
  params: viewParams,
  response: z.object({ id: z.uuid() }),
  errors: [404],
});
