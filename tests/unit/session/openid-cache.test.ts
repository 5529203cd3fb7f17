import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStoredSession, removeStoredSession } from '#session/openid-cache.ts';
import { audiencesOf, toInitials, userFromClaims } from '#session/user.ts';

const now = 1_800_000_000_000;
const prefix = '@@auth0spajs@@::portal::';

/** Enough of a browser's storage. */
function createFakeStorage(entries: Record<string, string>): Storage {
  const items: Record<string, string> = { ...entries };
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    key: (index: number) => Object.keys(items)[index] ?? null,
    setItem: (name: string, value: string) => Object.assign(items, { [name]: value }),
    removeItem: (name: string) => {
      delete items[name];
    },
    clear: () => {},
  };
  return new Proxy(methods as unknown as Storage, {
    get: (target, name) => (name === 'length' ? Object.keys(items).length : Reflect.get(target, name)),
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: (_, name) => ({
      value: items[String(name)],
      configurable: true,
      enumerable: true,
      writable: true,
    }),
  });
}

const user = JSON.stringify({ id_token: 'x', decodedToken: { user: { sub: 'uma' } } });
const tokens = (expiresIn: number, body: object = { access_token: 'a', refresh_token: 'r' }) =>
  JSON.stringify({ body, expiresAt: now / 1000 + expiresIn });

describe('readStoredSession', () => {
  it.each([
    [{}, undefined],
    [{ [`${prefix}@@user@@`]: user }, undefined],
    [{ [`${prefix}api::openid`]: tokens(3600) }, undefined],
    [{ [`${prefix}@@user@@`]: user, [`${prefix}api::openid`]: tokens(3600) }, true],
    [{ [`${prefix}@@user@@`]: user, [`${prefix}api::openid`]: tokens(59) }, false],
    [{ [`${prefix}@@user@@`]: user, [`${prefix}api::openid`]: tokens(-9, { refresh_token: 'r' }) }, false],
    [{ [`${prefix}@@user@@`]: user, [`${prefix}api::openid`]: tokens(3600, {}) }, undefined],
    [{ [`${prefix}@@user@@`]: '{', [`${prefix}api::openid`]: tokens(3600) }, undefined],
    [
      { '@@auth0spajs@@::other::@@user@@': user, '@@auth0spajs@@::other::api::openid': tokens(3600) },
      undefined,
    ],
  ])('of %j is fresh: %s', (entries, isFresh) => {
    expect(readStoredSession(createFakeStorage(entries), 'portal', now)?.isFresh).toBe(isFresh);
  });

  it('never throws, whatever is stored', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (one, other) => {
        readStoredSession(
          createFakeStorage({ [`${prefix}@@user@@`]: other, [`${prefix}api`]: one }),
          'portal',
          now,
        );
        readStoredSession(
          createFakeStorage({ [`${prefix}@@user@@`]: user, [`${prefix}api`]: other }),
          'portal',
          now,
        );
      }),
    );
  });
});

it('forgetStoredSession removes what is the client’s, and nothing else', () => {
  const storage = createFakeStorage({
    [`${prefix}@@user@@`]: user,
    [`${prefix}api`]: 'x',
    theme: 'DARK',
    '@@auth0spajs@@::b::x': '1',
  });
  removeStoredSession(storage, 'portal');
  expect(Object.keys(storage)).toEqual(['theme', '@@auth0spajs@@::b::x']);
});

it.each([
  ['Uma User', 'UU'],
  ['Åsa van der Berg', 'ÅB'],
  ['demo@example.org', 'D'],
  ['', '?'],
  ['  ', '?'],
  ['𝒜da', '𝒜'],
])('the initials of %j are %s', (name, initials) => expect(toInitials(name)).toBe(initials));

it('audiences follow the roles', () => {
  const of = (roles: string[]) => {
    const someone = userFromClaims({ sub: 's', roles }, 'roles');
    return someone && audiencesOf(someone);
  };
  expect(of([])).toBe('signed-in');
  expect(of(['User'])).toBe('signed-in');
  expect(of(['Administrator', 'Developer'])).toBe('signed-in developer administrator');
});
