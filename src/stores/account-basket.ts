import { type Requester, toRequestFailed } from '#client/request.ts';
import { readBasket, saveBasket } from '#contract/basket.ts';
import {
  type Basket,
  countSites,
  describeAdded,
  isSameBasket,
  mergeBaskets,
  reconcileBaskets,
} from '#domain/basket.ts';
import type { SafeStorage } from '#lib/storage.ts';
import { type BrowserBasket, readUnsaved, storeUnsaved } from './browser-basket.ts';
import type { ToastOptions, ToastSeverity } from './toasts.ts';

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

export type Notify = (message: string, severity: ToastSeverity, options?: ToastOptions) => void;

export type AccountBasketSettings = {
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

export type AccountBasket = ReturnType<typeof createAccountBasket>;

/** The basket of an account. It is read at once, and gets the sites of the browser's basket. */
export function createAccountBasket(settings: AccountBasketSettings) {
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
