import type { FastifyInstance } from 'fastify';
import { listSiteCards, readBasket, saveBasket } from '#contract/basket.ts';
import type { ScopeOf } from '../../db/findings.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { cacheAnswers } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readBasketOf, saveBasketOf } from './basket.ts';
import { readSiteCards } from './site-cards.ts';

const maxCachedBytes = 4 * 1024 * 1024;

/** Baskets are read where they are written, so that everybody sees at once what they have saved. */
export function registerBasketRoutes(app: FastifyInstance, store: Store, reads: Queryable, scopeOf: ScopeOf) {
  const cards = cacheAnswers(reads, maxCachedBytes);
  registerEndpoint(
    app,
    listSiteCards,
    async ({ query: { sites }, caller }) => {
      const scope = await scopeOf(caller);
      return cards(`${scope.reader} ${sites}`, (limited) =>
        readSiteCards(limited, sites.split(',').map(Number), scope),
      );
    },
    { variesByCaller: true },
  );
  registerEndpoint(app, readBasket, ({ caller }) => readBasketOf(store, caller.subject), { maxAge: 'never' });
  registerEndpoint(app, saveBasket, ({ caller, body }) => saveBasketOf(store, caller.subject, body));
}
