import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { FindingAnswer } from './finding.ts';
import { siteFields } from './record-fields.ts';

/** The cards of one call. */
export const maxSiteCards = 30;

/**
 * A site in short. `record` is its main parameter: the first of storage, streamflow, snow water equivalent, depth to
 * water and so on that has a value within two years of the site's latest one; null without a value. Its line
 * is that of the last 30 days. `parameters` are all of the site.
 */
export const SiteCard = z.object({
  ...siteFields,
  loc_type_name: z.string(),
  parameters: z.array(z.object({ parameter_ndx: z.int(), parameter_name: z.string() })),
  record: z.nullable(FindingAnswer),
});
export type SiteCard = z.output<typeof SiteCard>;

const message = `must be 1 to ${maxSiteCards} different loc_ndx, separated by commas`;

/** `12,345` */
const SiteList = z.string().check(
  z.regex(new RegExp(`^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,${maxSiteCards - 1}}$`), message),
  z.refine((text) => new Set(text.split(',')).size === text.split(',').length, message),
);

export const listSiteCards = defineEndpoint({
  summary: 'Sites in short, in the order asked for; those that are not in the portal are left out',
  method: 'GET',
  path: '/api/site-cards',
  access: 'open',
  query: z.object({ sites: SiteList }),
  variesByCaller: true,
  response: z.array(SiteCard),
});
