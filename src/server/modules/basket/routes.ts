import type { FastifyInstance } from 'fastify';
import { listSiteCards, readBasket, saveBasket } from '#contract/basket.ts';
import type { ScopeOf } from '../../db/findings.ts';
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
export function registerBasketRoutes(app: FastifyInstance, store: Store, reads: Queryable, scopeOf: ScopeOf) {
  const cards = createVersionedCache<CachedBody>(maxCachedBytes, ({ body }) => body.length);
  registerEndpoint(
    app,
    listSiteCards,
    async ({ query: { sites }, caller }) => {
      const version = await readDataVersion(reads);
      const scope = await scopeOf(caller);
      return cards.get(version, `${scope.reader} ${sites}`, async () => {
        const limited = withSignal(reads, AbortSignal.timeout(computeTimeoutMs));
        const wanted = sites.split(',').map(Number);
        return new CachedBody(JSON.stringify(await readSiteCards(limited, wanted, scope)));
      });
    },
    { variesByCaller: true },
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
