import * as z from 'zod/mini';
import { bothFormats, notes, readFile, tableQuery } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { FindingAnswer, FindingNormal } from '#contract/finding.ts';
import { parameterFields } from '#contract/record-fields.ts';
import { Day, listedSiteFields, recordSummaryFields } from '#contract/time-series.ts';
import { standingClasses } from '#domain/statistics/percentile-class.ts';

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

export const readSitesLink = defineEndpoint({
  ...readFile,
  subject: 'Data links',
  summary: 'Every site with each of its parameters, its record and its latest value as CSV or RDB',
  path: '/api/data/sites.:format',
  params: bothFormats,
  query: tableQuery({ notes }),
});
