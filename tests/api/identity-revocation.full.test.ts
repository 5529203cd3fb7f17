import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLiveGrants } from '#server/identity/live-grants.ts';
import { describeEngines } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { decodeToken, locationOf, openAppWithIdentity, TestBrowser } from '../support/test-browser.ts';

const hourMs = 3_600_000;

describeEngines('an access token', async (open) => {
  const folder = temporaryFolder('revocation');
  const store = closeAfter(await open());
  const portal = closeAfter(await openAppWithIdentity(store, folder));
  const other = closeAfter(await openAppWithIdentity(store, folder));
  afterEach(() => vi.useRealTimers());

  const visit = () => new TestBrowser(portal.app);
  const statusOf = async (token: string, at = portal) =>
    (await at.send('/api/account/user', token)).statusCode;

  test('lives 10 minutes', async () => {
    const { access_token: token } = await visit().signIn();
    const [, { iat, exp }] = decodeToken(token);
    expect(Number(exp) - Number(iat)).toBe(600);
    vi.useFakeTimers({ now: Date.now() + 601_000 + 5000, toFake: ['Date'] });
    expect(await statusOf(token)).toBe(401);
  });

  test('ends at once when its person signs out, in the other tabs of the session, too', async () => {
    const browser = visit();
    const { access_token: token } = await browser.signIn();
    const { access_token: second } = await browser.signIn();
    const { access_token: elsewhere } = await visit().signIn();
    for (const each of [token, second, elsewhere]) expect(await statusOf(each)).toBe(200);
    await browser.signOut();
    expect([await statusOf(token), await statusOf(second), await statusOf(elsewhere)]).toEqual([
      401, 401, 200,
    ]);
    const info = await browser.send('/userinfo', { headers: { authorization: `Bearer ${token}` } });
    expect(info.statusCode).toBe(401);
  });

  test('ends at once when another person signs in with the browser', async () => {
    const browser = visit();
    const { access_token: token } = await browser.signIn('user@example.org');
    expect(await statusOf(token)).toBe(200);
    const { answer } = await browser.authorize({ prompt: 'login' });
    await browser.submitLogin(locationOf(answer), 'developer@example.org');
    expect(await statusOf(token)).toBe(401);
  });

  test('ends at once when its code is used again', async () => {
    const browser = visit();
    await browser.signIn();
    const { verifier, answer } = await browser.authorize();
    const code = new URL(locationOf(answer)).searchParams.get('code') ?? '';
    const { access_token: token } = (await browser.exchange(code, verifier)).json();
    expect(await statusOf(token)).toBe(200);
    expect((await browser.exchange(code, verifier)).statusCode).toBe(400);
    expect(await statusOf(token)).toBe(401);
  });

  test('ends at once when a replaced refresh token is used again', async () => {
    const browser = visit();
    const first = await browser.signIn();
    const { access_token: second } = (await browser.refresh(first.refresh_token)).json();
    expect(await statusOf(second)).toBe(200);
    vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] });
    expect((await browser.refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    expect([await statusOf(first.access_token), await statusOf(second)]).toEqual([401, 401]);
  });

  test('goes on when the answer with the new refresh token was lost, because its page was left', async () => {
    const browser = visit();
    const first = await browser.signIn();
    await browser.refresh(first.refresh_token);
    const { access_token: second, refresh_token: next } = (await browser.refresh(first.refresh_token)).json();
    expect([await statusOf(first.access_token), await statusOf(second)]).toEqual([200, 200]);
    expect((await browser.refresh(next)).statusCode).toBe(200);
  });

  test('ends at once when its refresh token is revoked', async () => {
    const browser = visit();
    const { access_token: token, refresh_token } = await browser.signIn();
    expect(await statusOf(token)).toBe(200);
    const form = { client_id: 'portal', token: refresh_token };
    await browser.send('/oauth/revoke', { method: 'POST', form });
    expect(await statusOf(token)).toBe(401);
  });

  test('that is renewed is good, and so is the one before, while it lasts', async () => {
    const browser = visit();
    const first = await browser.signIn();
    const second = (await browser.refresh(first.refresh_token)).json();
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([200, 200]);
  });

  test('is refused by a process that has not seen it, after it was revoked in another', async () => {
    const browser = visit();
    const { access_token: token } = await browser.signIn();
    await browser.signOut();
    expect(await statusOf(token, other)).toBe(401);
  });

  test('is refused by another process of the same database within 5 s', async () => {
    if (store.engine === 'pglite') return;
    const browser = visit();
    const { access_token: token } = await browser.signIn();
    expect(await statusOf(token, other)).toBe(200);
    const now = vi.spyOn(performance, 'now');
    const start = performance.now();
    now.mockImplementation(() => start);
    expect(await statusOf(token, other)).toBe(200);
    await browser.signOut();
    now.mockImplementation(() => start + 5000);
    const status = await statusOf(token, other);
    now.mockRestore();
    expect(status).toBe(401);
  });

  test('after a new sign-in in the same browser is good again', async () => {
    const browser = visit();
    await browser.signIn();
    await browser.signOut();
    const { access_token: token } = await browser.signIn();
    expect(await statusOf(token)).toBe(200);
  });

  describe('and a clock that is set back by hours', () => {
    const setBack = (hours: number) =>
      vi.useFakeTimers({ now: Date.now() - hours * hourMs, toFake: ['Date'] });

    test('locks nobody out: the token is renewed, and the session goes on', async () => {
      const browser = visit();
      const first = await browser.signIn();
      setBack(6);
      expect(await statusOf(first.access_token)).toBe(401);
      const renewal = await browser.refresh(first.refresh_token);
      expect(renewal.statusCode).toBe(200);
      const renewed = renewal.json();
      expect(await statusOf(renewed.access_token)).toBe(200);
      // The pages check the times of this token by the clock of their computer, which may be right.
      expect(Number(decodeToken(renewed.id_token)[1].exp) * 1000).toBeGreaterThan(Date.now() + 6 * hourMs);
      const again = await browser.signIn();
      expect(browser.visited.at(-1)).toMatch(/\/secret\?code=/);
      expect(await statusOf(again.access_token)).toBe(200);
      await browser.signOut();
      expect(await statusOf(again.access_token)).toBe(401);
    });

    test('lets people finish a sign-in, and begin one', async () => {
      const browser = visit();
      const { verifier, answer } = await browser.authorize();
      setBack(3);
      const signedIn = await browser.submitLogin(locationOf(answer), 'user@example.org');
      const back = await browser.send(locationOf(signedIn));
      const code = new URL(locationOf(back)).searchParams.get('code') ?? '';
      const tokens = (await browser.exchange(code, verifier)).json();
      expect(await statusOf(tokens.access_token)).toBe(200);
      const { access_token: token } = await visit().signIn();
      expect(await statusOf(token)).toBe(200);
    });

    test('still removes what has expired', async () => {
      await visit().signIn();
      setBack(6);
      await store.query(`insert into identity_record (kind, id_hash, payload, expires_at)
        values ('Session', 'expired', '{}', '2000-01-01')`);
      await visit().signIn();
      expect(await store.query(`select 1 from identity_record where id_hash = 'expired'`)).toEqual([]);
    });
  });
});

describe('what is known of grants', () => {
  function createGrants(find: (grantHash: string) => Promise<boolean>) {
    let time = 0;
    const grants = createLiveGrants({ find, rememberMs: 5000, timeoutMs: 20, now: () => time });
    return {
      ...grants,
      pass: (milliseconds: number) => {
        time += milliseconds;
      },
    };
  }

  test('is remembered for 5 s', async () => {
    let asked = 0;
    let isLive = true;
    const grants = createGrants(async () => {
      asked += 1;
      return isLive;
    });
    for (let n = 0; n < 3; n += 1) expect(await grants.isLive('a')).toBe(true);
    expect(asked).toBe(1);
    isLive = false;
    grants.pass(4999);
    expect(await grants.isLive('a')).toBe(true);
    grants.pass(1);
    expect(await grants.isLive('a')).toBe(false);
  });

  test('is asked once by many requests at a time', async () => {
    let asked = 0;
    const grants = createGrants(async () => {
      asked += 1;
      return true;
    });
    await Promise.all(Array.from({ length: 50 }, () => grants.isLive('a')));
    expect(asked).toBe(1);
  });

  test('is overruled by a revocation, also one during the question', async () => {
    let answer = (_: boolean) => {};
    const grants = createGrants(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const pending = grants.isLive('a');
    grants.markRevoked('a');
    answer(true);
    expect(await pending).toBe(false);
    grants.pass(60_000);
    const later = grants.isLive('a');
    answer(true);
    expect(await later).toBe(false);
  });

  test.each<[string, () => Promise<boolean>]>([
    ['is away', () => Promise.reject(new Error('away'))],
    ['does not answer', () => new Promise(() => {})],
  ])('does not end a sign-in while the database %s, unless it was revoked here', async (_, find) => {
    let asked = 0;
    const grants = createGrants(() => {
      asked += 1;
      return find();
    });
    expect([await grants.isLive('a'), await grants.isLive('a')]).toEqual([true, true]);
    expect(asked).toBe(1);
    grants.pass(5000);
    expect(await grants.isLive('a')).toBe(true);
    expect(asked).toBe(2);
    grants.markRevoked('a');
    expect(await grants.isLive('a')).toBe(false);
  });
});
