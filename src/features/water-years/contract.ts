import * as z from 'zod/mini';
import { bothFormats, linkName, notes, readNamedFile, tableQuery } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { series, yearKind } from '#contract/season/water-year.ts';
import { measures } from '#domain/vocabulary.ts';

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
    year: yearKind,
    measure: z.optional(z.enum(measures, `must be ${measures.join(' or ')}`)),
    notes,
  }),
});
