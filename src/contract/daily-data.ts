import * as z from 'zod/mini';
import { flagNames } from '#domain/flags.ts';
import { defineEndpoint } from './endpoint.ts';
import { Day } from './time-series.ts';

const text = z.nullable(z.string());

/**
 * One value of a day; `units_name` says in what. `approval`: A approved, P provisional. `qualifier`: the agency's own, e
 * estimated, Ice, … `flag`: the quality rule that the value fails; such a one is for no line, sum or statistic.
 */
export const DailyRecord = z.object({
  loc_ndx: z.int(),
  parameter_name: z.string(),
  loc_name: z.string(),
  units_name: z.string(),
  result_value_daily: z.number(),
  rdate: z.string(),
  approval: z.string(),
  qualifier: text,
  flag: z.nullable(z.enum(flagNames)),
  data_provider_name: z.string(),
  loc_type_name: z.string(),
  huc8: text,
  huc10: text,
});
export type DailyRecord = z.output<typeof DailyRecord>;

/** A value that fails a quality rule: the day since the series' `start`, and which rule it fails. */
export const FlaggedValue = z.object({
  day: z.int(),
  value: z.number(),
  flag: z.enum(flagNames),
  approval: z.string(),
});
export type FlaggedValue = z.output<typeof FlaggedValue>;

/**
 * A daily series as columns of one length: `dates` are days since `start`, ascending; `approval` has one
 * letter for each value, `qualifiers` the agency's own by the day since `start`, where a value has any. A day without a
 * value is absent. Values that fail a quality rule are in `flagged` alone, so that nobody draws or sums them unawares.
 */
export const DailySeries = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
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
  flagged: z.array(FlaggedValue),
});
export type DailySeries = z.output<typeof DailySeries>;

export const DailyColumns = z.object({
  parameter: z.object({ parameter_ndx: z.int(), parameter_name: z.string(), units_name: z.string() }),
  series: z.array(DailySeries),
});
export type DailyColumns = z.output<typeof DailyColumns>;

/**
 * Daily values of one parameter at several locations, `locations` being their comma-separated `loc_ndx`, from
 * `start` to `end`, both included. JSON as records, or with `format=columns` as columns; CSV with `format=csv`
 * or `Accept: text/csv`. A location without values in the range is absent; an unknown parameter is 404,
 * more than 250,000 records 413 (columns and CSV have no such end). `start` may itself be without a value.
 */
export const readDailyData = defineEndpoint({
  name: 'readDailyData',
  summary: 'Daily values of one parameter at up to 50 locations',
  method: 'GET',
  path: '/api/timeseries-daily-data/:parameter/:locations/:start/:end',
  access: 'signed-in',
  params: z.object({
    parameter: z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'must be the number of a parameter')),
    locations: z
      .string()
      .check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'must be the loc_ndx of locations, comma separated')),
    start: Day,
    end: Day,
  }),
  query: z.object({ format: z.optional(z.enum(['records', 'columns', 'csv'])) }),
  response: z.union([DailyColumns, z.array(DailyRecord)]),
  errors: [404, 413],
  tags: ['Time series'],
});
