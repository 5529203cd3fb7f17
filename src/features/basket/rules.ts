import { parseStoredJson } from '#lib/page/storage.ts';

/** The sites that a person keeps, by their `loc_ndx`, in the person's order, without duplicates. */
export type Basket = readonly number[];

/** The maximum number of sites in a basket, and in a shared link. */
export const maxBasketSites = 30;

export const emptyBasket: Basket = [];

/** The key of shared sites in an address: `?sites=12,345`. */
export const sharedSitesKey = 'sites';

const idPattern = /^[1-9]\d{0,8}$/;

export function isFull(basket: Basket): boolean {
  return basket.length >= maxBasketSites;
}

/** Adds a site at the end. Returns the same basket if it has the site already, or is full. */
export function addSite(basket: Basket, site: number): Basket {
  return basket.includes(site) || isFull(basket) ? basket : [...basket, site];
}

/** Returns the same basket if it does not have the site. */
export function removeSite(basket: Basket, site: number): Basket {
  return basket.includes(site) ? basket.filter((each) => each !== site) : basket;
}

/** Moves a site by one place towards the start (−1) or the end (1). Returns the same basket at either end. */
export function moveSite(basket: Basket, site: number, step: -1 | 1): Basket {
  const from = basket.indexOf(site);
  const to = from + step;
  if (from < 0 || to < 0 || to >= basket.length) return basket;
  return basket.with(from, basket[to] ?? site).with(to, site);
}

/** `sites` is what became of the basket, `added` what is new in it, and `left` what did not fit. */
export type MergedBasket = {
  readonly sites: Basket;
  readonly added: Basket;
  readonly left: Basket;
};

/** Adds sites to a basket in their order, up to the maximum; the basket's own sites come first. */
export function mergeBaskets(basket: Basket, others: Basket): MergedBasket {
  const wanted = [...new Set(others)].filter((site) => !basket.includes(site));
  const room = Math.max(0, maxBasketSites - basket.length);
  const [added, left] = [wanted.slice(0, room), wanted.slice(room)];
  return { sites: [...basket, ...added], added, left };
}

/**
 * Applies what was changed from `base` to `mine` on a basket that became `theirs` meanwhile: what either side removed is
 * removed, what either side added is there, up to the maximum. The order is mine where I changed it, otherwise theirs.
 */
export function reconcileBaskets(base: Basket, mine: Basket, theirs: Basket): MergedBasket {
  const added = mine.filter((site) => !base.includes(site));
  if (isSameBasket(base, theirs)) return { sites: mine, added, left: [] };
  const isRemoved = (site: number) => base.includes(site) && !(mine.includes(site) && theirs.includes(site));
  const remaining = theirs.filter((site) => !isRemoved(site));
  const merged = mergeBaskets(remaining, added);
  if (hasSameOrder(base, mine)) return merged;
  const inMyOrder = mine.filter((site) => merged.sites.includes(site));
  const others = merged.sites.filter((site) => !mine.includes(site));
  return { ...merged, sites: [...inMyOrder, ...others] };
}

/** Whether the sites that both baskets have are in the same order. */
function hasSameOrder(one: Basket, other: Basket): boolean {
  return isSameBasket(
    one.filter((site) => other.includes(site)),
    other.filter((site) => one.includes(site)),
  );
}

export function isSameBasket(one: Basket, other: Basket): boolean {
  return one.length === other.length && one.every((site, at) => site === other[at]);
}

/** What a link shares. `faults` are sentences about what it says that is not shown. */
export type SharedSites = { readonly sites: Basket; readonly faults: readonly string[] };

/**
 * Reads the sites of a link: undefined without the key. Ids that are none, repeated ones, and those above the maximum are
 * left out, and counted in a sentence.
 * @example readSharedSites('sites=12,x,12')
 * // { sites: [12], faults: ['1 entry of this link is not the number of a site.', '1 entry repeats a site.'] }
 */
export function readSharedSites(query: string): SharedSites | undefined {
  const text = new URLSearchParams(query).get(sharedSitesKey);
  if (text === null) return undefined;
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const ids = entries.filter((entry) => idPattern.test(entry)).map(Number);
  const unique = [...new Set(ids)];
  const sites = unique.slice(0, maxBasketSites);
  const [bad, repeated, above] = [
    entries.length - ids.length,
    ids.length - unique.length,
    unique.length - sites.length,
  ];
  return {
    sites,
    faults: [
      ...(entries.length === 0 ? ['This link names no sites.'] : []),
      ...(bad > 0
        ? [`${countEntries(bad)} of this link ${bad === 1 ? 'is' : 'are'} not the number of a site.`]
        : []),
      ...(repeated > 0 ? [`${countEntries(repeated)} ${repeated === 1 ? 'repeats' : 'repeat'} a site.`] : []),
      ...(above > 0
        ? [
            `This link has ${unique.length} sites; the first ${maxBasketSites} are shown, ${above} ${above === 1 ? 'is' : 'are'} not.`,
          ]
        : []),
    ],
  };
}

function countEntries(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}

/** The path that shares sites: `/watershed-overview/today?sites=12,345`. */
export function pathOfSharedSites(sites: Basket): string {
  return `/watershed-overview/today?${sharedSitesKey}=${sites.join(',')}`;
}

/** A query without its shared sites; what else it has stays. */
export function withoutSharedSites(query: string): string {
  const parts = new URLSearchParams(query);
  parts.delete(sharedSitesKey);
  return parts.toString();
}

/** Reads a basket that a browser has stored; what is no site is left out. */
export function parseBasket(text: string | null): Basket {
  const stored = parseStoredJson(text);
  return Array.isArray(stored) ? toBasket(stored) : emptyBasket;
}

/** Makes a basket of what may hold anything: unique ids up to the maximum. */
export function toBasket(values: readonly unknown[]): Basket {
  const ids = values.filter(
    (value): value is number => typeof value === 'number' && idPattern.test(String(value)),
  );
  return [...new Set(ids)].slice(0, maxBasketSites);
}

/** `1 site`, `3 sites` */
export function countSites(count: number): string {
  return `${count} ${count === 1 ? 'site' : 'sites'}`;
}

/** `3 sites were added to your basket.`; `origin` follows the count. */
export function describeAdded(count: number, origin = ''): string {
  return `${countSites(count)}${origin} ${count === 1 ? 'was' : 'were'} added to your basket.`;
}

export function describeFullBasket(): string {
  return `Your basket has ${maxBasketSites} sites, the maximum. Remove one to add another.`;
}
