import { atom, type ReadableAtom } from 'nanostores';
import type { StoredSession } from './openid-cache.ts';
import { type EndReason, endReason, TokenUnavailable } from './session-errors.ts';
import type { SessionUser } from './user.ts';

/**
 * Who uses this tab. `unknown`: a stored session whose token has to be renewed first. `ended`: the session ended
 * while a screen was open; the screen stays, with everything that was entered. `hasLoggedOut`: the user has logged out in
 * another tab, so the screen of this one is cleared.
 */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'visitor'; readonly hasLoggedOut?: true }
  | { readonly status: 'signed-in'; readonly user: SessionUser }
  | { readonly status: 'ended'; readonly user: SessionUser; readonly reason: EndReason };

/** The OpenID client, as far as the portal uses it. */
export type IdentityClient = {
  /** Gets an access token, renewed if necessary; undefined if the provider has ended the session. */
  getToken(forced: boolean): Promise<string | undefined>;
  signIn(returnTo: string): Promise<void>;
  /** Completes a sign-in. @returns the address to go to, as it was passed to `signIn` */
  finishSignIn(address: string): Promise<unknown>;
  signOut(): Promise<void>;
};

export type SessionDependencies = {
  /** Loads the OpenID client. A visitor who does not sign in never needs it. */
  loadClient: () => Promise<IdentityClient>;
  readStored: () => StoredSession | undefined;
  clearStored: () => void;
  toUser: (claims: unknown) => SessionUser | undefined;
  /** Whether only signed-in people may see the page. */
  isGuarded: () => boolean;
  /** Reloads the page, so that one person's entries are not shown to the next. */
  reloadPage: () => void;
};

/** Creates the session of one tab. Everything of the browser comes in as `dependencies`. */
export function createSession(dependencies: SessionDependencies) {
  const $session = atom<Session>(stateOfStored());
  /** Whether someone was signed in on this page; their screen stays after their session has ended. */
  const $admitted = atom($session.get().status === 'signed-in');
  $session.listen(({ status }) => {
    if (status === 'signed-in') $admitted.set(true);
    if (status === 'visitor') $admitted.set(false);
  });

  let loading: Promise<IdentityClient> | undefined;
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
    loading ??= dependencies.loadClient().catch((error: unknown) => {
      loading = undefined;
      throw new TokenUnavailable('The sign-in library could not be loaded.', { cause: error });
    });
    return loading;
  }

  function admit(user: SessionUser): void {
    const now = $session.get();
    if (now.status === 'signed-in' && JSON.stringify(now.user) === JSON.stringify(user)) return;
    if ('user' in now && now.user.sub !== user.sub && dependencies.isGuarded()) dependencies.reloadPage();
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

  /** Gets an access token; undefined without a session. Concurrent calls share one renewal. */
  function accessToken({ forced = false } = {}): Promise<string | undefined> {
    const { status } = $session.get();
    if (status === 'visitor' || status === 'ended') return Promise.resolve(undefined);
    const kind = forced ? 'forced' : 'plain';
    running[kind] ??= renewToken(forced).finally(() => {
      delete running[kind];
    });
    return running[kind];
  }

  /** Renews a stored session whose token has expired. If the network is down, the stored user counts as signed in. */
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

  /** Adopts the stored session after another tab, or an earlier page of this tab, changed it. */
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
    /** The user has logged out in another tab: nothing of theirs stays on this one. */
    clear(): void {
      if ($session.get().status !== 'visitor') $session.set({ status: 'visitor', hasLoggedOut: true });
    },
    /** Forgets the session in this browser only. */
    leave(): void {
      dependencies.clearStored();
      $session.set({ status: 'visitor' });
    },
    signIn: async (returnTo: string) => (await client()).signIn(returnTo),
    /** Signs out at the provider, which redirects to the landing page. @returns false if nobody was signed in */
    async signOut(): Promise<boolean> {
      if ($session.get().status === 'visitor' && !dependencies.readStored()) return false;
      // At once, because another tab that learns of it must not find a session and return to its page.
      dependencies.clearStored();
      await (await client()).signOut();
      return true;
    },
    /** Completes a sign-in and sets the user. @returns the address to go to, as it was passed to `signIn` */
    async finishSignIn(address: string): Promise<unknown> {
      const returnTo = await (await client()).finishSignIn(address);
      const user = storedUser();
      if (user) admit(user);
      return returnTo;
    },
    /** Renews the tokens, and with them the user's claims. */
    async refreshUser(): Promise<SessionUser | undefined> {
      await accessToken({ forced: true });
      const now = $session.get();
      return now.status === 'signed-in' ? now.user : undefined;
    },
  };
}

/** Calls back when another person signs in, or the user signs out. An ended session still belongs to its user. */
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
