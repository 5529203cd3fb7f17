import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Store } from '#server/db/store.ts';
import { openIdentity } from '#server/identity/open-identity.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { startLocalServer } from '../support/local-server.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { type TestApp, testConfig } from '../support/test-app.ts';
import { callback, locationOf, openAppWithIdentity, origin, TestBrowser } from '../support/test-browser.ts';

const message = 'Please check your email and password';
const template = `<!doctype html><title>Sign in</title><link rel="stylesheet" href="/_assets/a.css">
<script>start()</script><p role="alert">{{message}}</p><input name="email" value="{{email}}" aria-invalid="{{invalid}}">`;

const visit = (app: TestApp = portal) => new TestBrowser(app.app);

const folder = temporaryFolder('page');
mkdirSync(path.join(folder, 'dist/interaction'), { recursive: true });
writeFileSync(path.join(folder, 'dist/index.html'), '<title>Landing</title>');
writeFileSync(path.join(folder, 'dist/interaction/index.html'), template);
const store = closeAfter(await openEmbeddedStore());
const portal = closeAfter(
  await openAppWithIdentity(store, folder, { environment: { DIST_DIR: path.join(folder, 'dist') } }),
);

/** The sign-in page of a new sign-in. */
async function openLoginPage(browser: TestBrowser, changes: Record<string, string> = {}) {
  return locationOf((await browser.authorize(changes)).answer);
}

describe('the sign-in page', () => {
  test('is the built page, with its own policy, and is not cached', async () => {
    const browser = visit();
    const answer = await browser.send(await openLoginPage(browser));
    expect(answer.payload).toContain('<p role="alert"></p>');
    expect(answer.payload).toContain('value="" aria-invalid="false"');
    expect(answer.headers['cache-control']).toBe('no-store');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('says that the disk is full, and signs in when there is space', async () => {
    let isFull = false;
    const full: Store = {
      ...store,
      query: ((...statement: Parameters<Store['query']>) => {
        if (!isFull) return store.query(...statement);
        return Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }));
      }) as Store['query'],
    };
    const environment = { DIST_DIR: path.join(folder, 'dist') };
    await using crowded = await openAppWithIdentity(full, folder, { environment });
    const browser = visit(crowded);
    const page = await openLoginPage(browser);
    isFull = true;
    const sentence =
      'The disk of the portal is full, so nothing can be saved. Its operator has to make space.';
    const refused = await browser.submitLogin(page, 'demo@example.org');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.payload).toContain(`<p role="alert">${sentence}</p>`);
    const { answer } = await browser.authorize();
    const refusal = new URL(locationOf(answer), origin).searchParams;
    expect([refusal.get('error'), refusal.get('error_description')]).toEqual(['disk_full', sentence]);
    isFull = false;
    expect((await browser.submitLogin(page, 'demo@example.org')).statusCode).toBe(303);
  });

  test('is plain where the pages are not built', async () => {
    await using plain = await openAppWithIdentity(store, folder);
    const browser = visit(plain);
    const page = await openLoginPage(browser);
    expect((await browser.send(page)).payload).toContain('<h1>Sign in</h1>');
    expect((await browser.submitLogin(page, 'demo@example.org', 'x')).payload).toContain(message);
  });

  test('is fetched from the development server, where there is one', async () => {
    const pages = await startLocalServer((_, answer) => answer.end(template));
    const environment = { SIGN_IN_PAGE_URL: `${pages.origin}/interaction` };
    const development = await openAppWithIdentity(store, folder, { environment });
    const browser = visit(development);
    expect((await browser.send(await openLoginPage(browser))).payload).toContain('aria-invalid="false"');
    await development.close();
    await pages.close();
  });

  test('begins with the address that the portal hints at', async () => {
    const browser = visit();
    const page = await openLoginPage(browser, { login_hint: 'a"><script>alert(1)</script>' });
    const { payload } = await browser.send(page);
    expect(payload).toContain('value="a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  test.each([
    ['a wrong password', 'demo@example.org', 'water-yea'],
    ['an unknown account', 'nobody@example.org', 'water-year'],
    ['nothing', '', ''],
    ['a very long password', 'demo@example.org', 'x'.repeat(5000)],
    ['a name of an object', '__proto__', 'water-year'],
  ])('refuses %s in the same words', async (_, email, password) => {
    const browser = visit();
    const page = await openLoginPage(browser);
    const answer = await browser.submitLogin(page, email, password);
    expect(answer.statusCode).toBe(401);
    expect(answer.payload).toContain(`<p role="alert">${message}</p>`);
    expect(answer.payload).toContain(`value="${email}" aria-invalid="true"`);
    if (password) expect(answer.payload).not.toContain(password);
    // The same page is good for another try.
    expect((await browser.submitLogin(page, 'demo@example.org')).statusCode).toBe(303);
  });

  test('repeats what was typed as text only', async () => {
    const browser = visit();
    const page = await openLoginPage(browser);
    const { payload } = await browser.submitLogin(page, `'"><img src=x onerror=alert(1)>{{message}}`, 'x');
    expect(payload).toContain('value="&#39;&quot;&gt;&lt;img src=x onerror=alert(1)&gt;{{message}}"');
  });

  test('takes a body of a form only, of a reasonable size', async () => {
    const browser = visit();
    const page = await openLoginPage(browser);
    const json = await browser.send(page, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.statusCode).toBe(400);
    const long = await browser.submitLogin(page, 'x'.repeat(20_000));
    expect(long.statusCode).toBe(413);
  });

  test.each(['nonsense', 'index.html', '..%2f..', '__proto__', 'x'.repeat(500)])(
    'that never was, or is over, leads to a page that says so: %s',
    async (uid) => {
      const browser = visit();
      for (const answer of [
        await browser.send(`/interaction/${uid}`),
        await browser.submitLogin(`/interaction/${uid}`, 'demo@example.org'),
      ]) {
        expect(answer.statusCode).toBe(303);
        expect(locationOf(answer)).toMatch(/^\/secret\?error=sign_in_expired&error_description=/);
      }
    },
  );

  test('is over when the sign-in is', async () => {
    const browser = visit();
    const page = await openLoginPage(browser);
    await browser.send(locationOf(await browser.submitLogin(page, 'demo@example.org')));
    expect(locationOf(await browser.send(page))).toMatch(/^\/secret\?error=sign_in_expired/);
  });

  test('without a sign-in begins one', async () => {
    expect(locationOf(await visit().send('/interaction'))).toBe('/secret');
    expect(locationOf(await visit().send('/interaction/'))).toBe('/secret');
  });

  test('of one browser cannot be used in another', async () => {
    const page = await openLoginPage(visit());
    const other = visit();
    await openLoginPage(other);
    const answer = await other.submitLogin(page, 'demo@example.org');
    expect(locationOf(answer)).toMatch(/^\/secret\?error=sign_in_expired/);
  });

  test('is for the sign-in of its own address only', async () => {
    const browser = visit();
    const page = await openLoginPage(browser);
    for (const [name, { value }] of browser.cookies) browser.cookies.set(name, { value, path: '/' });
    expect((await browser.send(page)).statusCode).toBe(200);
    expect(locationOf(await browser.send(`${page}x`))).toMatch(/^\/secret\?error=sign_in_expired/);
  });

  test('cannot be submitted from another site', async () => {
    const browser = visit();
    const page = await openLoginPage(browser);
    for (const from of ['https://evil.example', 'null', 'http://localhost:5000']) {
      const answer = await browser.submitLogin(page, 'demo@example.org', undefined, { origin: from });
      expect(answer.statusCode).toBe(403);
    }
    const answer = await browser.submitLogin(page, 'demo@example.org', undefined, { origin });
    expect(answer.statusCode).toBe(303);
    for (const { httpOnly, sameSite } of cookieAttributes(await browser.send(locationOf(answer)))) {
      expect([httpOnly, sameSite]).toEqual([true, 'lax']);
    }
  });

  test('cannot be used to go through passwords', { tags: ['full'] }, async () => {
    await using guarded = await openAppWithIdentity(store, folder);
    const browser = visit(guarded);
    const page = await openLoginPage(browser);
    for (let n = 0; n < 10; n += 1) {
      expect((await browser.submitLogin(page, 'demo@example.org', `guess ${n}`)).statusCode).toBe(401);
    }
    const answer = await browser.submitLogin(page, 'Demo@example.org');
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(200);
    expect(answer.payload).toMatch(/Too many tries\. Wait \d+ s, then try again\./);
    expect((await browser.submitLogin(page, 'user@example.org')).statusCode).toBe(303);
  });
});

function cookieAttributes({ headers }: { headers: Record<string, unknown> }) {
  return [headers['set-cookie'] ?? []].flat().map((line) => ({
    httpOnly: /; httponly/i.test(String(line)),
    sameSite: /; samesite=(\w+)/i.exec(String(line))?.[1],
  }));
}

describe('a request to sign in', () => {
  test.each([
    'https://evil.example/',
    'https://evil.example/secret',
    `${callback}/`,
    `${callback}?x=1`,
    `${origin}/`,
    `${origin}.evil.example/secret`,
    'http://127.0.0.1:4321/secret',
    'javascript:alert(1)',
  ])('never leads to another address: %s', async (redirect_uri) => {
    const signedIn = visit();
    await signedIn.signIn();
    for (const browser of [visit(), signedIn]) {
      const { answer } = await browser.authorize({ redirect_uri });
      expect(locationOf(answer)).toMatch(
        /^\/secret\?error=invalid_redirect_uri&error_description=Signing\+in\+works/,
      );
    }
  });

  test.each([
    ['another client', { client_id: 'other' }, /^\/secret\?error=invalid_client/],
    ['another audience', { audience: 'urn:other' }, /^http:\/\/localhost:4321\/secret\?error=invalid_target/],
    [
      'a token in the address',
      { response_type: 'token' },
      /secret[?#]error=(unsupported_response_type|unauthorized_client|invalid_request)/,
    ],
    ['no proof of the code', { code_challenge: '' }, /secret\?error=invalid_request/],
    ['a plain proof', { code_challenge_method: 'plain' }, /secret\?error=invalid_request/],
    ['no page, without a session', { prompt: 'none' }, /secret\?error=login_required&.*state=a-state/],
  ])('with %s is refused', async (_, changes, expected) => {
    const answer = (await visit().authorize(changes)).answer;
    expect(answer.statusCode).toBe(303);
    expect(locationOf(answer)).toMatch(expected);
  });

  test('without a page succeeds where there is a session', async () => {
    const browser = visit();
    await browser.signIn();
    const { answer } = await browser.authorize({ prompt: 'none' });
    expect(locationOf(answer)).toMatch(/^http:\/\/localhost:4321\/secret\?code=/);
  });

  test('is answered in the portal’s own name, whatever it is called', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    const environment = { ALLOWED_HOSTS: 'evil.example' };
    const open = await openAppWithIdentity(store, folder, { environment });
    const answer = await new TestBrowser(open.app).send('/.well-known/openid-configuration', { headers });
    await open.close();
    expect(answer.payload).not.toContain('evil');
    expect(answer.json()).toMatchObject({ token_endpoint: `${origin}/oauth/token` });
  });

  test('at an address with https has cookies for that only', async () => {
    const environment = { PORTAL_ORIGIN: 'https://water.example.org' };
    await using secure = await openAppWithIdentity(store, folder, { environment });
    const { answer } = await visit(secure).authorize({ redirect_uri: 'https://water.example.org/secret' });
    expect(locationOf(answer)).toMatch(/^\/interaction\//);
    const lines = [answer.headers['set-cookie'] ?? []].flat();
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/; secure; httponly$/i);
  });

  test('from another computer is refused to the accounts of the demonstration', async () => {
    const browser = visit();
    const page = await openLoginPage(browser);
    const { refresh_token } = await visit().signIn();
    const elsewhere = { 'x-forwarded-for': '203.0.113.7', accept: 'text/html' };
    for (const address of ['/authorize?client_id=portal', page]) {
      const answer = await browser.send(address, { headers: elsewhere });
      expect(answer.statusCode).toBe(303);
      expect(locationOf(answer)).toMatch(/^\/secret\?error=other_computer&error_description=The\+accounts/);
    }
    const form = { email: 'demo@example.org', password: 'water-year' };
    const typed = await browser.send(page, {
      method: 'POST',
      form,
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect([typed.statusCode, typed.json().detail]).toEqual([
      403,
      'The accounts of the demonstration work on the portal’s own computer only. Its operator has to connect an identity provider.',
    ]);
    const token = { client_id: 'portal', grant_type: 'refresh_token', refresh_token };
    const refreshed = await portal.app.inject({
      method: 'POST',
      url: '/oauth/token',
      remoteAddress: '192.168.1.9',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(token).toString(),
    });
    expect(refreshed.statusCode).toBe(403);
    expect((await browser.submitLogin(page, 'demo@example.org')).statusCode).toBe(303);
  });

  test('from pages elsewhere gets no tokens', async () => {
    const answer = await visit().send('/oauth/token', {
      method: 'POST',
      form: { client_id: 'portal', grant_type: 'refresh_token', refresh_token: 'x' },
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('has headers against framing and leaks, and is never cached', async () => {
    for (const url of ['/authorize', '/oauth/token', '/v2/logout', '/userinfo', '/.well-known/jwks.json']) {
      const method = url === '/oauth/token' ? 'POST' : 'GET';
      const { headers } = await portal.send({ method, url });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-request-id']).toBeTypeOf('string');
    }
  });

  test('is limited like calls of the API', async () => {
    await using limited = await openAppWithIdentity(store, folder, {
      environment: { RATE_LIMIT_PER_MINUTE: '3' },
    });
    const browser = visit(limited);
    for (let n = 0; n < 3; n += 1) expect((await browser.authorize()).answer.statusCode).toBe(303);
    expect((await browser.authorize()).answer.statusCode).toBe(429);
  });

  test('leaves no secrets in the log', async () => {
    const lines: string[] = [];
    const config = testConfig({ DATA_DIR: folder, LOG_LEVEL: 'trace', LOG_PRETTY: 'off' });
    const identity = await openIdentity(config, store);
    const write = process.stdout.write;
    process.stdout.write = (text) => lines.push(String(text)) > 0;
    try {
      const app = createApp({ store, config, identity });
      const browser = new TestBrowser(app);
      const page = await openLoginPage(browser);
      await browser.submitLogin(page, 'demo@example.org', 'a-wrong-password');
      const tokens = await browser.signIn();
      await browser.refresh(tokens.refresh_token);
      await browser.refresh(tokens.refresh_token);
      await browser.send('/userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } });
      await browser.send('/userinfo', { headers: { authorization: `Bearer ${tokens.id_token}` } });
      const secrets = [
        ...Object.values(tokens).filter((value) => value !== tokens.scope && value.length > 20),
        ...browser.visited.flatMap((address) => [...new URL(address, origin).searchParams.values()]),
        ...[...browser.cookies.values()].map(({ value }) => value),
        page.replace('/interaction/', ''),
        'a-wrong-password',
        'water-year',
      ].filter((value) => value.length > 8 && !value.startsWith('http'));
      await browser.send('/v2/logout');
      await app.close();
      await new Promise((resolve) => setImmediate(resolve));
      const log = lines.join('');
      expect(log).toContain('"path":"/interaction/…"');
      expect(log).toContain('signed in');
      expect(secrets.length).toBeGreaterThan(8);
      for (const secret of secrets) expect(log).not.toContain(secret);
    } finally {
      process.stdout.write = write;
    }
  });
});

describe('one name for one portal', () => {
  const getAtHost = (url: string, host: string, accept = 'text/html,*/*') =>
    portal.send({ url, headers: { host, accept } });

  test.each(['127.0.0.1:4321', '[::1]:4321', '127.1.2.3:4321'])('%s is sent to localhost', async (host) => {
    const answer = await getAtHost('/map?x=1', host);
    expect([answer.statusCode, answer.headers.location]).toEqual([307, `${origin}/map?x=1`]);
    expect((await getAtHost('//evil.example', host)).headers.location).toBe(`${origin}//evil.example`);
  });

  test.each([
    ['the name itself', '/', 'localhost:4321', undefined],
    ['another port, e.g. of a container', '/', '127.0.0.1:8080', undefined],
    ['the API', '/api/health', '127.0.0.1:4321', undefined],
    ['what is no page', '/', '127.0.0.1:4321', '*/*'],
  ])('%s is not redirected', async (_, url, host, accept) => {
    expect((await getAtHost(url, host, accept)).statusCode).toBe(200);
  });
});
