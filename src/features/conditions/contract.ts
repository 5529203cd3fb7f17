import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';

/**
 * The conditions of each day of a water year, from `start` for `days` days; those of the running one end today. All texts have
 * one byte a day: runs as PackBits encodes them, as base64. `percentiles` are those of the main record among its years,
 * 1 to 99; 0 is the lowest of all years up to then and 100 the highest, 255 stands for a day without a class. `full` is the
 * percent of a reservoir's capacity, up to 100, or 255. `classes` of a HUC8's snow are 1 to 5 as in `huc8_snow`, or 255.
 * Sites whose values the caller may not see are absent.
 */
export const ConditionSeason = z.object({
  year: z.int(),
  start: z.string(),
  days: z.int(),
  sites: z.array(z.object({ loc_ndx: z.int(), percentiles: z.string(), full: z.nullable(z.string()) })),
  snow: z.array(z.object({ huc8_name: z.string(), classes: z.string() })),
});
export type ConditionSeason = z.output<typeof ConditionSeason>;

/** A year before 1980, or after the running water year, is 404. */
export const readConditionSeason = defineEndpoint({
  method: 'GET',
  access: 'open',
  summary: 'The percentile of each day of a water year at each site',
  path: '/api/public-map/conditions/:year',
  params: z.object({ year: z.string().check(z.regex(/^\d{4}$/, 'must be a year')) }),
  variesByCaller: true,
  response: ConditionSeason,
  errors: [404],
});
