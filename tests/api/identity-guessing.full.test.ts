import { afterEach, describe, expect, test, vi } from 'vitest';
import { createDatabaseCounters } from '#server/limits/counters.ts';
import { describeEngines } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { locationOf, openAppWithIdentity, password, TestBrowser } from '../support/test-browser.ts';

const email = 'demo@example.org';
let clientCount = 0;

/** A client address that no other test has. */
function createAddress() {
  clientCount += 1;
  return `10.9.${Math.floor(clientCount / 250)}.${(clientCount % 250) + 1}`;
}

describeEngines('guessing passwords', async (open) => {
  const opened: TestApp[] = [];

  const folder = temporaryFolder('guessing');
  const store = closeAfter(await open());
  afterEach(async () => {
    vi.useRealTimers();
    for (const portal of opened.splice(0)) await portal.close();
    await store.query('delete from rate_counter');
  });

  async function openPortal(environment: Record<string, string> = {}) {
    const portal = await openAppWithIdentity(store, folder, { environment });
    opened.push(portal);
    return portal;
  }

  const openPage = async (browser: TestBrowser) => locationOf((await browser.authorize()).answer);

  function guessByCall(portal: TestApp, from: string, guess = 'wrong') {
    return portal.send({
      method: 'POST',
      url: '/api/auth/sign-in',
      remoteAddress: from,
      payload: { email, password: guess },
    });
  }

  const countOf = (answers: { statusCode: number }[], status: number) =>
    answers.filter(({ statusCode }) => statusCode === status).length;

  test('in parallel at the sign-in page: 10 of 300 are looked at', async () => {
    const portal = await openPortal();
    const browser = new TestBrowser(portal.app);
    const page = await openPage(browser);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => browser.submitLogin(page, email, `guess ${n}`)),
    );
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 290]);
    expect((await browser.submitLogin(page, email)).statusCode).toBe(429);
  });

  test('in parallel by the API: 10 of 300 are looked at, and the sign-in page knows of them', async () => {
    const portal = await openPortal();
    const answers = await Promise.all(Array.from({ length: 300 }, () => guessByCall(portal, '127.0.0.1')));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 290]);
    const browser = new TestBrowser(portal.app);
    const refused = await browser.submitLogin(await openPage(browser), email);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  });

  test('at several processes of one database: 10 of 60 are looked at', async () => {
    if (store.engine === 'pglite') return;
    const portals = await Promise.all([openPortal(), openPortal(), openPortal()]);
    const from = createAddress();
    const answers = await Promise.all(
      portals.flatMap((portal) => Array.from({ length: 20 }, () => guessByCall(portal, from))),
    );
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 50]);
  });

  test('from many addresses: 50 of 300 are looked at, and the owner’s browser is not locked out', async () => {
    // Each guess that is looked at takes a slow hash; what differs by engine is tested with fewer.
    if (store.engine === 'postgresql') return;
    const portal = await openPortal();
    const own = new TestBrowser(portal.app);
    await own.signIn(email);
    const answers = [];
    for (let round = 0; round < 15; round += 1) {
      const guesses = Array.from({ length: 20 }, () => guessByCall(portal, createAddress()));
      answers.push(...(await Promise.all(guesses)));
    }
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([50, 250]);
    const stranger = new TestBrowser(portal.app);
    expect((await stranger.submitLogin(await openPage(stranger), email)).statusCode).toBe(429);
    const page = locationOf((await own.authorize({ prompt: 'login' })).answer);
    expect((await own.submitLogin(page, email, 'mistyped')).statusCode).toBe(401);
    expect((await own.submitLogin(page, email)).statusCode).toBe(303);
  });

  test('right passwords in parallel are all accepted', async () => {
    const portal = await openPortal();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => guessByCall(portal, '127.0.0.1', password)),
    );
    expect(countOf(answers, 200)).toBe(12);
  });

  test('a clock that is set back lengthens no wait', async () => {
    const portal = await openPortal({ RATE_LIMIT_PER_MINUTE: '30' });
    const from = createAddress();
    await Promise.all(Array.from({ length: 20 }, () => guessByCall(portal, from)));
    const hour = 3_600_000;
    vi.useFakeTimers({ now: Date.now() - 6 * hour, toFake: ['Date'] });
    const guess = await guessByCall(portal, from);
    expect(guess.statusCode).toBe(429);
    expect(Number(guess.headers['retry-after'])).toBeLessThanOrEqual(900);
    const calls = await Promise.all(
      Array.from({ length: 31 }, () => portal.send({ url: '/api/version', remoteAddress: from })),
    );
    const refused = calls.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describeEngines('counts in the database', async (open) => {
  const minuteMs = 60_000;
  const rowCount = async () => (await store.query('select 1 from rate_counter')).length;

  const store = closeAfter(await open());
  afterEach(() => store.query('delete from rate_counter'));

  const add = (key: string, amount = 1) =>
    createDatabaseCounters(store).add([{ key, amount, windowMs: minuteMs }]);

  test('add up over processes, without losing any of those at the same time', async () => {
    const processes = Array.from({ length: 4 }, () => createDatabaseCounters(store));
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        processes[n % 4]?.add([
          { key: n % 2 ? 'a' : 'b', amount: 1, windowMs: minuteMs },
          { key: n % 2 ? 'b' : 'a', amount: 2, windowMs: minuteMs },
        ]),
      ),
    );
    expect(Math.max(...counts.flatMap((pair) => pair?.map(({ count }) => count) ?? []))).toBe(60);
    expect(await add('a')).toMatchObject([{ count: 61 }]);
  });

  test('are given back, but never below 0 or without a row', async () => {
    expect(await add('a', -1)).toEqual([{ count: 0, msLeft: 0 }]);
    expect(await rowCount()).toBe(0);
    await add('a');
    expect(await add('a', -1)).toMatchObject([{ count: 0 }]);
    expect(await add('a', -1)).toMatchObject([{ count: 0 }]);
    expect(await add('a')).toMatchObject([{ count: 1, msLeft: expect.closeTo(minuteMs, -4) }]);
  });

  test('begin again after their window', async () => {
    await add('a', 5);
    await store.query(`update rate_counter set window_ends_at = clock_timestamp() - interval '1 ms'`);
    const [result] = await add('a');
    expect(result?.count).toBe(1);
    expect(result?.msLeft).toBeGreaterThan(minuteMs - 5000);
  });

  test('of a window that ends in hours, because the clock was set back, begin again', async () => {
    await add('a', 5);
    await store.query(`update rate_counter set window_ends_at = clock_timestamp() + interval '3 hours'`);
    const [result] = await add('a');
    expect(result?.count).toBe(1);
    expect(result?.msLeft).toBeLessThanOrEqual(minuteMs);
  });

  test('are removed once their window has ended, by any process', async () => {
    await add('a');
    await store.query(`update rate_counter set window_ends_at = clock_timestamp() - interval '1 s'`);
    await add('b');
    expect(await rowCount()).toBe(1);
  });

  test('name nobody', async () => {
    await add('address 10.1.2.3');
    expect(JSON.stringify(await store.query('select * from rate_counter'))).not.toContain('10.1.2.3');
  });
});

describe('the limit of requests', () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '3' };

  describeEngines('by caller', (open) => {
    const { portal } = sharePortal(open, { environment });

    const call = (remoteAddress: string, token?: string) =>
      portal.send({ url: '/api/account/user', remoteAddress }, token);
    const statuses = async (times: number, work: () => ReturnType<typeof call>) => {
      const answers = [];
      for (let n = 0; n < times; n += 1) answers.push((await work()).statusCode);
      return answers;
    };

    test('is a person’s own, at any address, and not shared with others there', async () => {
      const addresses = ['10.0.1.1', '10.0.1.2', '10.0.1.3', '10.0.1.4'];
      expect(await statuses(4, () => call(addresses.pop() ?? '', 'User'))).toEqual([200, 200, 200, 429]);
      expect(await statuses(1, () => call('10.0.1.1', 'Developer'))).toEqual([200]);
      expect(await statuses(1, () => call('10.0.1.1'))).toEqual([401]);
    });

    test('is that of an IPv6 network, which one client has whole', async () => {
      let n = 0;
      expect(
        await statuses(4, () => {
          n += 1;
          return call(`2001:db8:1:2::${n}`);
        }),
      ).toEqual([401, 401, 401, 429]);
      expect(await statuses(1, () => call('2001:db8:1:3::1'))).toEqual([401]);
    });

    test('is the address’s for tokens that are not good, whomever they name', async () => {
      let n = 0;
      expect(
        await statuses(4, () => {
          n += 1;
          return call('10.0.2.1', `forged-${n}`);
        }),
      ).toEqual([401, 401, 401, 429]);
      expect(await statuses(1, () => call('10.0.2.1', 'Administrator'))).toEqual([200]);
    });
  });

  describeEngines('of two processes', (open) => {
    test('adds up on PostgreSQL within a second or so', async () => {
      await using store = await open();
      const portals = [1, 2].map(() => openTestApp(store, { environment }));
      const call = (index: number) =>
        portals[index]?.send({ url: '/api/version', remoteAddress: '10.0.3.1' }) ?? Promise.reject();
      for (let n = 0; n < 3; n += 1) expect((await call(0)).statusCode).toBe(200);
      expect((await call(1)).statusCode).toBe(200);
      const shared = 'select coalesce(max(count), 0)::int as count from rate_counter';
      if (store.engine === 'postgresql') {
        const untilShared = (count: number) =>
          expect.poll(() => store.query<{ count: number }>(shared), { timeout: 5000 }).toEqual([{ count }]);
        await untilShared(4);
        // The second portal may have read the counts before the first had added its own; it learns of them with its next
        // request. By itself it would allow that one and another.
        const { statusCode } = await call(1);
        if (statusCode === 200) await untilShared(5);
        expect((await call(1)).statusCode).toBe(429);
      } else expect((await call(1)).statusCode).toBe(200);
      for (const portal of portals) await portal.close();
    });
  });
});
