import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Access, defineEndpoint, type Endpoint } from '#contract/endpoint.ts';
import { allEndpoints as endpoints } from '#server/all-endpoints.ts';
import type { Store } from '#server/db/store.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { openTestApp, roleVerifier, type TestApp } from '../support/test-app.ts';

/** Endpoints that only this test has, so that each rule is tried whatever the contract holds. */
const samples: Endpoint[] = (['open', 'signed-in', 'administrator', 'developer'] as const).map((access) =>
  defineEndpoint({
    name: `sample-${access}`,
    summary: 'A sample',
    method: 'POST',
    path: `/api/sample-${access}`,
    access,
    body: z.object({ n: z.int() }),
    response: z.object({ n: z.int() }),
  }),
);

let store: Store;
let portal: TestApp;
const routes: string[] = [];

beforeAll(async () => {
  store = await openEmbeddedStore();
  portal = openTestApp(store, { verifier: roleVerifier });
  portal.app.addHook('onRoute', ({ url }) => {
    routes.push(url);
  });
  portal.app.register(async (scope) => {
    for (const sample of samples) registerEndpoint(scope, sample, async () => ({ n: 1 }));
  });
  await portal.app.ready();
});

afterAll(async () => {
  await portal?.close();
  await store?.close();
});

/** Calls an endpoint with invalid parameters and body: a caller without access gets 401 or 403, not 400. */
function call({ method, path }: Endpoint, token?: string): InjectOptions {
  return {
    method,
    url: path.replace(/:[a-z_]+/gi, '1'),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  };
}

const guarded = [...endpoints, ...samples].filter(({ access }) => access !== 'open');
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('access rules', () => {
  test.each(named([...endpoints, ...samples]))('%s is mounted', (_, { method, path }) => {
    expect(portal.app.hasRoute({ method, url: path })).toBe(true);
  });

  test('there is no route of the API beside the contract', () => {
    const own = ['/api/openapi.json'];
    const known = [...endpoints, ...samples].map(({ path }): string => path);
    const unknown = routes.filter(
      (path) =>
        path.startsWith('/api') &&
        !path.startsWith('/api/docs') &&
        !own.includes(path) &&
        !known.includes(path),
    );
    expect(unknown).toEqual([]);
    expect(routes).toEqual(expect.arrayContaining(known));
  });

  test.each(named(guarded))('%s refuses without a token', async (_, endpoint) => {
    const answer = await portal.send(call(endpoint));
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json()).toMatchObject({ status: 401, detail: 'Sign in to see this.' });
  });

  test.each(named([...endpoints, ...samples]))('%s refuses a bad token', async (_, endpoint) => {
    const answer = await portal.send(call(endpoint, 'forged'));
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  test.each(named(guarded.filter(({ access }) => access === 'administrator')))(
    '%s refuses who is no Administrator',
    async (_, endpoint) => {
      for (const role of ['User', 'Developer']) {
        expect((await portal.send(call(endpoint, role))).statusCode).toBe(403);
      }
    },
  );

  test.each([
    ['open', undefined, 200],
    ['open', 'User', 200],
    ['signed-in', 'User', 200],
    ['signed-in', 'Administrator', 200],
    ['administrator', 'Administrator', 200],
    ['administrator', 'User', 403],
    ['developer', 'Developer', 200],
    ['developer', 'Administrator', 403],
  ] satisfies [Access, string | undefined, number][])('%s for %s: %i', async (access, token, status) => {
    const headers = token ? { authorization: `bearer ${token}` } : {};
    const url = `/api/sample-${access}`;
    const answer = await portal.send({ method: 'POST', url, headers, payload: { n: 1 } });
    expect(answer.statusCode).toBe(status);
  });

  test('a token counts only as a bearer token in the header', async () => {
    const [method, url] = ['POST', '/api/sample-signed-in'] as const;
    for (const headers of [{ cookie: 'token=User' }, { authorization: 'Basic VXNlcg==' }]) {
      expect((await portal.send({ method, url, headers, payload: { n: 1 } })).statusCode).toBe(401);
    }
    expect((await portal.send({ method, url: `${url}?token=User`, payload: { n: 1 } })).statusCode).toBe(401);
  });

  test('a portal without a verifier knows nobody', async () => {
    const plain = openTestApp(store);
    const headers = { authorization: 'Bearer User' };
    expect((await plain.send({ url: '/api/public-map/layers', headers })).statusCode).toBe(401);
    await plain.close();
  });
});
