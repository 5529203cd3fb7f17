import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../support/all-endpoints.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import type { TestApp } from '../support/test-app.ts';
import { openAppWithIdentity } from '../support/test-browser.ts';

/** Spellings that the router matches to the route of `/api/version`, or that name no route of the API. */
const sameRoute = [
  '/api/version',
  '/%61pi/version',
  '/api/%76ersion',
  '/%61%70%69/version/',
  '/api/version?x=/page',
  '/api/version#x',
];
const noRoute = [
  '/%61pi/nothing',
  '/API/version',
  '//api/version',
  '/api//version',
  '/Api/nothing',
  '/api',
  '/api%2Fversion',
  '/ogc/nothing',
  '/%6Fgc/nothing',
];
const pages = ['/', '/apiary', '/ogcx', '/about/api/version', '/%2561pi/version'];

const open: TestApp[] = [];

const folder = temporaryFolder('routes');
const store = closeAfter(await openEmbeddedStore());

afterAll(async () => {
  for (const portal of open) await portal.close();
});

async function openPortal(environment: Record<string, string> = {}) {
  const portal = await openAppWithIdentity(store, folder, { environment });
  open.push(portal);
  return portal;
}

/** Sends the address as it is; `inject` would tidy it. */
async function sendRaw(port: number, target: string, method = 'GET') {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}

async function listen(portal: TestApp) {
  return Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port);
}

describe('the rate limit', () => {
  test.each([...sameRoute, ...noRoute, 'http://localhost/api/version', 'http://localhost/API/x'])(
    'counts %s like any call',
    async (target) => {
      const port = await listen(await openPortal({ RATE_LIMIT_PER_MINUTE: '1' }));
      expect((await sendRaw(port, '/api/version')).status).toBe(200);
      expect((await sendRaw(port, target)).status).toBe(429);
    },
  );

  test.each(['/%61uthorize', '/interaction/x', '/%69nteraction/x', '/oauth%2Ftoken/../x', '/userinf%6f'])(
    'counts %s where it is an address of the sign-in',
    async (target) => {
      const port = await listen(await openPortal({ RATE_LIMIT_PER_MINUTE: '1' }));
      await sendRaw(port, '/api/version');
      expect((await sendRaw(port, target)).status).toBe(target.includes('..') ? 503 : 429);
    },
  );

  test.each(pages)('does not count the page %s', async (target) => {
    const port = await listen(await openPortal({ RATE_LIMIT_PER_MINUTE: '1' }));
    for (const _ of [1, 2]) expect((await sendRaw(port, target)).status).toBe(503);
    expect((await sendRaw(port, '/api/version')).status).toBe(200);
  });
});

describe('an address of the API without a route', () => {
  test.each(noRoute)('%s is a problem, not a page', async (target) => {
    const { status, text } = await sendRaw(await listen(await openPortal()), target);
    expect([status, /problem\+json/.test(text)]).toEqual([404, true]);
  });

  test('says which methods it takes, however it is spelled', async () => {
    const { status, text } = await sendRaw(await listen(await openPortal()), '/%61pi/version', 'DELETE');
    expect(status).toBe(405);
    expect(text).toMatch(/^allow: GET, HEAD\r$/im);
  });
});

describe('the redirect to the canonical origin', () => {
  const getAt127 = (portal: TestApp, url: string) =>
    portal.send({ url, headers: { host: '127.0.0.1:4321', accept: 'text/html' } });

  test('takes pages, and no call, however it is spelled', async () => {
    const portal = await openPortal();
    for (const url of sameRoute) expect((await getAt127(portal, url)).statusCode, url).toBe(200);
    for (const url of pages) expect((await getAt127(portal, url)).statusCode, url).toBe(307);
  });
});

describe('the cache header', () => {
  test('follows the route', async () => {
    const portal = await openPortal();
    for (const url of sameRoute) {
      const { headers } = await portal.send(url);
      expect(headers['cache-control'], url).toBe('public, max-age=0, must-revalidate');
    }
    for (const url of noRoute) expect((await portal.send(url)).headers['cache-control']).toBe('no-store');
  });
});

describe('access', () => {
  test.each(['/%61pi/account/user', '/api/account/%75ser', '/api/account/user/'])(
    'guards %s',
    async (url) => {
      expect((await (await openPortal()).send(url)).statusCode).toBe(401);
    },
  );
});

describe('the request log', () => {
  async function logOf(work: (portal: TestApp) => Promise<unknown>) {
    const lines: string[] = [];
    const write = process.stdout.write;
    process.stdout.write = (text) => lines.push(String(text)) > 0;
    try {
      await work(await openPortal({ LOG_LEVEL: 'info', LOG_PRETTY: 'off' }));
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.stdout.write = write;
    }
    return lines.map((line) => JSON.parse(line));
  }

  test.each([...sameRoute, ...noRoute])('has a line for %s', async (url) => {
    const lines = await logOf((portal) => portal.send(url));
    expect(lines).toMatchObject([{ msg: 'answered' }]);
  });

  test.each<[what: string, status: number, options: InjectOptions]>([
    ['without a token', 401, { url: '/api/tokens' }],
    ['of a foreign host', 421, { url: '/api/version', headers: { host: 'evil.example' } }],
    ['for a portal that is not ready', 503, { url: '/api/ready' }],
    ['that cannot be used', 400, { url: '/api/public-map/geo/%00' }],
  ])('has an info line for a request %s that was refused, and no error', async (_, status, options) => {
    const lines = await logOf((portal) => portal.send(options));
    expect(lines).toMatchObject([{ level: 30, msg: 'answered', res: { status } }]);
    expect(JSON.stringify(lines)).not.toMatch(/"err"|stack/);
  });

  test('has none for a page', async () => {
    expect(await logOf((portal) => portal.send('/'))).toEqual([]);
  });

  test.each([
    '/interaction/secret-1',
    '/%69nteraction/secret-1',
    '/%61uthorize/secret-1',
    '/authorize/secret-1/',
  ])('has the pattern instead of the secret of %s', async (url) => {
    const lines = await logOf((portal) => portal.send(url));
    expect(lines.at(-1)).toMatchObject({
      msg: 'answered',
      req: { path: expect.stringMatching(/^\/(interaction|authorize)\/…$/) },
    });
    expect(JSON.stringify(lines)).not.toContain('secret-1');
  });

  test('has a line for an address that cannot be decoded', async () => {
    const lines = await logOf((portal) => portal.send('/api/%zz'));
    expect(lines).toMatchObject([{ msg: 'answered', res: { status: 400 } }]);
  });
});

test('a GET that changes something has no HEAD', async () => {
  const portal = await openPortal();
  const actions = allEndpoints.filter(
    ({ method, path }) => method === 'GET' && /\/(publish|unpublish|enable|disable)$/.test(path),
  );
  expect(actions.length).toBeGreaterThan(10);
  for (const { path: pattern } of actions) {
    const answer = await portal.send({ method: 'HEAD', url: pattern.replace(':id', '1') });
    expect([pattern, answer.statusCode, answer.headers.allow]).toEqual([pattern, 405, 'GET, POST']);
  }
});
