import { type SQL, sql } from 'drizzle-orm/sql';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { readAccountUser } from '#contract/account/account.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accessTokenPrefix, maxAccessTokens } from '#domain/access-token.ts';
import {
  createAccessToken,
  listAccessTokens,
  type NewAccessToken,
  revokeAccessToken,
} from '#features/tokens/contract.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import type { Verifier } from '#server/access/access-control.ts';
import { createPersonalTokens } from '#server/access/personal-tokens.ts';
import type { Queryable, Store } from '#server/db/store.ts';
import { allEndpoints } from '../../support/all-endpoints.ts';
import { describeEngines, openEmbeddedStore } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { closeAfter } from '../../support/set-up.ts';
import { openTestApp, roleVerifier, type TestApp } from '../../support/test-app.ts';

const today = todayInBasin(new Date());
const inDays = (count: number) => addDays(today, count);
const unlimited = { RATE_LIMIT_PER_MINUTE: '1000000' };
const unknownToken = `${accessTokenPrefix}${'A'.repeat(43)}`;
const notKnown = 'This access token is not known, or it was revoked. Create a new one.';

/** Knows the tokens of the roles, and `session-of-ada` and the like. */
const verifier: Verifier = {
  verify: async (token) =>
    token.startsWith('session-of-')
      ? { subject: token, roles: new Set(['User']) }
      : roleVerifier.verify(token),
};

function openPortal(store: Store, environment: Record<string, string> = unlimited): TestApp {
  return openTestApp(store, { verifier, environment, openProviders: ['USBR HydroMet'] });
}

async function createFor(
  portal: TestApp,
  token: string,
  { name = 'Nightly script', ends_on = inDays(30) } = {},
): Promise<NewAccessToken> {
  return portal.request(createAccessToken, { body: { name, ends_on } }, { token });
}

const endToken = (store: Store, id: string) =>
  store.query(sql`update access_token set ends_on = ${inDays(-1)}::text::date where id = ${id}::uuid`);

const isRead = ({ method, changesState }: Endpoint) => method === 'GET' && !changesState;
const hasRole = ({ access }: Endpoint) => access === 'administrator' || access === 'developer';
const isForAnyone = ({ access }: Endpoint) => access === 'open' || access === 'open-values';

/** What a kind of token gets of an endpoint: a refusal, or `answered`, whatever the rest of the request is worth. */
const kinds: Record<string, (endpoint: Endpoint) => 401 | 403 | 'answered'> = {
  none: (endpoint) => (isForAnyone(endpoint) ? 'answered' : 401),
  session: (endpoint) => (hasRole(endpoint) ? 403 : 'answered'),
  personal: (endpoint) => (isRead(endpoint) && !hasRole(endpoint) ? 'answered' : 403),
  expired: () => 401,
  revoked: () => 401,
  unknown: () => 401,
  'too short': () => 401,
  'too long': () => 401,
  'with a wrong character': () => 401,
  'of another portal': () => 401,
};

describe('every endpoint', async () => {
  const tokens: Record<string, string | undefined> = {
    session: 'User',
    unknown: unknownToken,
    'too short': unknownToken.slice(0, -1),
    'too long': `${unknownToken}A`,
    'with a wrong character': `${unknownToken.slice(0, -1)}.`,
    'of another portal': `ghp_${'A'.repeat(43)}`,
  };

  const store = closeAfter(await openEmbeddedStore());
  await insertFixture(store);
  const portal = closeAfter(openPortal(store));
  const [personal, expired, revoked] = await Promise.all(
    ['a', 'b', 'c'].map((name) => createFor(portal, 'Administrator', { name })),
  );
  tokens.personal = personal?.secret;
  tokens.expired = expired?.secret;
  tokens.revoked = revoked?.secret;
  await endToken(store, expired?.id ?? '');
  await portal.request(revokeAccessToken, { params: { id: revoked?.id ?? '' } }, { token: 'Administrator' });

  const cases = Object.entries(kinds).flatMap(([kind, expected]) =>
    allEndpoints.map((each) => {
      // What has tokens of its own takes none of these.
      const status = each.hasOwnTokens ? 401 : expected(each);
      return [kind, `${each.method} ${each.path}`, status, each] as const;
    }),
  );
  test.each(cases)('token %s, %s: %s', async (kind, _, expected, { method, path }) => {
    const token = tokens[kind];
    const answer = await portal.send({ method, url: path.replace(/:[a-z_]+/gi, '1') }, token);
    if (expected === 'answered') expect([401, 403, 429, 500]).not.toContain(answer.statusCode);
    else expect(answer.statusCode).toBe(expected);
    if (expected === 401) {
      expect(answer.headers['www-authenticate']).toBe(
        kind === 'none' ? 'Bearer' : 'Bearer error="invalid_token"',
      );
    }
  });

  test.each([
    ['expired', `This access token ended with ${inDays(-1)}. Create a new one.`],
    ['revoked', notKnown],
    ['unknown', notKnown],
    ['too short', notKnown],
    ['of another portal', 'Your sign-in is not valid or has expired. Sign in again.'],
  ])('says why a token is refused: %s', async (kind, detail) => {
    for (const url of ['/api/basket', '/api/health']) {
      expect((await portal.send(url, tokens[kind])).json()).toMatchObject({ status: 401, detail });
    }
  });

  test.each([
    ['PUT', '/api/basket', 'An access token may only read. Sign in to the portal to change something.'],
    ['POST', '/api/tokens', 'An access token may only read. Sign in to the portal to change something.'],
    [
      'GET',
      '/api/ingest-status',
      'An access token has no roles, and this needs the role Developer. Sign in to the portal.',
    ],
  ] as const)('says what a token may not do: %s %s', async (method, url, detail) => {
    expect((await portal.send({ method, url }, tokens.personal)).json()).toMatchObject({
      status: 403,
      detail,
    });
  });

  test('a token answers HEAD, and counts in the header only', async () => {
    const headers = { authorization: `bearer ${tokens.personal}` };
    expect((await portal.send({ method: 'HEAD', url: '/api/basket', headers })).statusCode).toBe(200);
    for (const wrong of [
      { cookie: `token=${tokens.personal}` },
      { authorization: `Basic ${tokens.personal}` },
    ]) {
      expect((await portal.send({ url: '/api/basket', headers: wrong })).statusCode).toBe(401);
    }
    expect((await portal.send(`/api/basket?token=${tokens.personal}`)).statusCode).toBe(401);
  });
});

const day = inDays(10);
const wrongBodies: readonly (readonly [string, unknown, string])[] = [
  ['no name', { ends_on: day }, 'body.name'],
  ['an empty name', { name: '', ends_on: day }, 'body.name'],
  ['a blank name', { name: ' \t ', ends_on: day }, 'body.name'],
  ['a name of 61 characters', { name: 'é'.repeat(61), ends_on: day }, 'body.name'],
  ['a name with a control character', { name: 'a\u0000b', ends_on: day }, 'body.name'],
  ['a name that is no text', { name: 7, ends_on: day }, 'body.name'],
  ['no end', { name: 'a' }, 'body.ends_on'],
  ['null as its end', { name: 'a', ends_on: null }, 'body.ends_on'],
  ['an empty end', { name: 'a', ends_on: '' }, 'body.ends_on'],
  ['an end that is no day', { name: 'a', ends_on: '2027-02-30' }, 'body.ends_on'],
  ['an end with a time', { name: 'a', ends_on: `${day}T00:00:00Z` }, 'body.ends_on'],
  ['an end as a number of days', { name: 'a', ends_on: 30 }, 'body.ends_on'],
  ['an end that is over', { name: 'a', ends_on: inDays(-1) }, 'body.ends_on'],
  ['an end after 367 days', { name: 'a', ends_on: inDays(367) }, 'body.ends_on'],
  ['an end in the year 9999', { name: 'a', ends_on: '9999-12-31' }, 'body.ends_on'],
  ['a list', [], 'body'],
  ['nothing', undefined, 'body'],
];

describeEngines('personal access tokens', async (open) => {
  const store = closeAfter(await open());
  const portal = closeAfter(openPortal(store));

  const list = (token: string) => portal.request(listAccessTokens, {}, { token });
  const statusOf = async (secret: string, url = '/api/basket') => (await portal.send(url, secret)).statusCode;

  test('are created, listed without their secret, used and revoked', async () => {
    const token = 'session-of-ada';
    const created = await createFor(portal, token, { name: '  Nightly \n script ', ends_on: day });
    expect(created.secret).toMatch(/^usrb_[\w-]{43}$/);
    const { secret, ...listed } = created;
    expect(listed).toMatchObject({
      name: 'Nightly script',
      starts_with: secret.slice(0, 11),
      ends_on: day,
      has_ended: false,
      last_used_at: null,
    });
    expect(Math.abs(Date.parse(listed.created_at) - Date.now())).toBeLessThan(60_000);
    expect(await list(token)).toEqual([listed]);

    expect(await portal.request(readAccountUser, {}, { token: secret })).toEqual({
      sub: token,
      roles: [],
      isDeveloper: false,
      isAdmin: false,
      isUser: false,
    });

    const answer = await portal.send({ method: 'DELETE', url: `/api/tokens/${listed.id}` }, token);
    expect([answer.statusCode, answer.json()]).toEqual([200, { id: listed.id }]);
    expect(await statusOf(secret)).toBe(401);
    expect(await list(token)).toEqual([]);
  });

  test('answer the creation with 201, and no cache may store it', async () => {
    const payload = { name: 'Of ben', ends_on: today };
    const answer = await portal.send({ method: 'POST', url: '/api/tokens', payload }, 'session-of-ben');
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('are stored as hashes, also in the audit log', async () => {
    const { secret } = await createFor(portal, 'session-of-cleo');
    const rows = await store.query(`select to_jsonb(t)::text as row from access_token t
      union all select to_jsonb(a)::text from audit_log a`);
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(11));
  });

  test.each(wrongBodies)('are not created with %s', async (_, payload, path) => {
    const headers = { 'content-type': 'application/json' };
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) };
    const options = { method: 'POST', url: '/api/tokens', headers, ...body } as const;
    const answer = await portal.send(options, 'session-of-dora');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).not.toBe('');
    if (path !== 'body') {
      expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain(path);
    }
    expect(await list('session-of-dora')).toEqual([]);
  });

  test('may end today and in 366 days, and have 60 characters', async () => {
    const token = 'session-of-eve';
    const { secret } = await createFor(portal, token, { ends_on: today });
    expect(await statusOf(secret)).toBe(200);
    const last = await createFor(portal, token, { name: '💧'.repeat(60), ends_on: inDays(366) });
    expect((await list(token))[0]).toMatchObject({ name: '💧'.repeat(60), ends_on: last.ends_on });
  });

  test('are at most 20, also when they are created at the same time', async () => {
    const token = 'session-of-finn';
    const attempts = Array.from({ length: maxAccessTokens + 3 }, () =>
      portal.send(
        { method: 'POST', url: '/api/tokens', payload: { name: 'One of many', ends_on: day } },
        token,
      ),
    );
    const answers = await Promise.all(attempts);
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(maxAccessTokens).fill(201), 409, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toBe(
      'You already have 20 access tokens. Revoke one to create another.',
    );
    const [first, second] = await list(token);
    await endToken(store, first?.id ?? '');
    expect(await createFor(portal, token)).toMatchObject({ has_ended: false });
    expect((await list(token)).filter(({ has_ended }) => has_ended)).toHaveLength(1);
    await portal.send({ method: 'DELETE', url: `/api/tokens/${second?.id}` }, token);
    await createFor(portal, token);
  });

  test('are dropped a month after they ended', async () => {
    const token = 'session-of-gus';
    const { id } = await createFor(portal, token);
    await store.query(
      sql`update access_token set ends_on = ${inDays(-31)}::text::date where id = ${id}::uuid`,
    );
    expect(await list(token)).toEqual([]);
    await createFor(portal, token);
    const rows = await store.query(sql`select id from access_token where id = ${id}::uuid`);
    expect(rows).toEqual([]);
  });

  test('of another person cannot be seen or revoked', async () => {
    const { id, secret } = await createFor(portal, 'session-of-hal');
    expect(await list('session-of-ida')).toEqual([]);
    for (const token of ['session-of-ida', 'Administrator', 'Developer']) {
      const answer = await portal.send({ method: 'DELETE', url: `/api/tokens/${id}` }, token);
      expect([answer.statusCode, answer.json().detail]).toEqual([404, 'Record not found.']);
    }
    expect(await statusOf(secret)).toBe(200);
  });

  test.each([
    ['/api/tokens/1', 400],
    ['/api/tokens/%27', 400],
    ['/api/tokens/00000000-0000-4000-8000-000000000001', 404],
  ])('are not revoked at %s', async (url, status) => {
    expect((await portal.send({ method: 'DELETE', url }, 'session-of-jo')).statusCode).toBe(status);
  });

  test('cannot create or revoke tokens', async () => {
    const { id, secret } = await createFor(portal, 'session-of-kim');
    const payload = { name: 'a', ends_on: day };
    expect((await portal.send({ method: 'POST', url: '/api/tokens', payload }, secret)).statusCode).toBe(403);
    expect((await portal.send({ method: 'DELETE', url: `/api/tokens/${id}` }, secret)).statusCode).toBe(403);
    expect(await list(secret)).toHaveLength(1);
  });

  test('say when they were last used, once an hour', async () => {
    const token = 'session-of-lea';
    const { id, secret } = await createFor(portal, token);
    const lastUse = async () => (await list(token))[0]?.last_used_at ?? null;
    const setUse = (text: string) =>
      store.query(
        sql`update access_token set last_used_at = now() - ${text}::text::interval where id = ${id}::uuid`,
      );
    expect(await lastUse()).toBeNull();
    expect(await statusOf(secret)).toBe(200);
    expect(Date.now() - Date.parse((await lastUse()) ?? '')).toBeLessThan(60_000);

    await setUse('59 minutes');
    const before = await lastUse();
    const another = openPortal(store);
    expect((await another.send('/api/basket', secret)).statusCode).toBe(200);
    await another.close();
    expect(await lastUse()).toBe(before);

    await setUse('61 minutes');
    const third = openPortal(store);
    expect((await third.send('/api/basket', secret)).statusCode).toBe(200);
    await third.close();
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
  });

  test('are revoked in every process within 5 seconds', async () => {
    const { id, secret } = await createFor(portal, 'session-of-max');
    let time = 0;
    const elsewhere = createPersonalTokens(store, { now: () => time });
    expect(await elsewhere.verify(secret)).toMatchObject({ subject: 'session-of-max', personalToken: id });
    await portal.send({ method: 'DELETE', url: `/api/tokens/${id}` }, 'session-of-max');
    expect(await statusOf(secret)).toBe(401);
    time = 4999;
    await expect(elsewhere.verify(secret)).rejects.toThrow(notKnown);
  });

  test('ask the database rarely, and with one statement at a time', async () => {
    const { secret } = await createFor(portal, 'session-of-ned');
    let [asked, running, highest] = [0, 0, 0];
    const counted: Queryable = {
      query: (async (statement: SQL, row: z.ZodMiniType) => {
        asked += 1;
        running += 1;
        highest = Math.max(highest, running);
        const rows = await store.query(statement, row);
        running -= 1;
        return rows;
      }) as Queryable['query'],
    };
    const tokens = createPersonalTokens(counted);
    await tokens.verify(secret);
    const before = asked;
    for (let count = 0; count < 100; count += 1) await tokens.verify(secret);
    expect(asked).toBe(before);
    const guesses = Array.from(
      { length: 500 },
      (_, at) => `${accessTokenPrefix}${String(at).padStart(43, '0')}`,
    );
    const outcomes = await Promise.allSettled([secret, ...guesses].map((each) => tokens.verify(each)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(highest).toBe(1);
    expect(asked - before).toBeLessThanOrEqual(2);
  });

  test('are a 503 while the database does not answer, and valid again afterwards', {
    tags: ['full'],
  }, async () => {
    const { secret } = await createFor(portal, 'session-of-olga');
    let isDown = true;
    const failing: Queryable = {
      query: ((statement: SQL, row: z.ZodMiniType) =>
        isDown ? new Promise(() => {}) : store.query(statement, row)) as Queryable['query'],
    };
    const tokens = createPersonalTokens(failing, { timeoutMs: 1000 });
    await expect(tokens.verify(secret)).rejects.toMatchObject({ statusCode: 503 });
    isDown = false;
    expect(await tokens.verify(secret)).toMatchObject({ subject: 'session-of-olga' });
  });

  test('are created at most 30 times within an hour', async () => {
    const token = 'session-of-quin';
    const create = (name: string) =>
      portal.send({ method: 'POST', url: '/api/tokens', payload: { name, ends_on: day } }, token);
    for (let count = 0; count < 30; count += 1) {
      const { statusCode, body } = await create(`Token ${count}`);
      expect(statusCode).toBe(201);
      await portal.send({ method: 'DELETE', url: `/api/tokens/${JSON.parse(body).id}` }, token);
    }
    const refused = await create('One too many');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect(refused.json().detail).toMatch(
      /^You have created 30 access tokens within an hour\. Try again in \d+ s\.$/,
    );
    await createFor(portal, 'session-of-rita');
  });

  describe('share the budget of their owner', () => {
    /** The processes on one database share their counts, so no other test has these people and this address. */
    const from = (strict: TestApp, token: string) =>
      strict.send({ url: '/api/basket', remoteAddress: '10.9.8.7' }, token);

    test('so that ten of them in turn get what one gets', async () => {
      await using strict = openPortal(store, { RATE_LIMIT_PER_MINUTE: '60' });
      const creations = Array.from({ length: 10 }, (_, at) =>
        createFor(strict, 'session-of-pia', { name: `Token ${at}` }),
      );
      const secrets = (await Promise.all(creations)).map(({ secret }) => secret);
      const statuses: number[] = [];
      for (let count = 0; count < 750; count += 1) {
        statuses.push((await from(strict, secrets[count % 10] ?? '')).statusCode);
      }
      expect([...Map.groupBy(statuses, (each) => each)].map(([status, all]) => [status, all.length])).toEqual(
        [
          // Creating the tokens has spent 10.
          [200, 50],
          [429, 700],
        ],
      );
      const refused = await from(strict, 'session-of-pia');
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.json().detail).toMatch(/^Too many requests\. Try again in \d+ s\.$/);
      expect((await from(strict, 'session-of-sam')).statusCode).toBe(200);
    });

    test('but a refused token counts as its address', async () => {
      await using strict = openPortal(store, { RATE_LIMIT_PER_MINUTE: '6' });
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        statuses.push((await from(strict, unknownToken)).statusCode);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    });
  });
});
