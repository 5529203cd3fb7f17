import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import { maxBasketSites } from '#features/basket/rules.ts';
import { createBasketStore } from '#features/basket/screen/basket.ts';
import { guardStorage } from '#lib/page/storage.ts';
import type { Session } from '#session/session-core.ts';
import { deferred, fakeServer, refused } from '../../support/fake-server.ts';
import { blockedStorage, createFakeStorage } from '../../support/fake-storage.ts';

const visitor: Session = { status: 'visitor' };
const person = (sub = 'test|one'): Session => ({
  status: 'signed-in',
  user: {
    sub,
    name: 'Uma',
    email: '',
    picture: '',
    roles: [],
    isDeveloper: false,
    isAdmin: false,
    isUser: true,
    organization: '',
  },
});
const full = Array.from({ length: maxBasketSites }, (_, at) => 100 + at);
const offline = () => new RequestFailed('offline', 'The server cannot be reached.');
const conflict = () => refused(409, 'Your basket was changed in another window.');

/** What the server has for one person. A fault is thrown by every call while it is set. */
function fakeAccount(sites: readonly number[] = [], version = sites.length > 0 ? 1 : 0) {
  const account = {
    sites,
    version,
    fault: undefined as Error | undefined,
    unknown: [] as number[],
    isContested: false,
  };
  const server = fakeServer({
    readBasket: () => {
      if (account.fault) throw account.fault;
      return { version: account.version, sites: [...account.sites] };
    },
    saveBasket: () => {
      if (account.fault) throw account.fault;
      const { version, sites }: { version: number; sites: number[] } = Object(server.calls.at(-1)?.body);
      if (version !== account.version || account.isContested) throw conflict();
      account.version += 1;
      account.sites = sites.filter((site) => !account.unknown.includes(site));
      return {
        version: account.version,
        sites: [...account.sites],
        unknown: sites.filter((site) => account.unknown.includes(site)),
      };
    },
    listSiteCards: () =>
      Object(server.calls.at(-1)?.query)
        .sites.split(',')
        .map((site: string) => ({ loc_ndx: Number(site), loc_name: `Place ${site}` })),
  });
  return { account, server };
}

type OpenSettings = {
  session?: Session;
  storage?: Storage;
  open?: () => Storage;
  of?: ReturnType<typeof fakeAccount>;
};

/** A tab with a basket. `messages` are those shown. */
function openTab({
  session = visitor,
  storage = createFakeStorage(),
  open,
  of = fakeAccount(),
}: OpenSettings = {}) {
  const $session = atom<Session>(session);
  const messages: string[] = [];
  const page = new EventTarget();
  const clock = { now: 1_000_000 };
  const basket = createBasketStore({
    request: of.server.request,
    $session,
    storage: guardStorage(open ?? (() => storage)),
    notify: (message) => messages.push(message),
    now: () => clock.now,
    page,
  });
  const stop = basket.start();
  stops.push(stop);
  return {
    ...of,
    ...basket,
    $session,
    messages,
    page,
    clock,
    storage,
    sites: () => basket.$basket.get().sites,
    /** What a browser does in the other tabs when one of them stores a basket. */
    hear: () => page.dispatchEvent(Object.assign(new Event('storage'), { key: 'basket' })),
  };
}

/** A tab of somebody who is signed in, once it is settled. */
async function openAccount(sites: readonly number[], settings: OpenSettings = {}) {
  const tab = openTab({ session: person(), of: fakeAccount(sites), ...settings });
  await settle();
  return tab;
}

const stops: (() => void)[] = [];
const faults: unknown[] = [];
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  vi.stubGlobal('dispatchEvent', (event: CustomEvent) => faults.push(event.detail));
  faults.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const stop of stops.splice(0)) stop();
});

describe('a visitor’s basket', () => {
  test('is found again on the next page, in its order', () => {
    const tab = openTab();
    for (const site of [3, 1, 2]) tab.add(site);
    tab.move(2, -1);
    for (const site of [4, 4]) tab.toggle(site);
    tab.remove(3);
    expect(tab.sites()).toEqual([2, 1]);
    expect(openTab({ storage: tab.storage }).sites()).toEqual([2, 1]);
    expect(tab.server.calls).toEqual([]);
  });

  test('follows other tabs, and adds to what they have stored', () => {
    const one = openTab();
    const other = openTab({ storage: one.storage });
    one.add(1);
    other.add(2);
    expect(other.sites()).toEqual([1, 2]);
    one.hear();
    expect(one.sites()).toEqual([1, 2]);
    one.remove(1);
    other.hear();
    expect(other.sites()).toEqual([2]);
  });

  test('ends at the maximum, and says so', () => {
    const tab = openTab({ storage: createFakeStorage({ basket: JSON.stringify(full) }) });
    tab.add(1);
    expect(tab.sites()).toEqual(full);
    tab.add(100);
    expect(tab.messages).toEqual(['Your basket has 30 sites, the maximum. Remove one to add another.']);
  });

  test('lasts as long as the page where storage is blocked, and says so once', () => {
    const tab = openTab({ open: blockedStorage });
    tab.add(1);
    tab.add(2);
    expect(tab.sites()).toEqual([1, 2]);
    tab.remove(1);
    tab.hear();
    expect(tab.sites()).toEqual([2]);
    expect(faults).toEqual([
      'This browser blocks storage for this site, so the basket lasts until you leave this page.',
    ]);
  });

  test('is empty where what is stored is no basket', () => {
    expect(openTab({ storage: createFakeStorage({ basket: '{"a"' }) }).sites()).toEqual([]);
  });

  test('adds several sites at once, and names those that do not fit', async () => {
    const tab = openTab({ storage: createFakeStorage({ basket: JSON.stringify(full.slice(1)) }) });
    tab.addAll([101, 5, 6, 7]);
    await settle();
    expect(tab.sites()).toEqual([...full.slice(1), 5]);
    expect(tab.messages).toEqual([
      '1 site was added to your basket.',
      'Your basket is full, so Place 6 and Place 7 were not added.',
    ]);
  });

  test('waits for a session that is still being renewed', () => {
    const tab = openTab({ session: { status: 'unknown' }, storage: createFakeStorage({ basket: '[1]' }) });
    expect(tab.$basket.get()).toMatchObject({ status: 'loading', sites: [] });
    tab.add(2);
    tab.$session.set(visitor);
    expect(tab.$basket.get()).toMatchObject({ status: 'ready', owner: 'browser', sites: [1] });
  });
});

describe('an account’s basket', () => {
  test('is read at sign-in, and saved with each change', async () => {
    const tab = openTab({ session: person(), of: fakeAccount([1, 2]) });
    expect(tab.$basket.get().status).toBe('loading');
    await settle();
    expect(tab.$basket.get()).toEqual({ status: 'ready', owner: 'account', sites: [1, 2], isUnsaved: false });
    tab.add(3);
    tab.move(3, -1);
    await settle();
    expect(tab.account.sites).toEqual([1, 3, 2]);
    expect(tab.storage.getItem('basket')).toBeNull();
  });

  test('gets the browser’s sites after its own, which is said once', async () => {
    const of = fakeAccount([1, 2]);
    const storage = createFakeStorage({ basket: '[2,3,4]' });
    const tab = openTab({ storage, of });
    tab.$session.set(person());
    await settle();
    expect(of.account.sites).toEqual([1, 2, 3, 4]);
    expect(tab.messages).toEqual(['2 sites from this browser were added to your basket.']);
    const next = openTab({ session: person(), storage, of });
    await settle();
    expect(next.messages).toEqual([]);
    expect(next.sites()).toEqual([1, 2, 3, 4]);
  });

  test('says nothing where the browser’s sites are all in it already', async () => {
    const tab = await openAccount([1], { storage: createFakeStorage({ basket: '[1]' }) });
    expect(tab.messages).toEqual([]);
    expect(JSON.parse(tab.storage.getItem('basket') ?? '')).toEqual([]);
  });

  test('names what does not fit, which stays in the browser and is not offered again', async () => {
    const of = fakeAccount(full.slice(1));
    const storage = createFakeStorage({ basket: '[5,6,7]' });
    const tab = openTab({ session: person(), storage, of });
    await settle();
    expect(of.account.sites).toEqual([...full.slice(1), 5]);
    expect(tab.messages).toEqual([
      '1 site from this browser was added to your basket.',
      'Your basket is full, so Place 6 and Place 7 were not added. They stay in this browser, and are shown after you log out.',
    ]);
    tab.remove(5);
    await settle();
    const next = openTab({ session: person(), storage, of });
    await settle();
    expect(next.messages).toEqual([]);
    expect(next.sites()).toEqual(full.slice(1));
    next.$session.set(visitor);
    expect(next.sites()).toEqual([6, 7]);
    next.remove(6);
    next.add(6);
    next.$session.set(person());
    await settle();
    expect(of.account.sites).toEqual([...full.slice(1), 6]);
    expect(JSON.parse(storage.getItem('basket') ?? '')).toEqual([7]);
  });

  test('is not shown after log-out', async () => {
    const tab = await openAccount([1, 2]);
    tab.add(3);
    await settle();
    tab.$session.set(visitor);
    expect(tab.$basket.get()).toMatchObject({ owner: 'browser', sites: [] });
    expect(JSON.stringify(Object.fromEntries(Object.entries(tab.storage)))).not.toMatch(/[123]/);
  });

  test('is not shown to the next person, even if it arrives late', async () => {
    const late = deferred<unknown>();
    const of = fakeAccount([1, 2]);
    let isFirst = true;
    const request = of.server.request;
    of.server.request = (async (...call: Parameters<typeof request>) => {
      const answer = await request(...call);
      if (isFirst) {
        isFirst = false;
        await late.promise;
      }
      return answer;
    }) as typeof request;
    const tab = openTab({ session: person(), of });
    tab.$session.set(visitor);
    of.account.sites = [9];
    tab.$session.set(person('test|other'));
    await settle();
    expect(tab.sites()).toEqual([9]);
    late.give(undefined);
    await settle();
    expect(tab.sites()).toEqual([9]);
  });

  test('stays when the session ends while a screen is open', async () => {
    const tab = await openAccount([1, 2]);
    const { user } = person() as Extract<Session, { status: 'signed-in' }>;
    tab.$session.set({ status: 'ended', user, reason: 'expired' });
    expect(tab.sites()).toEqual([1, 2]);
  });

  test('does not overwrite what another tab has saved', async () => {
    const of = fakeAccount([1, 2]);
    const one = openTab({ session: person(), of });
    const other = openTab({ session: person(), of });
    await settle();
    one.add(3);
    await settle();
    other.remove(1);
    other.add(4);
    await settle();
    expect(of.account.sites).toEqual([2, 3, 4]);
    expect(other.sites()).toEqual([2, 3, 4]);
    expect(other.messages).toEqual([]);
    one.clock.now += 5000;
    one.page.dispatchEvent(new Event('focus'));
    await settle();
    expect(one.sites()).toEqual([2, 3, 4]);
  });

  test('is not read again each time that the window gets the focus', async () => {
    const tab = await openAccount([1]);
    tab.page.dispatchEvent(new Event('focus'));
    await settle();
    expect(tab.server.callsOf('readBasket')).toHaveLength(1);
    tab.clock.now += 3000;
    tab.page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(tab.server.callsOf('readBasket')).toHaveLength(2);
  });

  test('keeps a change that was not saved, says so once, and saves it with the next one', async () => {
    const tab = await openAccount([1]);
    const { account } = tab;
    account.fault = offline();
    tab.add(2);
    await settle();
    tab.add(3);
    await settle();
    expect(tab.$basket.get()).toMatchObject({ sites: [1, 2, 3], isUnsaved: true });
    expect(tab.messages).toEqual([
      'Your basket could not be saved. The server cannot be reached. The change stays in this browser, and is saved with your next change or when the connection is back.',
    ]);
    account.fault = undefined;
    tab.remove(2);
    await settle();
    expect(account.sites).toEqual([1, 3]);
    expect(tab.$basket.get().isUnsaved).toBe(false);
  });

  test('saves what was not saved when the connection is back', async () => {
    const tab = await openAccount([1]);
    const { account } = tab;
    account.fault = offline();
    tab.remove(1);
    tab.add(2);
    await settle();
    account.fault = undefined;
    account.sites = [1, 7];
    account.version += 1;
    tab.page.dispatchEvent(new Event('online'));
    await settle();
    expect(account.sites).toEqual([7, 2]);
  });

  test('saves what was not saved on the next page, for the same person only', async () => {
    const tab = await openAccount([1]);
    const { account } = tab;
    account.fault = offline();
    tab.add(2);
    tab.remove(1);
    await settle();
    account.fault = undefined;
    const stranger = openTab({ session: person('test|other'), storage: tab.storage, of: fakeAccount([5]) });
    await settle();
    expect(stranger.account.sites).toEqual([5]);
    const next = openTab({ session: person(), storage: tab.storage, of: tab });
    await settle();
    expect(account.sites).toEqual([2]);
    expect(next.$basket.get()).toMatchObject({ status: 'ready', isUnsaved: false });
    expect(tab.storage.getItem('basket-unsaved')).toBeNull();
  });

  test('that cannot be read says why, holds what is added, and is read on another try', async () => {
    const of = fakeAccount([1]);
    of.account.fault = offline();
    const tab = openTab({ session: person(), of });
    await settle();
    expect(tab.$basket.get()).toMatchObject({ status: 'failed', message: 'The server cannot be reached.' });
    tab.add(2);
    await settle();
    expect(tab.$basket.get()).toMatchObject({ status: 'failed', sites: [2], isUnsaved: true });
    of.account.fault = undefined;
    void tab.retry();
    await settle();
    expect(tab.$basket.get()).toMatchObject({ status: 'ready', sites: [1, 2], isUnsaved: false });
    expect(of.account.sites).toEqual([1, 2]);
  });

  test('says which sites are not in the portal any more', async () => {
    const of = fakeAccount([]);
    of.account.unknown = [9];
    const tab = openTab({ session: person(), storage: createFakeStorage({ basket: '[9,1]' }), of });
    await settle();
    expect(tab.sites()).toEqual([1]);
    expect(tab.messages).toEqual([
      '1 site is not in the portal any more.',
      '1 site from this browser was added to your basket.',
    ]);
  });

  test('saves what is changed while a call is under way', async () => {
    const tab = await openAccount([1]);
    const { account } = tab;
    tab.add(2);
    await Promise.resolve();
    tab.add(3);
    tab.remove(1);
    await settle();
    expect(account.sites).toEqual([2, 3]);
    expect(tab.sites()).toEqual([2, 3]);
  });

  test('gives up, and says so, where others change it all the time', async () => {
    const tab = await openAccount([1]);
    const { account } = tab;
    account.isContested = true;
    tab.add(2);
    await settle();
    expect(tab.$basket.get()).toMatchObject({ sites: [1, 2], isUnsaved: true });
    expect(tab.messages).toHaveLength(1);
    expect(tab.messages[0]).toContain('Other windows change it at the same time.');
  });
});
