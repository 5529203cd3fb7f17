import { atom, type ReadableAtom } from 'nanostores';
import type { StoredSession } from './openid-cache.ts';
import { type EndReason, endReason, TokenUnavailable } from './session-errors.ts';
import type { SessionUser } from './user.ts';

/**
 * Who is at the browser. `unknown`: a stored session whose token has to be renewed first. `ended`: the session
 * is over while a screen is open, which keeps what was entered.
 */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'visitor' }
  | { readonly status: 'signed-in'; readonly user: SessionUser }
  | { readonly status: 'ended'; readonly user: SessionUser; readonly reason: EndReason };

/** What the portal needs of an OpenID library. */
export type IdentityClient = {
  /** An access token, renewed where need be; undefined where the provider says the session is over. */
  getToken(forced: boolean): Promise<string | undefined>;
  signIn(returnTo: string): Promise<void>;
  /** Ends a sign-in. @returns where it was to lead */
  finishSignIn(address: string): Promise<unknown>;
  signOut(): Promise<void>;
};

export type SessionDependencies = {
  /** Loads the library; called only when someone is or wants to be signed in. */
  loadClient: () => Promise<IdentityClient>;
  readStored: () => StoredSession | undefined;
  clearStored: () => void;
  toUser: (claims: unknown) => SessionUser | undefined;
  /** Whether the page is for signed-in people only. */
  isGuarded: () => boolean;
  /** Begins the page anew: what one person entered is not the next one's. */
  startOver: () => void;
};

export type SessionCore = ReturnType<typeof createSession>;

/** The session of one tab, without a browser. */
export function createSession(dependencies: SessionDependencies) {
  const $session = atom<Session>(stateOfStored());
  /** Whether someone signed in has been on this page: their screen then stays, even after the session's end. */
  const $admitted = atom($session.get().status === 'signed-in');
  $session.listen(({ status }) => {
    if (status === 'signed-in') $admitted.set(true);
    if (status === 'visitor') $admitted.set(false);
  });

  let opening: Promise<IdentityClient> | undefined;
  const running: Partial<Record<'plain' | 'forced', Promise<string | undefined>>> = {};

  function storedUser(): SessionUser | undefined {
    const stored = dependencies.readStored();
    return stored && dependencies.toUser(stored.claims);
  }

  function stateOfStored(): Session {
    const stored = dependencies.readStored();
    const user = stored && dependencies.toUser(stored.claims);
    if (!user) return { status: 'visitor' };
    return stored.isFresh ? { status: 'signed-in', user } : { status: 'unknown' };
  }

  function client(): Promise<IdentityClient> {
    opening ??= dependencies.loadClient().catch((error: unknown) => {
      opening = undefined;
      throw new TokenUnavailable('The sign-in library could not be loaded.', { cause: error });
    });
    return opening;
  }

  function admit(user: SessionUser): void {
    const now = $session.get();
    if (now.status === 'signed-in' && JSON.stringify(now.user) === JSON.stringify(user)) return;
    if ('user' in now && now.user.sub !== user.sub && dependencies.isGuarded()) dependencies.startOver();
    $session.set({ status: 'signed-in', user });
  }

  function end(reason: EndReason, before = storedUser()): undefined {
    const now = $session.get();
    if (now.status === 'ended' || now.status === 'visitor') return;
    const user = now.status === 'signed-in' ? now.user : before;
    $session.set(user ? { status: 'ended', user, reason } : { status: 'visitor' });
    dependencies.clearStored();
  }

  async function renewToken(forced: boolean): Promise<string | undefined> {
    const before = storedUser();
    try {
      const token = await (await client()).getToken(forced);
      const user = storedUser();
      if (token === undefined || !user)
        return end(before && !user ? 'signed-out-elsewhere' : 'expired', before);
      admit(user);
      return token;
    } catch (error) {
      const reason = endReason(error);
      if (!reason) throw error instanceof TokenUnavailable ? error : unavailable(error);
      return end(storedUser() ? reason : 'signed-out-elsewhere', before);
    }
  }

  /** Undefined for anyone not signed in. Calls at the same time share one renewal. */
  function accessToken({ forced = false } = {}): Promise<string | undefined> {
    const { status } = $session.get();
    if (status === 'visitor' || status === 'ended') return Promise.resolve(undefined);
    const kind = forced ? 'forced' : 'plain';
    running[kind] ??= renewToken(forced).finally(() => {
      delete running[kind];
    });
    return running[kind];
  }

  /** Settles a stored session whose token has run out. Without a network the session goes on as stored. */
  async function restore(): Promise<void> {
    if ($session.get().status !== 'unknown') return;
    const user = storedUser();
    try {
      await accessToken();
    } catch {
      if ($session.get().status === 'unknown') {
        $session.set(user ? { status: 'signed-in', user } : { status: 'visitor' });
      }
    }
  }

  /** Takes over what another tab, or an earlier page of this one, did to the stored session. */
  function follow({ isReturn = false } = {}): void {
    const user = storedUser();
    const { status } = $session.get();
    if (user) admit(user);
    else if (status === 'visitor' || (status === 'ended' && !isReturn)) return;
    else if (status === 'signed-in' && dependencies.isGuarded() && !isReturn) end('signed-out-elsewhere');
    else $session.set({ status: 'visitor' });
  }

  return {
    $session: $session as ReadableAtom<Session>,
    $admitted: $admitted as ReadableAtom<boolean>,
    accessToken,
    settle: restore,
    follow,
    end: (reason: EndReason) => end(reason),
    /** Gives up an ended session. */
    leave(): void {
      dependencies.clearStored();
      $session.set({ status: 'visitor' });
    },
    signIn: async (returnTo: string) => (await client()).signIn(returnTo),
    /** Logs out at the provider, which leads to the landing page. @returns false for a visitor: nothing was done */
    async signOut(): Promise<boolean> {
      if ($session.get().status === 'visitor' && !dependencies.readStored()) return false;
      await (await client()).signOut();
      return true;
    },
    /** Ends a sign-in: the user is known afterwards. @returns where it was to lead */
    async finishSignIn(address: string): Promise<unknown> {
      const returnTo = await (await client()).finishSignIn(address);
      const user = storedUser();
      if (user) admit(user);
      return returnTo;
    },
    /** Renews the tokens and with them the claims. */
    async refreshUser(): Promise<SessionUser | undefined> {
      await accessToken({ forced: true });
      const now = $session.get();
      return now.status === 'signed-in' ? now.user : undefined;
    },
    /** Settles with the user once someone is signed in; on a guarded page at the latest after signing in. */
    whenSignedIn(): Promise<SessionUser> {
      return new Promise((resolve) => {
        let done = false;
        let stop = () => {};
        stop = $session.subscribe((session) => {
          if (done || session.status !== 'signed-in') return;
          done = true;
          resolve(session.user);
          queueMicrotask(() => stop());
        });
      });
    },
  };
}

/** Calls back when someone else than before is signed in, or nobody. An ended session goes on being its user's. */
export function onUserChange($session: ReadableAtom<Session>, onChange: () => void): () => void {
  const userIdOf = (session: Session) => (session.status === 'signed-in' ? session.user.sub : '');
  const isSettled = ({ status }: Session) => status === 'signed-in' || status === 'visitor';
  const first = $session.get();
  let userId = isSettled(first) ? userIdOf(first) : undefined;
  return $session.listen((session) => {
    if (!isSettled(session)) return;
    const previous = userId;
    userId = userIdOf(session);
    if (previous !== undefined && previous !== userId) onChange();
  });
}

function unavailable(cause: unknown): TokenUnavailable {
  return new TokenUnavailable('The sign-in service cannot be reached.', { cause });
}
