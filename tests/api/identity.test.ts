import { afterEach, describe, expect, test, vi } from 'vitest';
import { readAccountUser } from '#contract/account/account.ts';
import { readMapGeometry } from '#contract/public-map.ts';
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import {
  callback,
  decodeToken,
  locationOf,
  openAppWithIdentity,
  origin,
  TestBrowser,
} from '../support/test-browser.ts';

describeEngines('signing in', async (open) => {
  const visit = () => new TestBrowser(portal.app);

  const folder = temporaryFolder('identity');
  const store = closeAfter(await open());
  await insertFixture(store);
  const portal = closeAfter(await openAppWithIdentity(store, folder));

  afterEach(() => vi.useRealTimers());

  test('goes from the button to the API', async () => {
    const browser = visit();
    const { verifier, answer } = await browser.authorize();
    expect(answer.statusCode).toBe(303);
    const page = locationOf(answer);
    expect(page).toMatch(/^\/interaction\/[\w-]+$/);

    const form = await browser.send(page);
    expect(form.statusCode).toBe(200);
    expect(form.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(form.payload).toContain('name="email"');

    const signedIn = await browser.submitLogin(page, ' Demo@Example.org ');
    expect(signedIn.statusCode).toBe(303);
    const back = await browser.send(locationOf(signedIn));
    const arrived = new URL(locationOf(back));
    expect(arrived.origin + arrived.pathname).toBe(callback);
    expect([...arrived.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    expect(arrived.searchParams.get('state')).toBe('a-state');

    const code = arrived.searchParams.get('code') ?? '';
    const exchange = await browser.exchange(code, verifier);
    expect(exchange.statusCode).toBe(200);
    expect(exchange.headers['cache-control']).toBe('no-store');
    const tokens = exchange.json();
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      expires_in: 600,
      scope:
        'openid profile email offline_access read:current_user update:current_user_metadata read:users read:roles read:logs',
    });

    const person = {
      sub: 'demo|demo',
      name: 'Demo Account',
      email: 'demo@example.org',
      picture: `${origin}/avatars/demo.svg`,
      'https://monitoring-dashboard/roles': ['Developer', 'Administrator', 'User'],
    };
    expect(decodeToken(tokens.access_token)).toMatchObject([
      { alg: 'RS256', typ: 'at+jwt' },
      { ...person, iss: `${origin}/`, aud: 'urn:monitoring-dashboard:api', client_id: 'portal' },
    ]);
    expect(decodeToken(tokens.id_token)).toMatchObject([
      { alg: 'RS256' },
      { ...person, iss: `${origin}/`, aud: 'portal', nonce: 'a-nonce' },
    ]);

    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const info = await browser.send('/userinfo', { headers });
    expect(info.json()).toMatchObject(person);
    expect(info.headers['cache-control']).toBe('no-store');
    expect(await portal.request(readAccountUser, {}, { token: tokens.access_token })).toEqual({
      sub: 'demo|demo',
      roles: ['Developer', 'Administrator', 'User'],
      isDeveloper: true,
      isAdmin: true,
      isUser: true,
    });
    for (const address of browser.visited) expect(address).not.toMatch(/token|eyJ/);
  });

  test.each([
    ['developer@example.org', { isDeveloper: true, isAdmin: false, isUser: false }],
    ['administrator@example.org', { isDeveloper: false, isAdmin: true, isUser: false }],
    ['user@example.org', { isDeveloper: false, isAdmin: false, isUser: true }],
  ])('%s has one role', async (email, flags) => {
    const { access_token: token } = await visit().signIn(email);
    expect(await portal.request(readAccountUser, {}, { token })).toMatchObject(flags);
  });

  test('shows more of the map', async () => {
    const { access_token: token } = await visit().signIn('user@example.org');
    const reaches = await portal.request(readMapGeometry, { params: { id: 'reaches' } }, { token });
    expect(reaches).toMatchObject({ type: 'FeatureCollection' });
    for (const list of ['layers', 'sources']) {
      const url = `/api/public-map/${list}`;
      const visitor = await portal.send(url);
      const signedIn = await portal.send(url, token);
      expect(signedIn.json().length).toBeGreaterThan(visitor.json().length);
      expect(signedIn.headers['cache-control']).toMatch(/^private/);
    }
    expect((await portal.send('/api/public-map/geo/reaches')).statusCode).toBe(401);
  });

  test('is not asked for twice in one browser', { tags: ['full'] }, async () => {
    const browser = visit();
    await browser.signIn();
    const { answer } = await browser.authorize();
    expect(locationOf(answer)).toMatch(/^http:\/\/localhost:4321\/secret\?code=/);
  });

  test('once more prolongs what the first sign-in granted', { tags: ['full'] }, async () => {
    await store.query('delete from identity_record');
    const browser = visit();
    await browser.signIn();
    await store.query(`update identity_record set expires_at = now() + interval '1 minute',
      payload = payload || jsonb_build_object('exp', extract(epoch from now())::int + 60) where kind = 'Grant'`);
    await browser.signIn();
    const lasting = await store.query(
      `select kind from identity_record where expires_at > now() + interval '29 days' order by kind`,
    );
    expect(lasting).toEqual(['Grant', 'RefreshToken', 'RefreshToken', 'Session'].map((kind) => ({ kind })));
  });

  test('is asked for again when the portal says so, also by another person', { tags: ['full'] }, async () => {
    const browser = visit();
    const first = await browser.signIn('user@example.org');
    const { verifier, answer } = await browser.authorize({ prompt: 'login' });
    const page = locationOf(answer);
    expect(page).toMatch(/^\/interaction\//);
    const signedIn = await browser.submitLogin(page, 'developer@example.org');
    const back = await browser.send(locationOf(signedIn));
    const code = new URL(locationOf(back)).searchParams.get('code') ?? '';
    const second = (await browser.exchange(code, verifier)).json();
    expect(decodeToken(second.access_token)[1]).toMatchObject({ sub: 'demo|developer' });
    // What the first had is over.
    expect((await browser.refresh(first.refresh_token)).statusCode).toBe(400);
  });

  test('outlasts a restart', { tags: ['full'] }, async () => {
    const browser = visit();
    const tokens = await browser.signIn();
    await using restarted = await openAppWithIdentity(store, folder);
    const after = new TestBrowser(restarted.app);
    for (const [name, cookie] of browser.cookies) after.cookies.set(name, cookie);
    expect(locationOf((await after.authorize()).answer)).toMatch(/\/secret\?code=/);
    const renewed = await after.refresh(tokens.refresh_token);
    expect(renewed.statusCode).toBe(200);
    const token = renewed.json().access_token;
    expect(await portal.request(readAccountUser, {}, { token })).toMatchObject({ sub: 'demo|demo' });
  });

  test('a code is good once, and with its verifier only', async () => {
    const browser = visit();
    await browser.signIn();
    const one = await browser.authorize();
    const code = new URL(locationOf(one.answer)).searchParams.get('code') ?? '';
    const wrong = await browser.exchange(code, 'x'.repeat(43));
    expect(wrong.json()).toMatchObject({ error: 'invalid_grant' });
    const right = await browser.exchange(code, one.verifier);
    expect(right.statusCode).toBe(200);
    expect((await browser.exchange(code, one.verifier)).statusCode).toBe(400);
    // It has been stolen, so what came of it is over.
    expect((await browser.refresh(right.json().refresh_token)).statusCode).toBe(400);
  });

  describe('a refresh token', () => {
    test('is replaced with each use; use of an old one ends them all after ten seconds', async () => {
      const browser = visit();
      const first = await browser.signIn();
      const second = (await browser.refresh(first.refresh_token)).json();
      expect(second.refresh_token).not.toBe(first.refresh_token);
      const [, { exp, iat, sub }] = decodeToken(second.access_token);
      expect([Number(exp) - Number(iat), sub]).toEqual([600, 'demo|demo']);
      vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] });
      const reused = await browser.refresh(first.refresh_token);
      expect(reused.statusCode).toBe(400);
      expect(reused.json()).toMatchObject({ error: 'invalid_grant' });
      expect((await browser.refresh(second.refresh_token)).statusCode).toBe(400);
    });

    test('used by two pages at once serves both', async () => {
      const browser = visit();
      const { refresh_token: token } = await browser.signIn();
      const answers = await Promise.all([browser.refresh(token), browser.refresh(token)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    });

    test('can be revoked', async () => {
      const browser = visit();
      const { refresh_token: token } = await browser.signIn();
      const form = { client_id: 'portal', token };
      const revoked = await browser.send('/oauth/revoke', { method: 'POST', form });
      expect(revoked.statusCode).toBe(200);
      expect((await browser.refresh(token)).statusCode).toBe(400);
    });

    test('is given for offline_access only', async () => {
      const browser = visit();
      await browser.signIn();
      const { verifier, answer } = await browser.authorize({ scope: 'openid profile' });
      const code = new URL(locationOf(answer)).searchParams.get('code') ?? '';
      const tokens = (await browser.exchange(code, verifier)).json();
      expect(tokens).toHaveProperty('access_token');
      expect(tokens).not.toHaveProperty('refresh_token');
    });

    test('is not stored as it is', async () => {
      const { refresh_token: token } = await visit().signIn();
      const rows = await store.query('select kind, id_hash, payload::text as payload from identity_record');
      expect(rows.length).toBeGreaterThan(3);
      expect(JSON.stringify(rows)).not.toContain(token);
    });
  });

  describe('signing out', () => {
    test('ends the session and its refresh token', async () => {
      const browser = visit();
      const { refresh_token: token } = await browser.signIn();
      const out = await browser.signOut({ client_id: 'portal', returnTo: origin });
      expect([out.statusCode, locationOf(out)]).toEqual([303, `${origin}/`]);
      expect((await browser.refresh(token)).statusCode).toBe(400);
      expect(locationOf((await browser.authorize()).answer)).toMatch(/^\/interaction\//);
    });

    test('leaves nothing of it behind', { tags: ['full'] }, async () => {
      await store.query('delete from identity_record');
      const browser = visit();
      await browser.signIn();
      await browser.authorize();
      expect(await store.query('select 1 from identity_record')).not.toHaveLength(0);
      await browser.signOut();
      expect(await store.query('select kind from identity_record')).toEqual([]);
    });

    test('by a database administrator ends the refresh token, too', { tags: ['full'] }, async () => {
      const browser = visit();
      const { refresh_token: token } = await browser.signIn();
      await store.query(`delete from identity_record where kind = 'Session'`);
      expect((await browser.refresh(token)).json()).toMatchObject({ error: 'invalid_grant' });
    });

    test('ends it for a copied cookie, too', { tags: ['full'] }, async () => {
      const browser = visit();
      await browser.signIn();
      const copy = visit();
      for (const [name, cookie] of browser.cookies) copy.cookies.set(name, cookie);
      await browser.signOut();
      expect(locationOf((await copy.authorize()).answer)).toMatch(/^\/interaction\//);
    });

    test.each([
      'https://evil.example/',
      '//evil.example',
      `${origin}.evil.example/`,
      `${origin}@evil.example/`,
      `${origin}/\\evil.example`,
      `${origin}/account`,
      'javascript:alert(1)',
      '',
    ])('leads nowhere else: %s', async (returnTo) => {
      const browser = visit();
      const { refresh_token: token } = await browser.signIn();
      const out = await browser.send(`/v2/logout?${new URLSearchParams({ client_id: 'portal', returnTo })}`);
      expect(out.statusCode).toBe(400);
      expect(out.headers.location).toBeUndefined();
      expect(out.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      // Such a link does nothing at all.
      expect((await browser.refresh(token)).statusCode).toBe(200);
    });

    test('twice does no harm', { tags: ['full'] }, async () => {
      const browser = visit();
      expect((await browser.send('/v2/logout')).statusCode).toBe(303);
      expect((await browser.send('/v2/logout')).statusCode).toBe(303);
    });
  });
});
