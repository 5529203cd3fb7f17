import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Problem } from '#contract/endpoint.ts';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const { store, portal } = sharePortal(openEmbeddedStore, {
  internalIngest: { secret: 'secret', runner: createImportRunner(async () => ({ status: 'succeeded' })) },
});

const json = { 'content-type': 'application/json', 'x-portal-secret': 'secret' };
const post = (payload: string, headers: Record<string, string> = json) =>
  ({ method: 'POST', url: '/internal/ingest', payload, headers }) as const;

const geo = '/api/public-map/geo/';
const cases: [name: string, status: number, options: InjectOptions | string][] = [
  ['an unknown call', 404, '/api/nothing'],
  ['the root of the API', 404, '/api'],
  ['an unknown call by POST', 404, { method: 'POST', url: '/api/nothing' }],
  ['traversal in an id', 400, `${geo}..%2f..%2fetc%2fpasswd`],
  ['an unknown id', 404, `${geo}nothing`],
  ['an id of the language', 404, `${geo}constructor`],
  ['an id in capitals', 400, `${geo}HUC8`],
  ['an id with a zero byte', 400, `${geo}huc8%00`],
  ['an id with SQL', 400, `${geo}huc8'%20or%201=1--`],
  ['a long id', 400, `${geo}${'a'.repeat(65)}`],
  ['a huge id', 400, `${geo}${'a'.repeat(5000)}`],
  ['an id that is not UTF-8', 400, `${geo}%ff`],
  ['a malformed escape', 400, `${geo}%zz`],
  ['a malformed escape elsewhere', 400, '/%'],
  ['a wrong method', 405, { method: 'POST', url: '/api/public-map/wells' }],
  ['a wrong method with a parameter', 405, { method: 'DELETE', url: `${geo}huc8` }],
  ['a wrong method with a slash', 405, { method: 'PUT', url: '/api/health/' }],
  ['a wrong method for a page', 405, { method: 'POST', url: '/watershed-overview/map-of-sites' }],
  ['malformed JSON', 400, post('{"source":')],
  ['no JSON at all', 400, post('')],
  ['JSON of another form', 400, post('[1]')],
  ['JSON with a missing field', 400, post('{"since":"2020-01-01"}')],
  ['a day that is none', 400, post('{"source":"usbr","since":"2020-02-30"}')],
  ['JSON that pollutes prototypes', 400, post('{"__proto__":{"admin":true},"source":"usbr"}')],
  ['another type of body', 400, post('source=usbr', { ...json, 'content-type': 'text/plain' })],
  ['no type of body', 400, post('x', { 'x-portal-secret': 'secret', 'content-type': '' })],
  ['a large body', 413, post(JSON.stringify({ source: 'x'.repeat(1_100_000) }))],
];

describe('bad requests are answered as problems', () => {
  test.each(cases)('%s: %i', async (_, status, options) => {
    const answer = await portal.send(options);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['x-request-id']).toMatch(/./);
    const body = answer.json();
    expect(Problem.safeParse(body)).toMatchObject({ success: true });
    expect(body).toMatchObject({ status, type: 'about:blank' });
    expect(body.detail).toMatch(/^\S.*[.!]$|: .+/s);
    expect(answer.payload).not.toMatch(/node_modules|\.ts\b|at \w+ \(/);
  });

  test('a body that does not arrive is not waited for', async () => {
    await using hasty = openTestApp(store, { bodyLimitMs: 0 });
    const payload = new PassThrough();
    payload.write('{"is_');
    const answer = await hasty.send(
      {
        method: 'PUT',
        url: `/api/datasets/${crypto.randomUUID()}/silent`,
        payload,
        headers: { 'content-type': 'application/json' },
      },
      'Administrator',
    );
    expect([answer.statusCode, answer.headers.connection, answer.json().detail]).toEqual([
      408,
      'close',
      'The body did not arrive within 0 s. Send it again.',
    ]);
  });

  // The runner reports an error that nothing catches as a failure of the file.
  test('a body that nobody reads ends nothing', async () => {
    await using hasty = openTestApp(store, { bodyLimitMs: 1 });
    const headers = { 'content-type': 'application/json' };
    expect((await hasty.send({ url: '/api/health', headers })).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await hasty.send('/api/health')).statusCode).toBe(200));
  });

  test('a body that is too large and does not end leaves no fault behind', async () => {
    await using hasty = openTestApp(store, { bodyLimitMs: 1 });
    const payload = new PassThrough();
    payload.write(Buffer.alloc(1_100_000, 32));
    const url = `/api/datasets/${crypto.randomUUID()}/silent`;
    const headers = { 'content-type': 'application/json' };
    const answer = await hasty.send({ method: 'PUT', url, payload, headers }, 'Administrator');
    // Whichever is noticed first.
    expect([408, 413]).toContain(answer.statusCode);
    // An error that nobody listened to would end the process.
    payload.destroy(new Error('The client has left.'));
  });

  test('the instance is the path without the query', async () => {
    const answer = await portal.send('/api/nothing?token=secret');
    expect(answer.json().instance).toBe('/api/nothing');
  });

  test('every field that failed is named', async () => {
    const answer = await portal.send(post('{"since":"soon","sites":[1]}'));
    const paths = answer.json().errors.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['body.source', 'body.since', 'body.sites.0']);
  });

  test('405 names the methods', async () => {
    const answer = await portal.send({ method: 'POST', url: '/api/public-map/wells' });
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  test('a fault of the server tells nothing but where to look', async () => {
    await using broken = openTestApp({
      ...store,
      query: async () => {
        throw new Error('secret detail');
      },
    });
    const answer = await broken.send('/api/public-map/wells');
    expect(answer.statusCode).toBe(500);
    expect(answer.payload).not.toContain('secret detail');
    expect(answer.json().detail).toContain(answer.headers['x-request-id']);
  });
});

describe('the same resource', () => {
  test.each(['/api/health/', '/api/public-map/wells/', '/api/public-map/geo/huc8/'])(
    'with a trailing slash: %s',
    async (url) => {
      expect((await portal.send(url)).statusCode).toBe(200);
    },
  );

  test('whatever the query holds', async () => {
    expect((await portal.send('/api/public-map/wells?x=%00&__proto__=1')).statusCode).toBe(200);
  });
});

describe('over a socket, where nothing tidies the address', () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  async function exchange(text: string) {
    const answer = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('end', () => resolve(received)).on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { head, body };
  }

  test.each([
    ['traversal', 'GET /api/../package.json', 404],
    ['traversal in an id', 'GET /api/public-map/geo/../../../package.json', 404],
    ['encoded traversal', 'GET /api/%2e%2e/%2e%2e/etc/passwd', 404],
    ['a foreign method', 'PROPFIND /api/health', 405],
  ])('%s is a problem', async (_, line, status) => {
    const { head, body } = await exchange(`${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(Problem.parse(JSON.parse(body)).status).toBe(status);
  });

  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is a problem, although it is no HTTP', async (_, text, status) => {
    const { head, body } = await exchange(text);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('application/problem+json');
    expect(Problem.parse(JSON.parse(body)).status).toBe(status);
  });
});
