import { describe, expect, test } from 'vitest';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { allEndpoints } from '../support/all-endpoints.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { joinParts } from '../support/feature-parts.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { sharePortal } from '../support/shared-store.ts';
import { roleVerifier } from '../support/test-app.ts';

const id = '00000000-0000-4000-8000-000000000001';
const values = joinParts((each) => each.values);
const writing = allEndpoints.filter(
  ({ method, isUpload, hasOwnTokens }) => method !== 'GET' && !isUpload && !hasOwnTokens,
);

const { portal } = sharePortal(openEmbeddedStore, {
  insert: insertFixture,
  verifier: {
    verify: async (token) =>
      token === 'everything'
        ? { subject: 'test|all', roles: new Set(['Administrator', 'Developer', 'User']) }
        : roleVerifier.verify(token),
  },
  environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  internalIngest: { secret: 'secret', runner: createImportRunner(async () => ({ status: 'succeeded' })) },
});

const send = (method: string, url: string, payload: object, headers: Record<string, string> = {}) =>
  portal.send({
    method: method as 'POST',
    url,
    payload,
    headers: { authorization: 'Bearer everything', ...headers },
  });

const pathsOf = (answer: { json(): { errors?: { path: string }[] } }) =>
  (answer.json().errors ?? []).map(({ path }) => path);

describe('a key that is not known', () => {
  test.each(writing.map(({ method, path }) => [method, path] as const))(
    'is refused by %s %s, which names it',
    async (method, path) => {
      const url = path.replace(/:([a-z_]+)/g, (_, name: string) => values[name] ?? id);
      const answer = await send(method, url, { misspelled: 1 });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().detail).toContain('body.misspelled: is not known');
      expect(pathsOf(answer)).toContain('body.misspelled');
    },
  );

  test.each<[what: string, method: string, url: string, body: object, path: string]>([
    [
      'coordinates',
      'POST',
      '/api/locations',
      { coordinates: { latitude_dd: 43, longitude_dd: -112, altitude: 1 } },
      'body.coordinates.altitude',
    ],
    [
      'an import from the command line',
      'POST',
      '/internal/ingest',
      { source: 'usgs', force: true },
      'body.force',
    ],
    ['a record, which keeps its id', 'PUT', `/api/datasets/${id}/silent`, { title: 'x' }, 'body.title'],
  ])('is refused within %s', async (_, method, url, body, path) => {
    const answer = await send(method, url, body, { 'x-portal-secret': 'secret' });
    expect(answer.statusCode).toBe(400);
    expect(pathsOf(answer)).toContain(path);
  });

  test('is named without what could not be read, and at most ten times', async () => {
    const keys = Array.from({ length: 40 }, (_, at) => [`${'x'.repeat(200)}\u202e${at}`, at]);
    const answer = await send('PUT', '/api/timeseries-user-filters', Object.fromEntries(keys));
    const named = pathsOf(answer).filter((path) => path.startsWith('body.x'));
    expect(named).toHaveLength(10);
    expect(named[0]).toBe(`body.${'x'.repeat(60)}`);
  });
});

describe('the specified bodies are accepted', () => {
  test('of filters, and of a call that takes none', async () => {
    const filters = {
      user_uuid: 'test|all',
      huc8s: [1],
      parameter_left: 1,
      parameter_right: null,
      locations_left: [1],
      locations_right: [],
      start_date: null,
      end_date: null,
    };
    expect((await send('PUT', '/api/timeseries-user-filters', filters)).statusCode).toBe(200);
    expect((await send('DELETE', `/api/datasets/${id}`, {})).statusCode).toBe(404);
  });
});
