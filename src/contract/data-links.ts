import * as z from 'zod/mini';
import { gainUnits } from '#domain/season/gain-units.ts';
import { yearKinds } from '#domain/season/season.ts';
import { measures } from '#domain/vocabulary.ts';
import {
  bothFormats,
  csvOnly,
  linkName,
  linkNames,
  linkQuery,
  notes,
  readNamedFile,
  tableQuery,
} from './data-link-parts.ts';
import { defineEndpoint } from './endpoint.ts';
import { series } from './season/water-year.ts';
import { Day } from './time-series.ts';

/** Series to compute, one in each parameter. */
const definition = z
  .string('must be there once for each series')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(400));
const definitions = z.optional(z.union([definition, z.array(definition)]));
const year = z.optional(z.enum(yearKinds, `must be ${yearKinds.join(' or ')}`));
const day = z.optional(Day);

/**
 * Daily values of one parameter at any number of sites, which are agencies' numbers. `second_site` have a second
 * parameter, as the screen's right axis. Without `from` and `to`, the whole record. `as_of` gives the values as they were
 * known then. `derived` adds up to 10 computed series after the values: `diff:l1,l2:NAME`, `sum:l1,l2,l3:NAME`,
 * `mean:l1:7:NAME` (of 3, 7 or 30 days), `af:l1:NAME`, `cfs:l1:NAME` or `lag:l1:2:NAME` (days later), where l1 is the first
 * of `site`, r1 the first of `second_site` and d1 the first `derived`.
 */
export const readDailyLink = defineEndpoint({
  ...readNamedFile,
  summary: 'Daily values of sites as CSV or RDB',
  path: '/api/data/daily.:format',
  params: bothFormats,
  query: linkQuery({
    site: linkNames,
    parameter: linkName,
    second_site: z.optional(linkNames),
    second_parameter: z.optional(linkName),
    from: day,
    to: day,
    as_of: day,
    derived: definitions,
    notes,
  }),
});

/** Without `series`, the minimum, the percentiles and the maximum of each day of the year. */
export const readStatisticsLink = defineEndpoint({
  ...readNamedFile,
  summary: 'Years and statistics of one record by the day of the year as CSV or RDB',
  path: '/api/data/statistics.:format',
  params: bothFormats,
  query: tableQuery({
    site: linkName,
    parameter: linkName,
    series: z.optional(series),
    year,
    measure: z.optional(z.enum(measures, `must be ${measures.join(' or ')}`)),
    notes,
  }),
});

export const readGainsLink = defineEndpoint({
  ...readNamedFile,
  summary: 'Gains of a reach by month and year as CSV',
  path: '/api/data/reach-gains.:format',
  params: csvOnly,
  query: linkQuery({
    site: linkName,
    year,
    unit: z.optional(z.enum(gainUnits, `must be ${gainUnits.join(' or ')}`)),
    notes,
  }),
});

export const readMonthlyGainsLink = defineEndpoint({
  ...readNamedFile,
  summary: 'Monthly gains of a reach, a row for each month of each series, as CSV or RDB',
  path: '/api/data/monthly-gains.:format',
  params: bothFormats,
  query: tableQuery({ site: linkName, series: z.optional(series), year, notes }),
});
