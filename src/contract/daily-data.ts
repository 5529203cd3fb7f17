import * as z from 'zod/mini';
import { flagNames } from '#domain/qualifiers.ts';
import { defineEndpoint } from './endpoint.ts';
import { parameterFields, parameterNumber, siteFields } from './record-fields.ts';
import { Day } from './time-series.ts';

const text = z.nullable(z.string());

/**
 * One daily value, in `units_name`. `rdate` is `YYYY-MM-DD`. `approval`: A approved, P provisional. `qualifier`: the
 * agency's own code, such as e (estimated) or Ice. `flag`: the quality rule that the value fails; flagged values are
 * left out of lines, sums and statistics. `changed_on` is the day of the last import that changed the value, and
 * `changed_from` the value before. `source` is the service that delivered the value, whoever's the site is, or `entry` if
 * it was entered by hand.
 */
export const DailyRecord = z.object({
  ...siteFields,
  parameter_name: z.string(),
  units_name: z.string(),
  result_value_daily: z.number(),
  rdate: z.string(),
  approval: z.string(),
  qualifier: text,
  flag: z.nullable(z.enum(flagNames)),
  changed_on: text,
  changed_from: z.nullable(z.number()),
  source: z.nullable(z.string()),
  data_provider_name: z.string(),
  loc_type_name: z.string(),
  huc8: text,
  huc10: text,
});
export type DailyRecord = z.output<typeof DailyRecord>;

/** A value that fails the quality rule `flag`; `day` counts from the series' `start`, which is day 0. */
export const FlaggedValue = z.object({
  day: z.int(),
  value: z.number(),
  flag: z.enum(flagNames),
  approval: z.string(),
});
export type FlaggedValue = z.output<typeof FlaggedValue>;

/** The last change of a value by an import: on which day, `YYYY-MM-DD`, and what it was before. */
const ValueChange = z.object({ on: z.string(), from: z.number() });

/**
 * A daily series as columns of one length. `dates` are days since `start`, ascending; a day without a value is absent.
 * `approval` has one letter per value. `qualifiers` are the agency's codes, by day since `start`. Values that fail a
 * quality rule are only in `flagged`, so that they are not drawn or summed by mistake. `changes` are the last changes
 * of values, by day since `start`.
 */
export const DailySeries = z.object({
  ...siteFields,
  units_name: z.string(),
  data_provider_name: z.string(),
  loc_type_name: z.string(),
  huc8: text,
  huc10: text,
  start: z.string(),
  dates: z.array(z.number()),
  values: z.array(z.number()),
  approval: z.string(),
  qualifiers: z.record(z.string(), z.string()),
  changes: z.record(z.string(), ValueChange),
  /** The service that the values were imported from, of earlier values the one of that time. */
  source: text,
  flagged: z.array(FlaggedValue),
});
export type DailySeries = z.output<typeof DailySeries>;

/** Daily series of one parameter, one for each location. */
export const DailyColumns = z.object({
  parameter: z.object(parameterFields),
  series: z.array(DailySeries),
});
export type DailyColumns = z.output<typeof DailyColumns>;

const read = { method: 'GET', access: 'open-values' } as const;

const dailyParams = z.object({
  parameter: parameterNumber,
  locations: z
    .string()
    .check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'must be comma-separated loc_ndx of locations')),
  start: Day,
  end: Day,
});

const asOf = z.optional(
  z.union(
    [z.iso.datetime({ offset: true }), Day],
    'must be an instant such as 2026-04-07T12:00:00Z, or a date, YYYY-MM-DD',
  ),
);

/**
 * Reads daily values of one parameter from `start` to `end`, both included; `locations` are up to 50 comma-separated
 * `loc_ndx`. The answer is JSON records, JSON columns with `format=columns`, or CSV with `format=csv` or
 * `Accept: text/csv`. Locations without values in the range are absent. An unknown parameter is 404; more than 250,000
 * records or 2,000,000 rows of CSV are 413 (columns have no limit); a fifth download of records or CSV at the
 * same time is 429. Each location is read by itself while the answer is sent. `as_of`, an instant such as 2026-04-07T12:00:00Z or the end of a day,
 * gives the values as they were known then.
 */
export const readDailyData = defineEndpoint({
  ...read,
  summary: 'Daily values of one parameter at up to 50 locations',
  path: '/api/timeseries-daily-data/:parameter/:locations/:start/:end',
  params: dailyParams,
  query: z.object({ format: z.optional(z.enum(['records', 'columns', 'csv'])), as_of: asOf }),
  varyHeaders: ['Accept'],
  response: z.union([DailyColumns, z.array(DailyRecord)]),
  errors: [404, 413],
});

/**
 * How the days of a record compare with 1991–2020. `classes` has one character a day from `start` on: `1` much below
 * normal (under the 10th percentile of the date), `2` below, `3` normal, `4` above, `5` much above, `-` without a value or
 * a normal. Of a depth to water they are those of the water level.
 */
export const DayClasses = z.object({ loc_ndx: z.int(), start: z.string(), classes: z.string() });
export type DayClasses = z.output<typeof DayClasses>;

/** Locations without values in the range are absent. An unknown parameter is 404. */
export const readDayClasses = defineEndpoint({
  ...read,
  summary: 'The percentile class of each day at up to 50 locations',
  path: '/api/timeseries-daily-classes/:parameter/:locations/:start/:end',
  params: dailyParams,
  query: z.object({ as_of: asOf }),
  response: z.array(DayClasses),
  errors: [404],
});

const Value = z.object({
  value: z.number(),
  approval: z.string(),
  qualifier: text,
  flag: z.nullable(z.enum(flagNames)),
});

/**
 * A change of one day's value by an import. `after` is null if the import removed the value. `known_from` is the
 * instant of the change, in UTC; `run` is the import.
 */
export const Revision = z.object({
  day: z.string(),
  before: Value,
  after: z.nullable(Value),
  known_from: z.string(),
  run: z.int(),
});

/** The newest changes first; `is_complete` is false if older ones were left out (10,000 at most). */
export const Revisions = z.object({ revisions: z.array(Revision), is_complete: z.boolean() });

/** Reads what imports changed in a series; `since` is a day, `YYYY-MM-DD`. An unknown series is 404. */
export const readRevisions = defineEndpoint({
  ...read,
  summary: 'What imports changed in a series: the values before and after',
  path: '/api/revisions/:location/:parameter',
  params: z.object({
    location: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be the loc_ndx of a location')),
    parameter: parameterNumber,
  }),
  query: z.object({ since: z.optional(Day) }),
  response: Revisions,
  errors: [404],
});
