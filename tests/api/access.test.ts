import { sql } from 'drizzle-orm/sql';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { models } from '#config/models/index.ts';
import { type Access, defineEndpoint, type Endpoint } from '#contract/endpoint.ts';
import { nameOf } from '#contract/index.ts';
import { isInput } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { allEndpoints as endpoints } from '../support/all-endpoints.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { joinParts } from '../support/feature-parts.ts';
import { uploadTo } from '../support/file-portal.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

/** Endpoints that only this test has, so that each rule is tried whatever the contract holds. */
const samples: Endpoint[] = (['open', 'open-values', 'signed-in', 'administrator', 'developer'] as const).map(
  (access) =>
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

const routes: string[] = [];

const store = closeAfter(await openEmbeddedStore());
const folder = temporaryFolder('access');
const storage = openFolderStorage(folder);
const portal = closeAfter(openTestApp(store, { storage }));
portal.app.addHook('onRoute', ({ url }) => {
  routes.push(url);
});
portal.app.register(async (scope) => {
  for (const sample of samples) registerEndpoint(scope, sample, async () => ({ n: 1 }));
});
await portal.app.ready();

/** Calls an endpoint with invalid parameters and body: a caller without access gets 401 or 403, not 400. */
const call = ({ method, path }: Endpoint) => ({ method, url: path.replace(/:[a-z_]+/gi, '1') });

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
    // Files of data answer in plain text unless the caller wants JSON.
    const answer = await portal.send({ ...call(endpoint), headers: { accept: 'application/json' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json()).toMatchObject({ status: 401, detail: 'Sign in to see this.' });
  });

  test.each(named([...endpoints, ...samples]))('%s refuses a bad token', async (_, endpoint) => {
    const answer = await portal.send(call(endpoint), 'forged');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  test.each(named(guarded.filter(({ access }) => access === 'administrator' || access === 'developer')))(
    '%s refuses everybody else',
    async (_, endpoint) => {
      for (const role of ['User', 'Developer', 'Administrator']) {
        if (role.toLowerCase() === endpoint.access) continue;
        expect((await portal.send(call(endpoint), role)).statusCode).toBe(403);
      }
    },
  );

  test('whoever is signed in may change what is their own; the rest is for Administrators and Developers', () => {
    const ofFeatures = joinParts((each) => each.mayChange);
    const mayChange = (endpoint: Endpoint): Access => {
      const { path } = endpoint;
      const own = ofFeatures[nameOf(endpoint)];
      if (own) return own;
      if (/^\/api\/(imports|demonstration|bulk)\b/.test(path)) return 'developer';
      if (path.startsWith('/api/auth/') || path === '/api/page-errors') return 'open';
      return /^\/api\/timeseries-user-filters/.test(path) ? 'signed-in' : 'administrator';
    };
    const changes = endpoints.filter(
      ({ method, path }) => method !== 'GET' || /\/(publish|unpublish|enable|disable)$/.test(path),
    );
    expect(named(changes).map(([name, { access }]) => [name, access])).toEqual(
      named(changes).map(([name, endpoint]) => [name, mayChange(endpoint)]),
    );
  });

  test.each([
    ['open', undefined, 200],
    ['open', 'User', 200],
    ['open-values', 'User', 200],
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
    await using plain = openTestApp(store, { verifier: undefined });
    expect((await plain.send('/api/public-map/layers', 'User')).statusCode).toBe(401);
  });
});

const hasFile = (model: Model) =>
  model.fields.some((field) => isInput(field) && field.kind === 'CUSTOM' && field.custom === 'file');

/** Who asks, whom the model lets read, and what comes back: statuses, and which of two records the lists have. */
const readers = [
  ['nobody', 'open', { record: 200, draft: 404, file: 200, draftFile: 404, lists: ['Published'] }],
  ['User', 'open', { record: 200, draft: 404, file: 200, draftFile: 404, lists: ['Published'] }],
  ['Developer', 'open', { record: 200, draft: 404, file: 200, draftFile: 404, lists: ['Published'] }],
  [
    'Administrator',
    'open',
    { record: 200, draft: 200, file: 200, draftFile: 200, lists: ['Published', 'Draft'] },
  ],
  ['nobody', 'signed-in', { record: 401, draft: 401, file: 401, draftFile: 404, lists: 401 }],
  ['User', 'signed-in', { record: 200, draft: 404, file: 200, draftFile: 404, lists: ['Published'] }],
  ['Developer', 'signed-in', { record: 200, draft: 404, file: 200, draftFile: 404, lists: ['Published'] }],
  [
    'Administrator',
    'signed-in',
    { record: 200, draft: 200, file: 200, draftFile: 200, lists: ['Published', 'Draft'] },
  ],
] as const;

describe.each(models.map((model) => [model.name, model] as const))('who reads %s', (name, model) => {
  const ids = { Published: '', Draft: '' };
  const files = { Published: '', Draft: '' };

  beforeAll(async () => {
    for (const [title, status] of [
      ['Published', 2],
      ['Draft', 1],
    ] as const) {
      const upload = await uploadTo(portal, `${title}.txt`, `${title} ${name}`);
      files[title] = upload.json().id;
      ids[title] = crypto.randomUUID();
      const content = { [model.titleField]: title, ...(hasFile(model) && { file: upload.json() }) };
      await store.query(
        sql`insert into ${sql.identifier(model.table)}
            (id, status_id, content, created_at, created_by, updated_at, updated_by)
          values (${ids[title]}::uuid, ${status}, ${JSON.stringify(content)}::text::jsonb, now(), 'a', now(), 'a')`,
      );
    }
  });

  test('as its declaration says', () => {
    expect(['open', 'signed-in']).toContain(model.mayRead);
  });

  test.each(readers.filter(([, mayRead]) => mayRead === model.mayRead))(
    '%s, %s',
    async (who, _, expected) => {
      const send = (url: string) => portal.send(url, who === 'nobody' ? undefined : who);
      const status = async (url: string) => (await send(url)).statusCode;
      expect(await status(`/api/${name}/${ids.Published}`)).toBe(expected.record);
      expect(await status(`/api/${name}/${ids.Draft}`)).toBe(expected.draft);
      if (hasFile(model)) {
        expect(await status(`/api/files/${files.Published}`)).toBe(expected.file);
        expect(await status(`/api/files/${files.Draft}`)).toBe(expected.draftFile);
      }
      const [json, csv] = [await send(`/api/${name}`), await send(`/api/${name}?format=csv`)];
      if (expected.lists === 401) {
        for (const answer of [json, csv]) {
          expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
        }
        return;
      }
      const titles = json.json().map((record: Record<string, unknown>) => record[model.titleField]);
      expect(titles.toSorted()).toEqual(expected.lists.toSorted());
      expect(csv.headers['content-type']).toMatch(/^text\/csv/);
      for (const title of ['Published', 'Draft'] as const) {
        expect(csv.body.includes(ids[title]), title).toBe(expected.lists.some((each) => each === title));
      }
      const published = await send(`/api/${name}?only=published`);
      expect(published.json().map(({ id }: { id: string }) => id)).toEqual([ids.Published]);
      expect(await status(`/api/${name}?format=xml`)).toBe(400);
    },
  );
});
