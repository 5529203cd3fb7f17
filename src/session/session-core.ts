import { atom, type ReadableAtom } from 'nanostores';
import type { StorageFault } from '#lib/page/storage.ts';
import { property } from '#lib/page/storage.ts';
import type { StoredSession } from './openid-cache.ts';

/** A role of the portal, as tokens name it. */
export type SessionRole = 'Developer' | 'Administrator' | 'User';

/** The person who is signed in, from the claims of the identity token. */
export type SessionUser = {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  /** The address of a picture, or the empty string. */
  readonly picture: string;
  /** Whose paper they print, from the claims `organization` or `org_name`; or the empty string. */
  readonly organization: string;
  readonly roles: readonly SessionRole[];
  readonly isDeveloper: boolean;
  readonly isAdmin: boolean;
  readonly isUser: boolean;
};

/** Reads the user from an identity token's claims; undefined without a `sub`. Unknown roles are left out. */
export function userFromClaims(claims: unknown, rolesClaim: string): SessionUser | undefined {
  function text(name: string): string {
    const value = property(claims, name);
    return typeof value === 'string' ? value : '';
  }
  const sub = text('sub');
  if (sub === '') return undefined;
  const claimed = property(claims, rolesClaim);
  const given: unknown[] = Array.isArray(claimed) ? claimed : [];
  const known: readonly SessionRole[] = ['Developer', 'Administrator', 'User'];
  const roles = known.filter((role) => given.includes(role));
  const picture = text('picture');
  return {
    sub,
    name: text('name') || text('nickname') || text('email') || sub,
    email: text('email'),
    picture: /^(https?:\/\/|\/(?![/\\]))/.test(picture) ? picture : '',
    organization: text('organization') || text('org_name'),
    roles,
    isDeveloper: roles.includes('Developer'),
    isAdmin: roles.includes('Administrator'),
    isUser: roles.includes('User'),
  };
}

/** Makes the one or two letters shown for a user without a picture: `Uma van der User` → `UU`. */
export function toInitials(name: string): string {
  const nameParts = name
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = nameParts.length > 1 ? nameParts[nameParts.length - 1] : undefined;
  const letters = [nameParts[0], last].map((word) => (word ? ([...word][0] ?? '') : ''));
  return letters.join('').toUpperCase() || '?';
}

/** Lists the audiences that a user belongs to, separated by spaces, as `data-sees` of the page holds them. */
export function audiencesOf(user: SessionUser): string {
  return ['signed-in', user.isDeveloper ? 'developer' : '', user.isAdmin ? 'administrator' : '']
    .filter(Boolean)
    .join(' ');
}

/** Why a session has ended. */
export type EndReason = 'expired' | 'revoked' | 'signed-out-elsewhere' | 'clock';

/** No access token could be had, but the session has not ended, e.g. because the network is down. */
export class TokenUnavailable extends Error {
  override name = 'TokenUnavailable';
}

/** Someone has signed in, but the browser could not store their session. */
export class SessionNotStored extends Error {
  override name = 'SessionNotStored';
  readonly fault: StorageFault;
  /** What was passed along with the sign-in. */
  readonly appState: unknown;

  constructor(fault: StorageFault, appState: unknown) {
    super(`The session could not be stored: the storage is ${fault}.`);
    this.fault = fault;
    this.appState = appState;
  }
}

/** The OAuth error code of an error of the OpenID client. */
export function errorCode(error: unknown): string | undefined {
  const code = property(error, 'error');
  return typeof code === 'string' ? code : undefined;
}

/** Whether the times of an identity token were refused; the computer's clock is then likely to be wrong. */
export function isClockError(error: unknown): boolean {
  return error instanceof Error && /\((exp|nbf|iat|auth_time)\) claim/i.test(error.message);
}

/** Why the session has ended, or undefined for an error that does not end it. */
function endReason(error: unknown): EndReason | undefined {
  if (isClockError(error)) return 'clock';
  switch (errorCode(error)) {
    case 'missing_refresh_token':
    case 'login_required':
      return 'expired';
    case 'invalid_grant':
    case 'consent_required':
    case 'interaction_required':
      return 'revoked';
    default:
      return undefined;
  }
}

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
