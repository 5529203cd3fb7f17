import * as z from 'zod/mini';
import {
  bothFormats,
  csvOnly,
  linkName,
  linkQuery,
  notes,
  readNamedFile,
  tableQuery,
} from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { series, yearKind } from '#contract/season/water-year.ts';
import { gainUnits } from '#domain/season/gain-units.ts';

export const readGainsLink = defineEndpoint({
  ...readNamedFile,
  summary: 'Gains of a reach by month and year as CSV',
  path: '/api/data/reach-gains.:format',
  params: csvOnly,
  query: linkQuery({
    site: linkName,
    year: yearKind,
    unit: z.optional(z.enum(gainUnits, `must be ${gainUnits.join(' or ')}`)),
    notes,
  }),
});

export const readMonthlyGainsLink = defineEndpoint({
  ...readNamedFile,
  summary: 'Monthly gains of a reach, a row for each month of each series, as CSV or RDB',
  path: '/api/data/monthly-gains.:format',
  params: bothFormats,
  query: tableQuery({ site: linkName, series: z.optional(series), year: yearKind, notes }),
});
