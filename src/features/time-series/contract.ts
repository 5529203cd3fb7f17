import * as z from 'zod/mini';
import {
  bothFormats,
  linkName,
  linkNames,
  linkQuery,
  notes,
  readNamedFile,
} from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { Day, SeriesParameter } from '#contract/time-series.ts';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';

const id = z.int().check(z.positive(), z.maximum(2_147_483_647));
const day = z.nullable(Day);

export const Huc8 = z.object({ huc8_ndx: z.int(), huc8: z.string() });
export type Huc8 = z.output<typeof Huc8>;

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

/** Series to compute, one in each parameter. */
const definition = z
  .string('must be there once for each series')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(400));
const definitions = z.optional(z.union([definition, z.array(definition)]));
const linkDay = z.optional(Day);

/**
 * Daily values of one parameter at any number of sites, which are agencies' numbers. `second_site` have a second
 * parameter, as the screen's right axis. Without `from` and `to`, the whole record. `as_of` gives the values as they were
 * known then. `derived` adds up to 10 computed series after the values: `diff:l1,l2:NAME`, `sum:l1,l2,l3:NAME`,
 * `mean:l1:7:NAME` (of 3, 7 or 30 days), `af:l1:NAME`, `cfs:l1:NAME` or `lag:l1:2:NAME` (days later), where l1 is the first
 * of `site`, r1 the first of `second_site` and d1 the first `derived`.
 */
export const readDailyLink = defineEndpoint({
  ...readNamedFile,
  subject: 'Data links',
  summary: 'Daily values of sites as CSV or RDB',
  path: '/api/data/daily.:format',
  params: bothFormats,
  query: linkQuery({
    site: linkNames,
    parameter: linkName,
    second_site: z.optional(linkNames),
    second_parameter: z.optional(linkName),
    from: linkDay,
    to: linkDay,
    as_of: linkDay,
    derived: definitions,
    notes,
  }),
});
