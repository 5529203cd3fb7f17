import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  createSession,
  type IdentityClient,
  onUserChange,
  type Session,
  type SessionDependencies,
} from '#session/session-core.ts';
import { TokenUnavailable } from '#session/session-errors.ts';
import type { StoredSession } from '#session/openid-cache.ts';
import { userFromClaims } from '#session/user.ts';

const rolesClaim = 'https://portal/roles';
const uma = { sub: 'uma', name: 'Uma', [rolesClaim]: ['User'] };
const ada = { sub: 'ada', name: 'Ada', [rolesClaim]: ['Administrator'] };

type TokenOutcome = string | undefined | Error;

/** A session over a fake library whose tokens the test hands out one by one. */
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
  const open = vi.fn(async () => {
    if (!isLoadable) throw new TypeError('Failed to fetch dynamically imported module');
    return client;
  });
  const dependencies: SessionDependencies = {
    loadClient: open,
    readStored: () => storage.stored,
    clearStored: () => {
      storage.stored = undefined;
    },
    toUser: (claims) => userFromClaims(claims, rolesClaim),
    isGuarded: () => isGuarded,
    startOver: vi.fn(),
  };
  const session = createSession(dependencies);
  const states: Session[] = [];
  session.$session.subscribe((state) => states.push(state));
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  const { startOver } = dependencies;
  return {
    session,
    open,
    waiting,
    storage,
    states,
    tick,
    client,
    startOver,
    now: () => session.$session.get(),
  };
}

const oauth = (code: string) => Object.assign(new Error(code), { error: code });

describe('a visitor', () => {
  it('has no token, and the library is never loaded', async () => {
    const { session, open, now } = start(undefined);
    expect(now()).toEqual({ status: 'visitor' });
    expect(await session.accessToken()).toBeUndefined();
    expect(await session.accessToken({ forced: true })).toBeUndefined();
    await session.settle();
    expect(await session.signOut()).toBe(false);
    expect(open).not.toHaveBeenCalled();
    expect(session.$admitted.get()).toBe(false);
  });
});

describe('a stored session', () => {
  it('that is fresh is known at once, without the library', async () => {
    const { session, open, now } = start({ claims: uma, isFresh: true });
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma', isUser: true } });
    await session.settle();
    expect(open).not.toHaveBeenCalled();
    expect(session.$admitted.get()).toBe(true);
  });

  it('that has run out is renewed before anyone is let in', async () => {
    const { session, waiting, now, tick } = start({ claims: uma, isFresh: false });
    expect(now()).toEqual({ status: 'unknown' });
    const settled = session.settle();
    await tick();
    expect(session.$admitted.get()).toBe(false);
    waiting[0]?.('token');
    await settled;
    expect(now().status).toBe('signed-in');
  });

  it('without a network goes on as stored', async () => {
    const { session, waiting, now, tick } = start({ claims: uma, isFresh: false });
    const settled = session.settle();
    await tick();
    waiting[0]?.(new TypeError('Failed to fetch'));
    await settled;
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma' } });
  });

  it('goes on when the library cannot be loaded, and loads it at the next call', async () => {
    const { session, open, now } = start({ claims: uma, isFresh: true }, { isLoadable: false });
    await expect(session.accessToken()).rejects.toBeInstanceOf(TokenUnavailable);
    await expect(session.accessToken()).rejects.toBeInstanceOf(TokenUnavailable);
    expect(open).toHaveBeenCalledTimes(2);
    expect(now().status).toBe('signed-in');
  });

  it('whose user has no sub is none', () => {
    expect(start({ claims: { name: 'x' }, isFresh: true }).now()).toEqual({ status: 'visitor' });
  });
});

describe('a token', () => {
  it('asked for by several at once is fetched once', async () => {
    const { session, waiting, tick } = start({ claims: uma, isFresh: true });
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
  ] as const)('refused with %s ends the session as %s, and the screen stays', async (answer, reason) => {
    const { session, waiting, storage, now, tick } = start({ claims: uma, isFresh: true });
    const token = session.accessToken();
    await tick();
    waiting[0]?.(answer);
    expect(await token).toBeUndefined();
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
  ])('that cannot be had for %s leaves the session as it is', async (error) => {
    const { session, waiting, now, tick } = start({ claims: uma, isFresh: true });
    const token = session.accessToken();
    await tick();
    waiting[0]?.(error);
    await expect(token).rejects.toBeInstanceOf(TokenUnavailable);
    expect(now().status).toBe('signed-in');
  });
});

describe('another tab', () => {
  it('that logs out ends a guarded screen, and makes a visitor of an open one', () => {
    const guarded = start({ claims: uma, isFresh: true }, { isGuarded: true });
    guarded.storage.stored = undefined;
    guarded.session.follow();
    expect(guarded.now()).toMatchObject({ status: 'ended', reason: 'signed-out-elsewhere' });
    const open = start({ claims: uma, isFresh: true });
    open.storage.stored = undefined;
    open.session.follow();
    expect(open.now()).toEqual({ status: 'visitor' });
  });

  it('that signs in again resumes an ended session', () => {
    const { session, storage, now } = start({ claims: uma, isFresh: true }, { isGuarded: true });
    session.end('revoked');
    session.follow();
    expect(now().status).toBe('ended');
    storage.stored = { claims: uma, isFresh: true };
    session.follow();
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma' } });
  });

  it('whose logging out comes during a renewal is named as the reason', async () => {
    const { session, waiting, storage, now, tick } = start({ claims: uma, isFresh: true });
    const token = session.accessToken();
    await tick();
    storage.stored = undefined;
    waiting[0]?.(oauth('missing_refresh_token'));
    expect(await token).toBeUndefined();
    expect(now()).toMatchObject({ status: 'ended', reason: 'signed-out-elsewhere' });
  });

  it('leaves nothing to see for a page that comes back after logging out', () => {
    const { session, storage, now } = start({ claims: uma, isFresh: true }, { isGuarded: true });
    storage.stored = undefined;
    session.follow({ isReturn: true });
    expect(now()).toEqual({ status: 'visitor' });
    expect(session.$admitted.get()).toBe(false);
  });
});

describe('the claims', () => {
  it('are renewed with the tokens', async () => {
    const { session, waiting, storage, now, tick } = start({ claims: uma, isFresh: true });
    const refreshed = session.refreshUser();
    await tick();
    storage.stored = {
      claims: { ...uma, name: 'Uma Two', [rolesClaim]: ['User', 'Developer', 'King'] },
      isFresh: true,
    };
    waiting[0]?.('token');
    expect(await refreshed).toMatchObject({
      name: 'Uma Two',
      roles: ['Developer', 'User'],
      isDeveloper: true,
    });
    expect(now()).toMatchObject({ user: { name: 'Uma Two' } });
  });

  it('make the user of a finished sign-in', async () => {
    const { session, now } = start(undefined);
    const known = session.whenSignedIn();
    expect(await session.finishSignIn('/secret?code=1&state=2')).toBe('/map');
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'uma' } });
    expect((await known).sub).toBe('uma');
  });

  it('of any shape make a user or none, and never throw', () => {
    fc.assert(
      fc.property(fc.anything(), (claims) => {
        const user = userFromClaims(claims, rolesClaim);
        expect(user === undefined || user.sub !== '').toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (roles) => {
        const user = userFromClaims({ sub: 's', [rolesClaim]: roles }, rolesClaim);
        expect(user?.isAdmin).toBe(Array.isArray(roles) && roles.includes('Administrator'));
      }),
    );
  });

  it('with a picture that is no web address have none', () => {
    for (const picture of ['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.example/x', 'x']) {
      expect(userFromClaims({ sub: 's', picture }, rolesClaim)?.picture).toBe('');
    }
    expect(userFromClaims({ sub: 's', picture: 'https://a.example/p.png' }, rolesClaim)?.picture).toBe(
      'https://a.example/p.png',
    );
  });
});

it('onCallerChanged tells of another person, not of a renewal, an end or a beginning', () => {
  const { session, storage } = start({ claims: uma, isFresh: true });
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
  it('gets a guarded page anew, and the same person keeps it', () => {
    const { session, storage, startOver, now } = start({ claims: uma, isFresh: true }, { isGuarded: true });
    storage.stored = undefined;
    session.follow();
    storage.stored = { claims: uma, isFresh: true };
    session.follow();
    expect(startOver).not.toHaveBeenCalled();
    storage.stored = { claims: ada, isFresh: true };
    session.follow();
    expect(startOver).toHaveBeenCalledOnce();
    expect(now()).toMatchObject({ status: 'signed-in', user: { sub: 'ada' } });
  });

  it('goes on with an open page', () => {
    const { session, storage, startOver } = start({ claims: uma, isFresh: true });
    storage.stored = { claims: ada, isFresh: true };
    session.follow();
    expect(startOver).not.toHaveBeenCalled();
  });
});
