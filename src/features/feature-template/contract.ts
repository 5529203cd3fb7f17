import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { parameterNumber } from '#contract/record-fields.ts';

/** The latest daily value of a site, and the one of 7 days before; null where that day has none. `day` is `YYYY-MM-DD`. */
export const FeatureTemplateRow = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  units_name: z.string(),
  day: z.string(),
  value: z.number(),
  value_before: z.nullable(z.number()),
});
export type FeatureTemplateRow = z.output<typeof FeatureTemplateRow>;

export const listFeatureTemplate = defineEndpoint({
  summary: 'The latest daily value of a parameter at each site, and the one of a week before',
  method: 'GET',
  path: '/api/feature-template/:parameter',
  access: 'signed-in',
  params: z.object({ parameter: parameterNumber }),
  response: z.array(FeatureTemplateRow),
});
