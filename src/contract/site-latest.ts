import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { FindingAnswer } from './finding.ts';
import { locationNumber } from './record-fields.ts';

/**
 * The latest values of a site, one entry for each parameter that has one.
 *
 * Open like the whole map, because a visitor's question is what the river does today. Values of providers that the basin
 * file does not call open are withheld from visitors.
 */
export const SiteLatest = z.object({ loc_ndx: z.int(), records: z.array(FindingAnswer) });
export type SiteLatest = z.output<typeof SiteLatest>;

export const readSiteLatest = defineEndpoint({
  method: 'GET',
  access: 'open',
  summary: 'The latest value of each parameter of a site, with its class and its last year',
  path: '/api/public-map/latest/:location',
  params: z.object({ location: locationNumber }),
  variesByCaller: true,
  response: SiteLatest,
  errors: [404],
});
