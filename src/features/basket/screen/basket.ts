import { atom, onMount, type ReadableAtom } from 'nanostores';
import { type Requester, toRequestFailed } from '#contract/request.ts';
import { listSiteCards } from '#contract/site-cards.ts';
import type { SafeStorage } from '#lib/page/storage.ts';
import { parseStoredJson, property, safeLocalStorage } from '#lib/page/storage.ts';
import type { ToastOptions, ToastSeverity } from '#lib/page/toasts.ts';
import { showToast } from '#lib/page/toasts.ts';
import { $session } from '#session/session.ts';
import type { Session } from '#session/session-core.ts';
import { request } from '#stores/api.ts';
import { readBasket, saveBasket } from '../contract.ts';
import {
  addSite,
  type Basket,
  countSites,
  describeAdded,
  describeFullBasket,
  emptyBasket,
  isFull,
  isSameBasket,
  mergeBaskets,
  moveSite,
  parseBasket,
  reconcileBaskets,
  removeSite,
  toBasket,
} from '../rules.ts';
import { basketKeys } from './storage-keys.ts';

/** What a full account had no room for at a sign-in; it stays in the browser, and is not offered to the account again. */
const leftKey = 'basket-left';

const untilLeaving = 'the basket lasts until you leave this page';

/** The basket of this browser, for visitors. Where nothing can be stored, it lasts as long as the page. */
type BrowserBasket = ReturnType<typeof createBrowserBasket>;

function createBrowserBasket(storage: SafeStorage) {
  /** The basket of a page that could not store it. */
  let ofPage: Basket | undefined;

  function read(): Basket {
    return ofPage ?? parseBasket(storage.getItem(basketKeys.sites));
  }

  /** Says once that nothing can be stored. */
  function write(basket: Basket): Basket {
    const fault = storage.setItem(
      basketKeys.sites,
      JSON.stringify(basket),
      ofPage ? undefined : untilLeaving,
    );
    ofPage = fault ? basket : undefined;
    return basket;
  }

  return {
    key: basketKeys.sites,
    read,
    /** Changes what is stored now, which another tab may have changed. */
    change(edit: (basket: Basket) => Basket): Basket {
      const before = read();
      const after = edit(before);
      if (isSameBasket(before, after)) return before;
      const left = parseBasket(storage.getItem(leftKey)).filter((site) => before.includes(site));
      if (left.length > 0) writeLeft(left.filter((site) => after.includes(site)));
      return write(after);
    },
    /** The sites that a sign-in adds to the account. */
    readForAccount(): Basket {
      const left = parseBasket(storage.getItem(leftKey));
      return read().filter((site) => !left.includes(site));
    },
    /** Empties the basket after its sites were added to the account, except for those that did not fit. */
    leave(left: Basket): void {
      const before = parseBasket(storage.getItem(leftKey)).filter((site) => read().includes(site));
      const all = [...before, ...left.filter((site) => !before.includes(site))];
      writeLeft(all);
      if (!isSameBasket(read(), all)) write(all);
    },
  };

  function writeLeft(left: Basket): void {
    if (left.length > 0) storage.setItem(leftKey, JSON.stringify(left));
    else storage.removeItem(leftKey);
  }
}

const unsavedKey = 'basket-unsaved';

/** Changes of an account's basket that could not be saved: from `base` to `sites`. */
type UnsavedBasket = { readonly base: Basket; readonly sites: Basket };

/** Stores unsaved changes until the same person's next page. */
function storeUnsaved(storage: SafeStorage, sub: string, unsaved: UnsavedBasket | undefined): void {
  if (unsaved) storage.setItem(unsavedKey, JSON.stringify({ sub, ...unsaved }));
  else if (readStored(storage, sub)) storage.removeItem(unsavedKey);
}

function readUnsaved(storage: SafeStorage, sub: string): UnsavedBasket {
  const stored = readStored(storage, sub);
  const part = (name: string) => {
    const sites = property(stored, name);
    return Array.isArray(sites) ? toBasket(sites) : emptyBasket;
  };
  return { base: part('base'), sites: part('sites') };
}

/** What is stored for this person; undefined if it is another person's. */
function readStored(storage: SafeStorage, sub: string): unknown {
  const stored = parseStoredJson(storage.getItem(unsavedKey));
  return property(stored, 'sub') === sub ? stored : undefined;
}

/**
 * The basket of this tab. `loading`: it is not known yet who uses the tab, or what the account has. `failed`: the account
 * could not be read; `sites` is then what was added since. `isUnsaved`: the last changes are not in the account yet.
 */
export type BasketState = {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly owner: 'browser' | 'account';
  readonly sites: Basket;
  readonly isUnsaved: boolean;
  /** Why the account could not be read, in a sentence. */
  readonly message?: string;
};

type Notify = (message: string, severity: ToastSeverity, options?: ToastOptions) => void;

type AccountBasketSettings = {
  sub: string;
  request: Requester;
  storage: SafeStorage;
  browser: BrowserBasket;
  notify: Notify;
  /** Names the sites that a full basket had no room for. `consequence` follows. */
  reportLeft: (left: Basket, consequence: string) => void;
  now: () => number;
  show: (state: BasketState) => void;
};

/** Windows that get the focus again and again do not ask each time. */
const minRereadMs = 3000;
const maxRounds = 8;

/** What the browser's basket adds to the account: `theirs` is what the account had before. */
type Joining = { readonly offered: Basket; readonly theirs: Basket; readonly left: Basket };

type AccountBasket = ReturnType<typeof createAccountBasket>;

/** The basket of an account. It is read at once, and gets the sites of the browser's basket. */
function createAccountBasket(settings: AccountBasketSettings) {
  const { sub, request, storage, browser, notify, reportLeft, now } = settings;
  /** What the account had last; the difference to `sites` is not saved yet. */
  let { base, sites } = readUnsaved(storage, sub);
  let version: number | undefined;
  let readAt = now();
  let joining: Joining | undefined;
  let hasJoined = false;
  let mustReread = true;
  let wasFaultReported = false;
  let isEnded = false;
  let running: Promise<void> | undefined;

  function show(status: BasketState['status'], more: Partial<BasketState> = {}): void {
    if (!isEnded) settings.show({ status, owner: 'account', sites, isUnsaved: false, ...more });
  }

  /** Makes this tab and the account the same, in as many calls as it takes, one at a time. */
  function synchronize(): Promise<void> {
    running ??= exchange()
      .catch((cause) => reportFault(toRequestFailed(cause).message))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function exchange(): Promise<void> {
    for (let round = 0; round < maxRounds && !isEnded; round += 1) {
      if (mustReread) await read();
      if (isEnded) return;
      if (isSameBasket(base, sites)) return finish();
      await save();
    }
    if (!isEnded) reportFault('Other windows change it at the same time.');
  }

  async function read(): Promise<void> {
    const found = await request(readBasket, {});
    const mine = reconcileBaskets(base, sites, found.sites);
    ({ version } = found);
    [base, sites, readAt, mustReread] = [found.sites, mine.sites, now(), false];
    if (isEnded) return;
    if (mine.left.length > 0) reportLeft(mine.left, '');
    const offered = hasJoined ? [] : browser.readForAccount();
    hasJoined = true;
    if (offered.length === 0) return;
    const joined = mergeBaskets(sites, offered);
    joining = { offered, theirs: base, left: joined.left };
    sites = joined.sites;
  }

  async function save(): Promise<void> {
    const wanted = sites;
    try {
      const saved = await request(saveBasket, { body: { version: version ?? 0, sites: [...wanted] } });
      ({ version } = saved);
      // What was changed while the call was under way is saved by the next one.
      [base, sites, readAt] = [saved.sites, reconcileBaskets(wanted, sites, saved.sites).sites, now()];
      if (saved.unknown.length > 0 && !isEnded) {
        const [count, verb] = [saved.unknown.length, saved.unknown.length === 1 ? 'is' : 'are'];
        notify(`${countSites(count)} ${verb} not in the portal any more.`, 'info');
      }
    } catch (cause) {
      if (toRequestFailed(cause).status !== 409) throw cause;
      mustReread = true;
    }
  }

  function finish(): void {
    wasFaultReported = false;
    storeUnsaved(storage, sub, undefined);
    show('ready');
    if (!joining) return;
    const { offered, theirs, left } = joining;
    joining = undefined;
    browser.leave(left);
    const added = offered.filter((site) => base.includes(site) && !theirs.includes(site));
    if (added.length > 0) notify(describeAdded(added.length, ' from this browser'), 'info');
    if (left.length > 0) reportLeft(left, ' They stay in this browser, and are shown after you log out.');
  }

  function reportFault(message: string): void {
    if (isEnded) return;
    const isUnsaved = !isSameBasket(base, sites);
    if (version === undefined) show('failed', { isUnsaved, message });
    else show('ready', { isUnsaved });
    if (!isUnsaved) return;
    storeUnsaved(storage, sub, { base, sites });
    if (wasFaultReported) return;
    wasFaultReported = true;
    notify(
      `Your basket could not be saved. ${message} The change stays in this browser, and is saved with your next change or when the connection is back.`,
      'error',
    );
  }

  show('loading');
  void synchronize();

  return {
    sub,
    change(edit: (basket: Basket) => Basket): void {
      const edited = edit(sites);
      if (isSameBasket(edited, sites)) return;
      sites = edited;
      if (version === undefined) show('loading', { isUnsaved: true });
      else show('ready', { isUnsaved: wasFaultReported });
      void synchronize();
    },
    /** Reads the account again, which another window or browser may have changed, and saves what is not saved. */
    reread(): Promise<void> {
      if (version === undefined) show('loading');
      mustReread = true;
      return synchronize();
    },
    /** Whether the account should be read again when the person returns to this tab. */
    isOld: () => wasFaultReported || now() - readAt >= minRereadMs,
    /** Shows nothing any more; a call that is under way still ends. */
    end(): void {
      isEnded = true;
    },
  };
}

type BasketSettings = {
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

/** The basket of this tab: that of the browser for a visitor, that of the account for who is signed in. */
export const basket = createBasketStore({
  request,
  $session,
  storage: safeLocalStorage,
  notify: showToast,
  now: Date.now,
});

onMount(basket.$basket, basket.start);
