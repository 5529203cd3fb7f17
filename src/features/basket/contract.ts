import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { maxBasketSites } from './rules.ts';

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
