import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter } from '../support/set-up.ts';
import { insertSyntheticSites } from '../support/synthetic-sites.ts';
import { openTestApp } from '../support/test-app.ts';

const url = '/api/public-map/wells';

const store = closeAfter(await openEmbeddedStore());
await insertSyntheticSites(store, 40);
const portal = closeAfter(openTestApp(store));

async function tagOf(address: string) {
  const { headers } = await portal.send(address);
  return String(headers.etag);
}

describe('entity tags', () => {
  test('match a strong one', async () => {
    const headers = { 'if-none-match': (await tagOf(url)).replace('W/', '') };
    expect((await portal.send({ url, headers })).statusCode).toBe(304);
    expect((await portal.send({ url, headers, method: 'HEAD' })).statusCode).toBe(304);
  });

  test('do not match a weak one of something else', async () => {
    const headers = { 'if-none-match': 'W/"other"' };
    expect((await portal.send({ url, headers })).statusCode).toBe(200);
  });

  test('change with the data', async () => {
    const before = await tagOf(url);
    await store.query(`update location set loc_name = 'Other' where loc_ndx = 100001`);
    const after = await portal.send({ url, headers: { 'if-none-match': before } });
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(before);
  });

  test('are not given to errors', async () => {
    const { headers } = await portal.send('/api/nothing');
    expect(headers).not.toHaveProperty('etag');
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });
});

describe('caching', () => {
  test('open reads are public and asked for again', async () => {
    const { headers } = await portal.send(url);
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  test('layers may be cached for a day, separately for each caller', async () => {
    const address = '/api/public-map/layers';
    const visitor = await portal.send(address);
    expect(visitor.headers['cache-control']).toBe('public, max-age=86400');
    expect(visitor.headers.vary).toMatch(/Authorization/);
    const user = await portal.send(address, 'User');
    expect(user.headers['cache-control']).toBe('private, max-age=86400');
  });

  test('health is never cached', async () => {
    const { headers } = await portal.send('/api/health');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('compression', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0.5', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('of a body over 1 KB for %s', async (accepted, encoding, decompress) => {
    const plain = await portal.send(url);
    const small = await portal.send({ url, headers: { 'accept-encoding': accepted } });
    expect(small.headers['content-encoding']).toBe(encoding);
    expect(small.headers.vary).toMatch(/Accept-Encoding/i);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(decompress(small.rawPayload).toString()).toBe(plain.payload);
    expect(small.headers.etag).toBe(plain.headers.etag);
  });

  test.each(['identity', 'br;q=0, gzip;q=0'])('not for %s', async (accepted) => {
    const { headers } = await portal.send({ url, headers: { 'accept-encoding': accepted } });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('not of a small body', async () => {
    const { headers } = await portal.send({ url: '/api/version', headers: { 'accept-encoding': 'br' } });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('of an ordinary answer, too', async () => {
    const document = await portal.send({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    expect(document.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(document.rawPayload).toString())).toHaveProperty('openapi');
  });
});

describe('security headers', () => {
  test('let nothing run or load in an answer of the API', async () => {
    const { headers } = await portal.send(url);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // Public tile servers want to know the site.
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    for (const name of ['x-powered-by', 'server', 'x-ratelimit-limit']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test('are on errors as well', async () => {
    const { headers } = await portal.send('/api/nothing');
    expect(headers).toHaveProperty('content-security-policy');
  });

  test('promise https only behind https', async () => {
    const name = 'strict-transport-security';
    expect((await portal.send(url)).headers).not.toHaveProperty(name);
    await using secure = openTestApp(store, { environment: { TRUST_PROXY: 'on' } });
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await secure.send({ url, headers })).headers).toHaveProperty(name);
  });
});

describe('request ids', () => {
  test('are made, each its own', async () => {
    const [a, b] = [await portal.send(url), await portal.send(url)].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(a).toMatch(/^[\da-f-]{36}$/);
    expect(b).not.toBe(a);
  });

  test('are used if well-formed', async () => {
    const headers = { 'x-request-id': 'proxy-1234.5' };
    expect((await portal.send({ url, headers })).headers).toMatchObject(headers);
  });

  test.each(['<script>', 'a b', 'x'.repeat(65)])('are replaced otherwise: %s', async (id) => {
    const answer = await portal.send({ url, headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('the rate limit', () => {
  test('refuses with Retry-After, for each client apart, and not the pages', async () => {
    await using strict = openTestApp(store, { environment: { RATE_LIMIT_PER_MINUTE: '3' } });
    const call = (remoteAddress: string, address = '/api/version') =>
      strict.send({ url: address, remoteAddress });
    for (const _ of [1, 2]) expect((await call('10.0.0.1')).statusCode).toBe(200);
    expect((await call('10.0.0.1', '/api/nothing')).statusCode).toBe(404);
    const refused = await call('10.0.0.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({
      status: 429,
      title: 'Too Many Requests',
      instance: '/api/version',
    });
    expect((await call('10.0.0.1', '/api/nothing')).statusCode).toBe(429);
    expect((await call('10.0.0.2')).statusCode).toBe(200);
    expect((await call('10.0.0.1', '/')).statusCode).toBe(503);
  });
});

describe('behind a proxy', () => {
  test('the limit is the client’s that the proxy names, not one that the client invents', async () => {
    const environment = { TRUST_PROXY: 'on', RATE_LIMIT_PER_MINUTE: '1' };
    await using proxied = openTestApp(store, { environment });
    const call = (forwarded: string) =>
      proxied.send({ url: '/api/version', headers: { 'x-forwarded-for': forwarded } });
    expect((await call('10.0.0.1')).statusCode).toBe(200);
    expect((await call('1.2.3.4, 10.0.0.1')).statusCode).toBe(429);
    expect((await call('10.0.0.2')).statusCode).toBe(200);
  });

  test('that is not configured, nothing is believed', async () => {
    await using strict = openTestApp(store, { environment: { RATE_LIMIT_PER_MINUTE: '1' } });
    const call = (forwarded: string) =>
      strict.send({ url: '/api/version', headers: { 'x-forwarded-for': forwarded } });
    expect((await call('10.0.0.1')).statusCode).toBe(200);
    expect((await call('10.0.0.2')).statusCode).toBe(429);
  });
});

describe('other origins', () => {
  const origin = 'https://pages.example.org';
  const preflight = {
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  } as const;

  test('may not call by default', async () => {
    expect((await portal.send({ url, headers: { origin } })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    expect((await portal.send(preflight)).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('may when they are configured, and only those', async () => {
    await using open = openTestApp(store, { environment: { ALLOWED_ORIGINS: origin } });
    const allowed = { 'access-control-allow-origin': origin };
    expect((await open.send({ url, headers: { origin } })).headers).toMatchObject(allowed);
    expect((await open.send(preflight)).headers).toMatchObject({
      ...allowed,
      'access-control-allow-headers': 'authorization',
    });
    const other = await open.send({ url, headers: { origin: 'https://evil.example.org' } });
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
