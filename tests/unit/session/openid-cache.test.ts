import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOpenIdCache, readStoredSession, sessionKey } from '#session/openid-cache.ts';
import { audiencesOf, toInitials, userFromClaims } from '#session/session-core.ts';
import { blockedStorage, createFakeStorage, fullStorage } from '../../support/fake-storage.ts';
import { forAll } from '../../support/for-all.ts';

const now = 1_800_000_000_000;
const key = sessionKey('portal');

const user = { id_token: 'x', decodedToken: { user: { sub: 'uma' } } };
const tokens = (expiresIn: number, body: object = { access_token: 'a', refresh_token: 'r' }) => ({
  body,
  expiresAt: now / 1000 + expiresIn,
});

/** Reads the session after the client has set these entries. */
function read(entries: Record<string, unknown>, clientId = 'portal') {
  const storage = createFakeStorage({});
  const cache = createOpenIdCache('portal', () => storage);
  for (const [name, entry] of Object.entries(entries)) cache.set(name, entry);
  return readStoredSession(storage, clientId, now);
}

describe('readStoredSession', () => {
  it.each([
    [{}, undefined],
    [{ user }, undefined],
    [{ api: tokens(3600) }, undefined],
    [{ user, api: tokens(3600) }, true],
    [{ user, api: tokens(59) }, false],
    [{ user, api: tokens(-9, { refresh_token: 'r' }) }, false],
    [{ user, api: tokens(3600, {}) }, undefined],
    [{ user: '{', api: tokens(3600) }, undefined],
  ])('of %j is fresh: %s', (entries, isFresh) => {
    expect(read(entries)?.isFresh).toBe(isFresh);
  });

  it('ignores the session of another client', () => {
    expect(read({ user, api: tokens(3600) }, 'other')).toBeUndefined();
  });

  it('ignores what is not JSON', () => {
    expect(readStoredSession(createFakeStorage({ [key]: '{' }), 'portal', now)).toBeUndefined();
  });

  it('never throws, whatever is stored', () =>
    forAll([fc.string(), fc.json(), fc.jsonValue()], 100, (text, json, value) => {
      for (const stored of [text, json]) {
        readStoredSession(createFakeStorage({ [key]: stored }), 'portal', now);
        const storage = createFakeStorage({ [key]: stored });
        createOpenIdCache('portal', () => storage).set('api', value);
      }
      read({ user: value, api: value });
      read({ user, api: value });
    }));
});

describe('the cache of the OpenID client', () => {
  it('returns the entries that were set', () => {
    const storage = createFakeStorage({ theme: 'DARK' });
    const cache = createOpenIdCache('portal', () => storage);
    expect(cache.allKeys?.()).toEqual([]);
    cache.set('a', { body: { access_token: 'a' }, expiresAt: 1 });
    cache.set('b', { id_token: 'b' });
    expect(cache.get('a')).toEqual({ body: { access_token: 'a' }, expiresAt: 1 });
    expect(cache.get('c')).toBeUndefined();
    expect(cache.allKeys?.()).toEqual(['a', 'b']);
    // Another tab reads the same storage.
    expect(createOpenIdCache('portal', () => storage).get('b')).toEqual({ id_token: 'b' });
  });

  it('removes the client’s session with its last entry, and nothing else', () => {
    const storage = createFakeStorage({ theme: 'DARK', [sessionKey('b')]: '1' });
    const cache = createOpenIdCache('portal', () => storage);
    cache.set('user', user);
    cache.set('api', tokens(3600));
    cache.remove('user');
    expect(readStoredSession(storage, 'portal', now)).toBeUndefined();
    cache.remove('api');
    expect(Object.keys(storage)).toEqual(['theme', sessionKey('b')]);
  });
});

describe('the cache of a browser that stores nothing', () => {
  it.each([
    ['blocked', blockedStorage],
    ['full', () => fullStorage()],
  ] as const)(
    'because its storage is %s holds the entries for the page, and names the fault',
    (fault, open) => {
      const cache = createOpenIdCache('portal', open);
      expect(cache.fault()).toBeUndefined();
      cache.set('user', user);
      cache.set('api', tokens(3600));
      expect(cache.fault()).toBe(fault);
      expect(cache.get('api')).toEqual(tokens(3600));
      expect(cache.allKeys?.()).toEqual(['user', 'api']);
      cache.remove('user');
      cache.remove('api');
      expect(cache.allKeys?.()).toEqual([]);
    },
  );

  it('leaves the session that was stored before, and returns the newer tokens', () => {
    const before = createFakeStorage({});
    const first = createOpenIdCache('portal', () => before);
    first.set('user', user);
    first.set('api', tokens(10));
    const storage = fullStorage(10, { [key]: before.getItem(key) ?? '' });
    const cache = createOpenIdCache('portal', () => storage);
    cache.set('api', tokens(3600));
    expect(cache.get('api')).toEqual(tokens(3600));
    expect(readStoredSession(storage, 'portal', now)?.claims).toEqual({ sub: 'uma' });
  });

  it('gives way to what another tab stores afterwards', () => {
    let open: () => Storage = () => fullStorage();
    const cache = createOpenIdCache('portal', () => open());
    cache.set('api', tokens(10));
    const storage = createFakeStorage({});
    open = () => storage;
    createOpenIdCache('portal', () => storage).set('api', tokens(3600));
    expect(cache.get('api')).toEqual(tokens(3600));
    cache.set('user', user);
    expect(cache.fault()).toBeUndefined();
  });
});

it.each([
  ['Uma User', 'UU'],
  ['Åsa van der Berg', 'ÅB'],
  ['demo@example.org', 'D'],
  ['', '?'],
  ['  ', '?'],
  ['𝒜da', '𝒜'],
])('the initials of %j are %s', (name, initials) => expect(toInitials(name)).toBe(initials));

it('derives the audiences from the roles', () => {
  const of = (roles: string[]) => {
    const someone = userFromClaims({ sub: 's', roles }, 'roles');
    return someone && audiencesOf(someone);
  };
  expect(of([])).toBe('signed-in');
  expect(of(['User'])).toBe('signed-in');
  expect(of(['Administrator', 'Developer'])).toBe('signed-in developer administrator');
});

it('paper has the organization of the claims', () => {
  const of = (claims: object) => userFromClaims({ sub: 's', ...claims }, 'roles')?.organization;
  expect(of({ organization: 'A Canal Company' })).toBe('A Canal Company');
  expect(of({ org_name: 'canal-company' })).toBe('canal-company');
  expect(of({})).toBe('');
});
