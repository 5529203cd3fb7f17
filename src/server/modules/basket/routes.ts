import type { FastifyInstance } from 'fastify';
import { listSiteCards, readBasket, saveBasket } from '#contract/basket.ts';
import { type Queryable, withSignal } from '../../db/queryable.ts';
import type { Store } from '../../db/store.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { unauthorized } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import type { Caller } from '../../plugins/access.ts';
import { readBasketOf, saveBasketOf } from './basket.ts';
import { readSiteCards } from './site-cards.ts';

/** Several people may wait for one computation, so it ends by its own limit and not when one of them leaves. */
const computeTimeoutMs = 20_000;
const maxCachedBytes = 4 * 1024 * 1024;

/** Baskets are read where they are written, so that everybody sees at once what they have saved. */
export function registerBasketRoutes(app: FastifyInstance, store: Store, reads: Queryable) {
  const cards = createVersionedCache<CachedBody>(maxCachedBytes, ({ body }) => body.length);
  registerEndpoint(app, listSiteCards, async ({ query: { sites } }) =>
    cards.get(await readDataVersion(reads), sites, async () => {
      const limited = withSignal(reads, AbortSignal.timeout(computeTimeoutMs));
      return new CachedBody(JSON.stringify(await readSiteCards(limited, sites.split(',').map(Number))));
    }),
  );
  registerEndpoint(app, readBasket, async ({ caller }) => readBasketOf(store, ownerOf(caller)), {
    maxAge: 'never',
  });
  registerEndpoint(app, saveBasket, async ({ caller, body }) => saveBasketOf(store, ownerOf(caller), body));
}

function ownerOf(caller: Caller | undefined): string {
  if (!caller) throw unauthorized('none');
  return caller.subject;
}
