import * as z from 'zod/mini';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { defineEndpoint } from './endpoint.ts';

/** A figure in words: `1.59 MAF`, and beneath it its day and where it stands. */
const HeadlineFigure = z.object({ value: z.string(), lines: z.array(z.string()) });
export type HeadlineFigure = z.output<typeof HeadlineFigure>;

/**
 * What the landing page leads with, as far as it is open to everyone. `current_count` sites have a value in the last 30
 * days up to `newest`, the last day with a value anywhere. The figures are the first ones of the brief of today; each is
 * null if the basin file asks for none, or if the portal does not show its site. `conditions` has, for each class of the
 * map's sites from low to high, where they are: longitude and latitude in degrees, WGS 84. Late and ended records have no
 * class. `sites_text` says the counts and of what the figures are made, `conditions_text` sums up the classes.
 */
export const Headline = z.object({
  site_count: z.int(),
  current_count: z.int(),
  newest: z.nullable(z.iso.date()),
  sites_text: z.string(),
  conditions_text: z.string(),
  storage: z.nullable(HeadlineFigure),
  snow: z.nullable(HeadlineFigure),
  flow: z.nullable(HeadlineFigure),
  conditions: z.array(
    z.object({ class: z.enum(standingClasses), places: z.array(z.tuple([z.number(), z.number()])) }),
  ),
});
export type Headline = z.output<typeof Headline>;

export const readHeadline = defineEndpoint({
  summary: 'The figures that the landing page leads with, and the class of each site',
  method: 'GET',
  path: '/api/headline',
  access: 'open',
  maxAge: 60,
  response: Headline,
});
