import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { StoredSession } from '#session/openid-cache.ts';
import {
  createSession,
  type IdentityClient,
  onUserChange,
  type SessionDependencies,
  TokenUnavailable,
  userFromClaims,
} from '#session/session-core.ts';
import { forAll } from '../../support/for-all.ts';

const rolesClaim = 'https://portal/roles';
const uma = { sub: 'uma', name: 'Uma', [rolesClaim]: ['User'] };
const ada = { sub: 'ada', name: 'Ada', [rolesClaim]: ['Administrator'] };

type TokenOutcome = string | undefined | Error;

/** Creates a session with a fake client; the test settles each of its token requests. */
function start(stored: StoredSession | undefined, { isGuarded = false, isLoadable = true } = {}) {
  const waiting: ((answer: TokenOutcome) => void)[] = [];
  const storage = { stored };
  const client: IdentityClient = {
    getToken: () =>
      new Promise((resolve, reject) => {
        waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
    signIn: vi.fn(async () => {}),
    finishSignIn: async () => {
      storage.stored = { claims: uma, isFresh: true };
      return '/map';
    },
    signOut: async () => {
      storage.stored = undefined;
    },
  };
  const loadClient = vi.fn(async () => {
    if (!isLoadable) throw new TypeError('Failed to fetch dynamically imported module');
    return client;
  });
  const dependencies: SessionDependencies = {
    loadClient,
    readStored: () => storage.stored,
    clearStored: () => {
      storage.stored = undefined;
    },
    toUser: (claims) => userFromClaims(claims, rolesClaim),
    isGuarded: () => isGuarded,
    reloadPage: vi.fn(),
  };
  const session = createSession(dependencies);
  session.$session.subscribe(() => {});
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  /** Settles the token request that some work makes. */
  async function answer<T>(work: Promise<T>, outcome: TokenOutcome): Promise<T> {
    await tick();
    waiting.shift()?.(outcome);
    return work;
  }
  const { reloadPage } = dependencies;
  return {
    session,
    loadClient,
    waiting,
    storage,
    tick,
    answer,
    reloadPage,
    now: () => session.$session.get(),
  };
}

const signedIn = (options?: Parameters<typeof start>[1]) => start({ claims: uma, isFresh: true }, options);
const oauth = (code: string) => Object.assign(new Error(code), { error: code });

describe('a visitor', () => {
  it('has no token, and the client is never loaded', async () => {
    const { session, loadClient, now } = start(undefined);
    expect(now()).toEqual({ status: 'visitor' });
    expect(await session.accessToken()).toBeUndefined();
    expect(await session.accessToken({ forced: true })).toBeUndefined();
    await session.settle();
    expect(await session.signOut()).toBe(false);
    expect(loadClient).not.toHaveBeenCalled();
    expect(session.$admitted.get()).toBe(false);
  });
});

describe('a stored session', () => {
  it('that is fresh signs in at once, without the client', async () => {
    const { session, loadClient, now } = signedIn();
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma', isUser: true } });
    await session.settle();
    expect(loadClient).not.toHaveBeenCalled();
    expect(session.$admitted.get()).toBe(true);
  });

  it('that has expired is renewed before the page is shown', async () => {
    const { session, answer, now } = start({ claims: uma, isFresh: false });
    expect(now()).toEqual({ status: 'unknown' });
    const settled = session.settle();
    expect(session.$admitted.get()).toBe(false);
    await answer(settled, 'token');
    expect(now().status).toBe('signed-in');
  });

  it('stays signed in while the network is down', async () => {
    const { session, answer, now } = start({ claims: uma, isFresh: false });
    await answer(session.settle(), new TypeError('Failed to fetch'));
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma' } });
  });

  it('stays signed in when the client cannot be loaded, and loads it at the next call', async () => {
    const { session, loadClient, now } = signedIn({ isLoadable: false });
    await expect(session.accessToken()).rejects.toBeInstanceOf(TokenUnavailable);
    await expect(session.accessToken()).rejects.toBeInstanceOf(TokenUnavailable);
    expect(loadClient).toHaveBeenCalledTimes(2);
    expect(now().status).toBe('signed-in');
  });

  it('whose user has no `sub` is ignored', () => {
    expect(start({ claims: { name: 'x' }, isFresh: true }).now()).toEqual({ status: 'visitor' });
  });
});

describe('a token', () => {
  it('is fetched once for concurrent calls', async () => {
    const { session, waiting, tick } = signedIn();
    const all = Promise.all([session.accessToken(), session.accessToken(), session.accessToken()]);
    await tick();
    expect(waiting).toHaveLength(1);
    waiting[0]?.('token');
    expect(await all).toEqual(['token', 'token', 'token']);
    const next = session.accessToken();
    await tick();
    expect(waiting).toHaveLength(2);
    waiting[1]?.('other');
    expect(await next).toBe('other');
  });

  it.each([
    [oauth('invalid_grant'), 'revoked'],
    [oauth('login_required'), 'expired'],
    [oauth('missing_refresh_token'), 'expired'],
    [new Error('Expiration Time (exp) claim error in the ID token; current time is after'), 'clock'],
    [undefined, 'expired'],
  ] as const)('refused with %s ends the session as %s and keeps the screen', async (outcome, reason) => {
    const { session, answer, storage, now } = signedIn();
    expect(await answer(session.accessToken(), outcome)).toBeUndefined();
    expect(now()).toMatchObject({ status: 'ended', reason, user: { sub: 'uma' } });
    expect(session.$admitted.get()).toBe(true);
    expect(storage.stored).toBeUndefined();
    expect(await session.accessToken()).toBeUndefined();
  });

  it.each([
    new TypeError('Failed to fetch'),
    oauth('timeout'),
    oauth('request_error'),
    oauth('server_error'),
  ])('request that fails with %s does not end the session', async (error) => {
    const { session, answer, now } = signedIn();
    await expect(answer(session.accessToken(), error)).rejects.toBeInstanceOf(TokenUnavailable);
    expect(now().status).toBe('signed-in');
  });
});

describe('another tab', () => {
  it('that signs out ends the session of a guarded page, and shows an open page to a visitor', () => {
    const guarded = signedIn({ isGuarded: true });
    guarded.storage.stored = undefined;
    guarded.session.follow();
    expect(guarded.now()).toMatchObject({ status: 'ended', reason: 'signed-out-elsewhere' });
    const open = signedIn();
    open.storage.stored = undefined;
    open.session.follow();
    expect(open.now()).toEqual({ status: 'visitor' });
  });

  it('that signs in again resumes an ended session', () => {
    const { session, storage, now } = signedIn({ isGuarded: true });
    session.end('revoked');
    session.follow();
    expect(now().status).toBe('ended');
    storage.stored = { claims: uma, isFresh: true };
    session.follow();
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma' } });
  });

  it('that signs out during a renewal is the reason of the end', async () => {
    const { session, answer, storage, now } = signedIn();
    const token = session.accessToken();
    storage.stored = undefined;
    expect(await answer(token, oauth('missing_refresh_token'))).toBeUndefined();
    expect(now()).toMatchObject({ status: 'ended', reason: 'signed-out-elsewhere' });
  });

  it('finds no session from the moment of a log-out, also while the client is still loading', async () => {
    const { session, storage, loadClient } = signedIn();
    const leaving = session.signOut();
    expect(storage.stored).toBeUndefined();
    expect(await leaving).toBe(true);
    expect(loadClient).toHaveBeenCalledOnce();
  });

  it('hides a page that the back-forward cache restores after signing out', () => {
    const { session, storage, now } = signedIn({ isGuarded: true });
    storage.stored = undefined;
    session.follow({ isReturn: true });
    expect(now()).toEqual({ status: 'visitor' });
    expect(session.$admitted.get()).toBe(false);
  });
});

describe('logging out in another tab', () => {
  it('clears this one, whatever its page, and is not taken for a session that has ended', () => {
    for (const isGuarded of [true, false]) {
      const { session, storage, now } = signedIn({ isGuarded });
      session.clear();
      expect(now()).toEqual({ status: 'visitor', hasLoggedOut: true });
      expect(session.$admitted.get()).toBe(false);
      storage.stored = undefined;
      session.follow();
      expect(now()).toEqual({ status: 'visitor', hasLoggedOut: true });
    }
  });

  it('also clears a page whose session had ended before', () => {
    const { session, now } = signedIn({ isGuarded: true });
    session.end('expired');
    session.clear();
    expect(now()).toEqual({ status: 'visitor', hasLoggedOut: true });
  });

  it('tells a visitor nothing', () => {
    const { session, now } = start(undefined);
    session.clear();
    expect(now()).toEqual({ status: 'visitor' });
  });
});

describe('the claims', () => {
  it('are renewed with the tokens', async () => {
    const { session, answer, storage, now } = signedIn();
    const refreshed = session.refreshUser();
    const claims = { ...uma, name: 'Uma Two', [rolesClaim]: ['User', 'Developer', 'King'] };
    storage.stored = { claims, isFresh: true };
    expect(await answer(refreshed, 'token')).toMatchObject({
      name: 'Uma Two',
      roles: ['Developer', 'User'],
      isDeveloper: true,
    });
    expect(now()).toMatchObject({ user: { name: 'Uma Two' } });
  });

  it('set the user after a completed sign-in', async () => {
    const { session, now } = start(undefined);
    expect(await session.finishSignIn('/secret?code=1&state=2')).toBe('/map');
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma' } });
  });

  it('of any shape never throw', () => {
    forAll([fc.anything()], 100, (claims) => {
      const user = userFromClaims(claims, rolesClaim);
      expect(user === undefined || user.sub !== '').toBe(true);
    });
    forAll([fc.anything()], 100, (roles) => {
      const user = userFromClaims({ sub: 's', [rolesClaim]: roles }, rolesClaim);
      expect(user?.isAdmin).toBe(Array.isArray(roles) && roles.includes('Administrator'));
    });
  });

  it('lose a picture that is not a web address', () => {
    for (const picture of ['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.example/x', 'x']) {
      expect(userFromClaims({ sub: 's', picture }, rolesClaim)?.picture).toBe('');
    }
    expect(userFromClaims({ sub: 's', picture: 'https://a.example/p.png' }, rolesClaim)?.picture).toBe(
      'https://a.example/p.png',
    );
  });
});

it('onUserChange reports another person, but no renewal, end or resumption of a session', () => {
  const { session, storage } = signedIn();
  const changed = vi.fn();
  onUserChange(session.$session, changed);
  storage.stored = { claims: { ...uma, name: 'New name' }, isFresh: true };
  session.follow();
  session.end('revoked');
  storage.stored = { claims: uma, isFresh: true };
  session.follow();
  expect(changed).not.toHaveBeenCalled();
  storage.stored = { claims: ada, isFresh: true };
  session.follow();
  expect(changed).toHaveBeenCalledTimes(1);
  storage.stored = undefined;
  session.follow();
  expect(changed).toHaveBeenCalledTimes(2);
});

describe('someone else who signs in from another tab', () => {
  it('reloads a guarded page, but not for the same person', () => {
    const { session, storage, reloadPage, now } = signedIn({ isGuarded: true });
    storage.stored = undefined;
    session.follow();
    storage.stored = { claims: uma, isFresh: true };
    session.follow();
    expect(reloadPage).not.toHaveBeenCalled();
    storage.stored = { claims: ada, isFresh: true };
    session.follow();
    expect(reloadPage).toHaveBeenCalledOnce();
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'ada' } });
  });

  it('does not reload an open page', () => {
    const { session, storage, reloadPage } = signedIn();
    storage.stored = { claims: ada, isFresh: true };
    session.follow();
    expect(reloadPage).not.toHaveBeenCalled();
  });
});
