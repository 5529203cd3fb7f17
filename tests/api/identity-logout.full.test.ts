import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { locationOf, openAppWithIdentity, origin, TestBrowser } from '../support/test-browser.ts';

const folder = temporaryFolder('logout');
for (const page of ['auth/logout', 'account/logout', 'about']) {
  mkdirSync(path.join(folder, 'dist', page), { recursive: true });
  writeFileSync(path.join(folder, 'dist', page, 'index.html'), `<title>Page ${page}</title>`);
}
writeFileSync(path.join(folder, 'dist/index.html'), '<title>Landing</title>');
const store = closeAfter(await openEmbeddedStore());
const portal = closeAfter(
  await openAppWithIdentity(store, folder, { environment: { DIST_DIR: path.join(folder, 'dist') } }),
);

const evil = 'https://evil.example';
const logout = `/v2/logout?${new URLSearchParams({ client_id: 'portal', returnTo: origin })}`;

const elsewhere: [string, Record<string, string>][] = [
  ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
  ['a frame of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
  ['another portal of the same domain', { 'sec-fetch-site': 'same-site' }],
  ['a site that an older browser names', { referer: `${evil}/page` }],
  ['a site whose name begins like the portal', { referer: `${origin}.evil.example/` }],
  ['a page that an older browser names only by its origin', { origin: evil }],
  ['a page with a secret origin', { origin: 'null' }],
  ['another site with a referrer of the portal', { 'sec-fetch-site': 'cross-site', referer: `${origin}/` }],
];
const unnamed: [string, Record<string, string>][] = [
  ['a typed address, or a link in a message', { 'sec-fetch-site': 'none' }],
  ['a browser that names no page', {}],
  ['a page without an address', { referer: 'about:blank' }],
];
const ownPage: [string, Record<string, string>][] = [
  ['the portal’s page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ['the portal’s page in an older browser', { referer: `${origin}/auth/logout` }],
  ['the portal’s page, by its origin', { origin }],
];

async function isSignedIn(browser: TestBrowser, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const session = locationOf((await browser.authorize()).answer).startsWith(`${origin}/secret?code=`);
  const api = (await browser.send('/api/account/user', { headers })).statusCode === 200;
  return { session, api };
}

describe('GET /v2/logout', () => {
  test.each([...elsewhere, ...unnamed])('by %s asks, and signs nobody out', async (_, headers) => {
    const browser = new TestBrowser(portal.app);
    const { access_token: token } = await browser.signIn();
    const answer = await browser.send(logout, { headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.payload).toContain('<h1>Log out?</h1>');
    expect(answer.payload).toContain('<form method="post" action="/v2/logout">');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /style-src 'self' 'sha256-.*frame-ancestors 'none'.*form-action 'self'/,
      ),
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(await isSignedIn(browser, token)).toEqual({ session: true, api: true });
  });

  test.each([...elsewhere, ...unnamed])('by %s without a session leads to the portal', async (_, headers) => {
    const answer = await new TestBrowser(portal.app).send(logout, { headers });
    expect([answer.statusCode, locationOf(answer)]).toEqual([303, `${origin}/`]);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test.each(ownPage)('by %s signs out at once', async (_, headers) => {
    const browser = new TestBrowser(portal.app);
    const { access_token: token } = await browser.signIn();
    const answer = await browser.send(logout, { headers });
    expect([answer.statusCode, locationOf(answer)]).toEqual([303, `${origin}/`]);
    expect(await isSignedIn(browser, token)).toEqual({ session: false, api: false });
  });
});

describe('the answer to the question', () => {
  test.each(ownPage)(
    'by %s signs out, and continues to the page that clears the browser',
    async (_, headers) => {
      const browser = new TestBrowser(portal.app);
      const { access_token: token } = await browser.signIn();
      const answer = await browser.send('/v2/logout', { method: 'POST', form: {}, headers });
      expect([answer.statusCode, locationOf(answer)]).toEqual([303, `${origin}/auth/logout`]);
      expect(await isSignedIn(browser, token)).toEqual({ session: false, api: false });
    },
  );

  test.each([...elsewhere, ...unnamed])('by %s is refused', async (_, headers) => {
    const browser = new TestBrowser(portal.app);
    const { access_token: token } = await browser.signIn();
    const answer = await browser.send('/v2/logout', { method: 'POST', form: {}, headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().detail).toBe('Another site cannot sign you out. Nobody was signed out.');
    expect(await isSignedIn(browser, token)).toEqual({ session: true, api: true });
  });
});

describe.each(['/auth/logout', '/account/logout/', '/%61uth/logout'])('the page %s', (address) => {
  test.each(elsewhere)('asks whoever comes by %s', async (_, headers) => {
    const answer = await portal.send({ url: address, headers });
    expect(answer.payload).toContain('<h1>Log out?</h1>');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([...ownPage, ...unnamed.slice(0, 2)])('logs out whoever comes by %s', async (_, headers) => {
    expect((await portal.send({ url: address, headers })).payload).toMatch(/<title>Page \w+\/logout/);
  });
});

test('other pages ask nobody', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await portal.send({ url: '/about', headers })).payload).toContain('Page about');
});

test('with a tenant, the question leads to the portal’s page, which logs out there', async () => {
  const environment = { DIST_DIR: path.join(folder, 'dist'), PUBLIC_AUTH0_DOMAIN: 'tenant.example.org' };
  await using tenant = await openAppWithIdentity(store, folder, { environment });
  const headers = { 'sec-fetch-site': 'cross-site' };
  const { payload } = await tenant.send({ url: '/auth/logout', headers });
  expect(payload).toContain('<form method="get" action="/auth/logout">');
});
