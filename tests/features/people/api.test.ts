import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm/sql';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import {
  blockPerson,
  endAccessToken,
  endSessions,
  listPeople,
  removePerson,
} from '#features/people/contract.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import type { Verifier } from '#server/access/access-control.ts';
import { createPeople } from '#server/access/people.ts';
import { createPersonalTokens } from '#server/access/personal-tokens.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertToken } from '../../support/personal-token.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp, requesterAs, roleVerifier } from '../../support/test-app.ts';
import { openAppWithIdentity, TestBrowser } from '../../support/test-browser.ts';

const unlimited = { RATE_LIMIT_PER_MINUTE: '1000000' };

/** A tenant, which has people whose subject is their token. */
const tenant: Verifier = {
  verify: async (token) =>
    token.startsWith('auth0|')
      ? { subject: token, roles: new Set(['User']) }
      : token === 'Second'
        ? { subject: 'test|Developer', roles: new Set(['Administrator']) }
        : roleVerifier.verify(token),
};

describeEngines('the people of a portal', (open) => {
  const folder = temporaryFolder('people');
  const { store, portal } = sharePortal(open, { verifier: tenant, environment: unlimited });
  const asAdministrator = requesterAs(portal, 'Administrator');

  const send = (options: InjectOptions, token: string, at = portal) => at.send(options, token);
  const statusOf = async (token: string, at = portal) =>
    (await send({ url: '/api/basket' }, token, at)).statusCode;
  const createTokenOf = async (subject: string, days?: number) => {
    await statusOf(subject);
    return insertToken(store, subject, days);
  };
  const people = () => asAdministrator(listPeople, {});
  const personOf = async (subject: string) => (await people()).find((each) => each.subject === subject);
  /** Also makes the portal ask again. */
  async function setLastSeen(subject: string, ago: string) {
    await store.query(
      sql`update person set last_seen_at = now() - ${ago}::text::interval where subject = ${subject}`,
    );
  }

  test('are known once they have signed in, with their tokens', async () => {
    expect(await personOf('auth0|ann')).toBeUndefined();
    expect(await statusOf('auth0|ann')).toBe(200);
    const { id, secret } = await createTokenOf('auth0|ann');
    expect(await personOf('auth0|ann')).toEqual({
      subject: 'auth0|ann',
      last_seen_at: expect.any(String),
      is_blocked: false,
      sessions: null,
      tokens: [
        {
          id,
          name: 'Script',
          starts_with: secret.slice(0, 11),
          created_at: expect.any(String),
          ends_on: addDays(todayInBasin(new Date()), 60),
          has_ended: false,
          last_used_at: null,
        },
      ],
    });
  });

  test('are noted once an hour, by their sessions and not by their scripts', async () => {
    const { secret } = await createTokenOf('auth0|bea');
    await setLastSeen('auth0|bea', '59 minutes');
    const before = (await personOf('auth0|bea'))?.last_seen_at;
    await createPeople(store).admit('auth0|bea');
    expect((await personOf('auth0|bea'))?.last_seen_at).toBe(before);
    await setLastSeen('auth0|bea', '3 days');
    expect(await statusOf(secret)).toBe(200);
    expect(Date.parse((await personOf('auth0|bea'))?.last_seen_at ?? '')).toBeLessThan(
      Date.parse(before ?? ''),
    );
    await createPeople(store).admit('auth0|bea');
    expect(Date.parse((await personOf('auth0|bea'))?.last_seen_at ?? '')).toBeGreaterThan(
      Date.parse(before ?? ''),
    );
  });

  test.each([
    ['89 days', true],
    ['91 days', false],
  ])('who were last seen %s ago have scripts that may read: %s', async (ago, mayRead) => {
    const subject = `auth0|absent-for-${Number.parseInt(ago, 10)}`;
    const { secret } = await createTokenOf(subject);
    await setLastSeen(subject, ago);
    const outcome = createPersonalTokens(store).verify(secret);
    if (mayRead) expect(await outcome).toMatchObject({ subject });
    else {
      await expect(outcome).rejects.toThrow(
        'This access token ended because its owner has not signed in for 90 days. Create a new one.',
      );
    }
    expect((await personOf(subject))?.tokens[0]?.has_ended).toBe(!mayRead);
    // Who comes back finds the token ended, and stays without it.
    await createPeople(store).admit(subject);
    expect((await personOf(subject))?.tokens[0]?.has_ended).toBe(!mayRead);
    const again = createPersonalTokens(store).verify(secret);
    if (mayRead) expect(await again).toMatchObject({ subject });
    else await expect(again).rejects.toMatchObject({ statusCode: 401 });
  });

  test('who are blocked are refused at once, elsewhere within 5 seconds', async () => {
    const subject = 'auth0|cid';
    const { secret } = await createTokenOf(subject);
    expect([await statusOf(subject), await statusOf(secret)]).toEqual([200, 200]);
    const elsewhere = openTestApp(store, { verifier: tenant, environment: unlimited });
    await asAdministrator(blockPerson, { params: { subject }, body: { is_blocked: true } });
    const refused = await send({ url: '/api/version' }, subject);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      403,
      'This account has been blocked. Ask whoever runs the portal.',
    ]);
    expect(await statusOf(secret)).toBe(401);
    expect([await statusOf(subject, elsewhere), await statusOf(secret, elsewhere)]).toEqual([403, 401]);
    await elsewhere.close();
    expect(await personOf(subject)).toMatchObject({ is_blocked: true, tokens: [{ has_ended: true }] });

    await asAdministrator(blockPerson, { params: { subject }, body: { is_blocked: false } });
    expect(await statusOf(subject)).toBe(200);
    // A token that has ended does not come back.
    expect(await statusOf(secret)).toBe(401);
  });

  test('lose a token that an administrator ends', async () => {
    const subject = 'auth0|dan';
    const { id, secret } = await createTokenOf(subject);
    expect(await statusOf(secret)).toBe(200);
    await asAdministrator(endAccessToken, { params: { subject, id } });
    expect(await statusOf(secret)).toBe(401);
    expect((await personOf(subject))?.tokens).toEqual([]);
    const [entry] = await store.query(
      sql`select actor, action from audit_log where entity = 'access_token' and entity_id = ${id}
        and action = 'delete'`,
    );
    expect(entry).toEqual({ actor: 'test|Administrator', action: 'delete' });
  });

  /** Sends a call whose body is held back until something has happened. */
  async function sendLate(
    options: InjectOptions,
    token: string,
    body: object,
    happen: () => Promise<unknown>,
  ) {
    const text = JSON.stringify(body);
    const payload = new PassThrough();
    payload.write(text.slice(0, 5));
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
    const answer = send({ ...options, payload, headers }, token);
    await happen();
    payload.end(text.slice(5));
    return answer;
  }

  test('who are blocked while their call arrives do nothing any more', async () => {
    const subject = 'auth0|fay';
    await statusOf(subject);
    const block = () => asAdministrator(blockPerson, { params: { subject }, body: { is_blocked: true } });
    const token = { name: 'Script', ends_on: addDays(todayInBasin(new Date()), 366) };
    const answer = await sendLate({ method: 'POST', url: '/api/tokens' }, subject, token, block);
    expect(answer.statusCode).toBe(403);
    expect((await personOf(subject))?.tokens).toEqual([]);
  });

  test('block each other one after the other', async () => {
    const url = (role: string) => `/api/people/${encodeURIComponent(`test|${role}`)}/block`;
    const other = 'test|Developer';
    await statusOf('Developer');
    const blockedBack = await sendLate(
      { method: 'PUT', url: url('Administrator') },
      'Second',
      { is_blocked: true },
      () => asAdministrator(blockPerson, { params: { subject: other }, body: { is_blocked: true } }),
    );
    expect(blockedBack.statusCode).toBe(403);
    expect(await personOf('test|Administrator')).toMatchObject({ is_blocked: false });
    await asAdministrator(blockPerson, { params: { subject: other }, body: { is_blocked: false } });
  });

  test('who are blocked have no living tokens, whenever these were made, and stay blocked when removed', async () => {
    const subject = 'auth0|gus';
    const { secret } = await createTokenOf(subject);
    await store.query(sql`update person set blocked_at = now() where subject = ${subject}`);
    await expect(createPersonalTokens(store).verify(secret)).rejects.toThrow(
      'This access token ended because the account of its owner is blocked.',
    );
    expect((await personOf(subject))?.tokens[0]?.has_ended).toBe(true);
    await asAdministrator(removePerson, { params: { subject } });
    expect(await statusOf(subject)).toBe(403);
    expect(await personOf(subject)).toMatchObject({ is_blocked: true, tokens: [] });
  });

  test('who leave are forgotten with their tokens', async () => {
    const subject = 'auth0|eva';
    const { secret } = await createTokenOf(subject);
    await asAdministrator(removePerson, { params: { subject } });
    expect(await statusOf(secret)).toBe(401);
    expect(await personOf(subject)).toBeUndefined();
    expect(await store.query(sql`select from access_token where subject = ${subject}`)).toEqual([]);
  });

  test.each([
    ['nobody', 'DELETE', '/api/people/auth0%7Cnobody', undefined, 404],
    ['nobody’s block', 'PUT', '/api/people/auth0%7Cnobody/block', { is_blocked: true }, 404],
    ['no word', 'PUT', '/api/people/auth0%7Cann/block', {}, 400],
    ['another word', 'PUT', '/api/people/auth0%7Cann/block', { is_blocked: 'yes' }, 400],
    ['one’s own account', 'PUT', '/api/people/test%7CAdministrator/block', { is_blocked: true }, 409],
    ['one’s own account', 'DELETE', '/api/people/test%7CAdministrator', undefined, 409],
    ['sessions of a tenant', 'DELETE', '/api/people/auth0%7Cann/sessions', undefined, 409],
    ['no token', 'DELETE', '/api/people/auth0%7Cann/tokens/1', undefined, 400],
    [
      'another’s token',
      'DELETE',
      '/api/people/auth0%7Cann/tokens/00000000-0000-4000-8000-000000000001',
      undefined,
      404,
    ],
    ['a zero byte', 'DELETE', '/api/people/a%00b', undefined, 400],
  ] as const)('are not changed by %s: %s %s', async (_, method, url, payload, status) => {
    expect((await send({ method, url, ...(payload && { payload }) }, 'Administrator')).statusCode).toBe(
      status,
    );
    expect(await personOf('auth0|ann')).toMatchObject({ is_blocked: false });
  });

  test('have sessions of the built-in sign-in, which an administrator ends', { tags: ['full'] }, async () => {
    const own = await openAppWithIdentity(store, folder);
    const visit = () => new TestBrowser(own.app);
    const { access_token: admin } = await visit().signIn('administrator@example.org');
    const browser = visit();
    const { access_token: token } = await browser.signIn('user@example.org');
    await visit().signIn('user@example.org');
    const list = () => own.request(listPeople, {}, { token: admin });
    const sessionsOf = async (subject: string) =>
      (await list()).find((each) => each.subject === subject)?.sessions;
    expect(await statusOf(token, own)).toBe(200);
    expect(await sessionsOf('demo|user')).toBe(2);
    await own.request(endSessions, { params: { subject: 'demo|user' } }, { token: admin });
    expect(await statusOf(token, own)).toBe(401);
    expect(await sessionsOf('demo|user')).toBe(0);
    expect(await statusOf(admin, own)).toBe(200);
    // The browser has to sign in again.
    const { answer } = await browser.authorize();
    expect(String(answer.headers.location)).toContain('/interaction/');
    await own.close();
  });
});
