import { atom, computed } from 'nanostores';
import type { Requester } from '#contract/request.ts';
import { listSiteCards, type SiteCard } from '#contract/site-cards.ts';
import { commonParameterOf, describeLacking } from '#domain/parameters.ts';
import { maxLocationsPerAxis, sitesComparisonUrl } from '#domain/time-series/site-comparison.ts';
import type { Address } from '#stores/address.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { followRenewal } from '#stores/renewal.ts';
import { type Basket, isSameBasket, readSharedSites, withoutSharedSites } from '../rules.ts';
import type { BasketStore } from './basket.ts';

export type StripSettings = {
  request: Requester;
  basket: BasketStore;
  address: Pick<Address, 'read' | 'push' | 'listen'>;
  now: () => number;
};

/** A place of the strip. `card` is undefined while it loads, and null for a site that is not in the portal now. */
export type StripPlace = { readonly site: number; readonly card: SiteCard | null | undefined };

export type BasketStripState = ReturnType<typeof createBasketStrip>;

/** Values change about once a day; a strip that is looked at again is not asked for again before this. */
const cacheMs = 5 * 60_000;

/** The strip of cards: the sites of a link that shares some, or else those of the basket. */
export function createBasketStrip({ request, basket, address, now }: StripSettings) {
  const $shared = atom(readSharedSites(address.read()));
  const $sites = computed([$shared, basket.$basket], (shared, { sites }) => shared?.sites ?? sites);
  const cache = new Map<number, { readonly card: SiteCard | null; readonly at: number }>();

  async function load(sites: Basket, signal: AbortSignal): Promise<ReadonlyMap<number, SiteCard | null>> {
    const wanted = sites.filter((site) => now() - (cache.get(site)?.at ?? -Infinity) >= cacheMs);
    if (wanted.length > 0) {
      const cards = await request(
        listSiteCards,
        { query: { sites: wanted.join(',') } },
        { signal, identify: true },
      );
      for (const site of wanted) {
        cache.set(site, { card: cards.find(({ loc_ndx }) => loc_ndx === site) ?? null, at: now() });
      }
    }
    return new Map([...cache].map(([site, { card }]) => [site, card]));
  }

  const query = createQuery<ReadonlyMap<number, SiteCard | null>, Basket>({
    onSubmit: true,
    fetch: (signal, sites) => load(sites, signal),
    isSame: isSameBasket,
    now,
  });

  const $cards = atom<ReadonlyMap<number, SiteCard | null>>(new Map());
  const $places = computed([$sites, $cards], (sites, cards) =>
    sites.map((site): StripPlace => ({ site, card: cards.get(site) })),
  );

  /** The chart of the parameter that the largest number of sites have. */
  const $comparison = computed($places, (places) => {
    const cards = places.flatMap(({ card }) => card ?? []);
    const common = commonParameterOf(cards);
    if (!common) return undefined;
    const newest = cards
      .flatMap(({ record }) => record?.rdate ?? [])
      .toSorted()
      .at(-1);
    const { parameter_ndx, parameter_name } = common.parameter;
    const sites = common.sites.slice(0, maxLocationsPerAxis).map(({ loc_ndx }) => loc_ndx);
    return {
      href: sitesComparisonUrl(sites, parameter_ndx, newest),
      parameter: parameter_name,
      note: describeLacking(common),
    };
  });

  return {
    $shared,
    $places,
    $comparison,
    $query: query.$state,
    retry: () => void query.retry(),
    /** Leaves the shared sites for the own ones, as a step that Back undoes. */
    showMine(): void {
      address.push(withoutSharedSites(address.read()));
      $shared.set(undefined);
    },
    start(): () => void {
      const stops = [
        // What is only moved or removed needs no call.
        $sites.subscribe((sites) => {
          if (sites.some((site) => !$cards.get().has(site))) query.submit(sites);
        }),
        query.$state.listen((state) => {
          const cards = dataOf(state);
          if (cards) $cards.set(cards);
        }),
        address.listen((text) => $shared.set(readSharedSites(text))),
        followRenewal(() => {
          cache.clear();
          void query.retry();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        query.cancel();
      };
    },
  };
}
