import { atom, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listSiteCards } from '#contract/basket.ts';
import {
  addSite,
  type Basket,
  describeAdded,
  describeFullBasket,
  emptyBasket,
  isFull,
  mergeBaskets,
  moveSite,
  removeSite,
} from '#domain/basket.ts';
import type { SafeStorage } from '#lib/storage.ts';
import type { Session } from '#session/session-core.ts';
import { type AccountBasket, type BasketState, createAccountBasket, type Notify } from './account-basket.ts';
import { createBrowserBasket } from './browser-basket.ts';

export type BasketSettings = {
  request: Requester;
  $session: ReadableAtom<Session>;
  storage: SafeStorage;
  notify: Notify;
  now: () => number;
  /** Where the events of the page arrive; the window by default. */
  page?: EventTarget;
};

export type BasketStore = ReturnType<typeof createBasketStore>;

/** The basket of a visitor's browser, or of the account of who is signed in, and what changes it. */
export function createBasketStore({ request, $session, storage, notify, now, page }: BasketSettings) {
  const browser = createBrowserBasket(storage);
  const $basket = atom<BasketState>(ofBrowser());
  let account: AccountBasket | undefined;

  function ofBrowser(): BasketState {
    const status = $session.get().status === 'unknown' ? 'loading' : 'ready';
    const sites = status === 'loading' ? emptyBasket : browser.read();
    return { status, owner: 'browser', sites, isUnsaved: false };
  }

  function followSession(session: Session): void {
    // The screen of a session that has ended stays, with its basket.
    if (session.status === 'ended' && session.user.sub === account?.sub) return;
    if (session.status === 'signed-in' && session.user.sub === account?.sub) {
      void account.reread();
      return;
    }
    account?.end();
    account = undefined;
    if (session.status !== 'signed-in') {
      $basket.set(ofBrowser());
      return;
    }
    account = createAccountBasket({
      sub: session.user.sub,
      request,
      storage,
      browser,
      notify,
      reportLeft: (left, consequence) => void reportLeft(left, consequence),
      now,
      show: (state) => $basket.set(state),
    });
  }

  function change(edit: (basket: Basket) => Basket): void {
    const state = $basket.get();
    if (account) account.change(edit);
    else if (state.status === 'ready') $basket.set({ ...state, sites: browser.change(edit) });
  }

  /** Names what a full basket had no room for. */
  async function reportLeft(left: Basket, consequence: string): Promise<void> {
    const names = new Intl.ListFormat('en-US').format(await namesOf(left));
    const verb = left.length === 1 ? 'was' : 'were';
    notify(`Your basket is full, so ${names} ${verb} not added.${consequence}`, 'warning', {
      persistent: true,
    });
  }

  async function namesOf(sites: Basket): Promise<readonly string[]> {
    const cards = await request(listSiteCards, { query: { sites: sites.join(',') } }).catch(() => []);
    const nameOf = new Map(cards.map(({ loc_ndx, loc_name }) => [loc_ndx, loc_name]));
    return sites.map((site) => nameOf.get(site) ?? `site ${site}`);
  }

  function add(site: number): void {
    const { sites } = $basket.get();
    if (isFull(sites) && !sites.includes(site)) notify(describeFullBasket(), 'warning');
    else change((basket) => addSite(basket, site));
  }

  const remove = (site: number) => change((basket) => removeSite(basket, site));

  return {
    $basket,
    /** Adds a site; a full basket says so. */
    add,
    remove,
    /** Removes a site that is in the basket, or adds it. */
    toggle: (site: number) => ($basket.get().sites.includes(site) ? remove(site) : add(site)),
    move: (site: number, step: -1 | 1) => change((basket) => moveSite(basket, site, step)),
    /** Adds several sites, and names what did not fit. */
    addAll(sites: Basket): void {
      const { added, left } = mergeBaskets($basket.get().sites, sites);
      change((basket) => mergeBaskets(basket, sites).sites);
      if (added.length > 0) notify(describeAdded(added.length), 'success');
      if (left.length > 0) void reportLeft(left, '');
    },
    /** Reads the account again after a fault. */
    retry: () => account?.reread(),
    /** Follows the session, other tabs and the connection. @returns how to end that */
    start(): () => void {
      const events = new AbortController();
      const onEvent = (names: readonly string[], handle: (event: Event) => void) => {
        for (const name of names) {
          (page ?? window).addEventListener(name, handle, { signal: events.signal });
        }
      };
      const followBrowser = () => {
        if (!account) $basket.set(ofBrowser());
      };
      onEvent(['focus', 'visibilitychange'], () => {
        if (account?.isOld() && globalThis.document?.visibilityState !== 'hidden') void account.reread();
      });
      onEvent(['online'], () => void account?.reread());
      onEvent(['storage'], (event) => {
        const key = 'key' in event ? event.key : null;
        if (key === browser.key || key === null) followBrowser();
      });
      // A page of the back-forward cache has missed what other tabs did.
      onEvent(['pageshow'], followBrowser);
      const stopSession = $session.subscribe(followSession);
      return () => {
        stopSession();
        events.abort();
      };
    },
  };
}
