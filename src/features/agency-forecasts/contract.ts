import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';

/**
 * The newest official forecast for a forecast point and a period, in acre-feet. A volume is null if the agency did not
 * publish that exceedance; a volume of 90 percent exceedance is exceeded in nine years of ten. Days are `MM-DD`.
 */
export const OfficialForecast = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  station: z.string(),
  point_name: z.nullable(z.string()),
  publication_date: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  normal_af: z.nullable(z.number()),
  exceeded_90: z.nullable(z.number()),
  exceeded_70: z.nullable(z.number()),
  exceeded_50: z.nullable(z.number()),
  exceeded_30: z.nullable(z.number()),
  exceeded_10: z.nullable(z.number()),
});
export type OfficialForecast = z.output<typeof OfficialForecast>;

export const listOfficialForecasts = defineEndpoint({
  method: 'GET',
  access: 'developer',
  maxAge: 'never',
  summary: 'The newest volume forecasts of NRCS for each forecast point and period',
  path: '/api/official-forecasts',
  response: z.array(OfficialForecast),
});
