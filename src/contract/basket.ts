import * as z from 'zod/mini';
import { maxBasketSites } from '#domain/basket.ts';
import { defineEndpoint } from './endpoint.ts';
import { FindingAnswer } from './finding.ts';
import { siteFields } from './record-fields.ts';

const id = z.int().check(z.positive(), z.maximum(999_999_999));
const ofCaller = { path: '/api/basket', access: 'signed-in', maxAge: 'never' } as const;

/**
 * The sites that a person keeps, in their order. `version` rises by one with every change and is 0 for a person who has
 * saved nothing yet. A site that was hidden after it was added stays in the basket, and has no card meanwhile.
 */
export const AccountBasket = z.object({ version: z.int(), sites: z.array(z.int()) });
export type AccountBasket = z.output<typeof AccountBasket>;

/** `unknown` are the sites that were asked for and are not in the portal; they were not saved, the others were. */
export const SavedBasket = z.object({ ...AccountBasket.shape, unknown: z.array(z.int()) });
export type SavedBasket = z.output<typeof SavedBasket>;

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

const message = `must be 1 to ${maxBasketSites} different loc_ndx, separated by commas`;

/** `12,345` */
const SiteList = z.string().check(
  z.regex(new RegExp(`^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,${maxBasketSites - 1}}$`), message),
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

export const readBasket = defineEndpoint({
  ...ofCaller,
  summary: 'The sites that the caller keeps',
  method: 'GET',
  response: AccountBasket,
});

/** `version` is that of the basket that was changed; 409 if another window has saved a later one. */
export const saveBasket = defineEndpoint({
  ...ofCaller,
  summary: 'Replaces the sites that the caller keeps, unless they have changed since',
  method: 'PUT',
  body: z.strictObject({
    version: z.int().check(z.nonnegative(), z.maximum(2_147_483_646)),
    sites: z.array(id).check(
      z.maxLength(maxBasketSites, `A basket has at most ${maxBasketSites} sites.`),
      z.refine((sites) => new Set(sites).size === sites.length, 'A site is listed twice.'),
    ),
  }),
  response: SavedBasket,
  errors: [409],
});
