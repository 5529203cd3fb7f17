import { readStoredSession, removeStoredSession, storedKeyPrefix } from './openid-cache.ts';
import { createSession } from './session-core.ts';
import { userFromClaims } from './user.ts';

export type { Session } from './session-core.ts';
export { type EndReason, TokenUnavailable } from './session-errors.ts';
export { type SessionRole, type SessionUser, toInitials } from './user.ts';

const page = typeof document === 'undefined' ? undefined : document;
const clientId = page?.documentElement.dataset.clientId ?? '';
const rolesClaim = page?.documentElement.dataset.rolesClaim ?? '';

function browserLocalStorage(): Storage | undefined {
  try {
    return page && localStorage;
  } catch {
    // Blocked: then nobody can stay signed in.
    return undefined;
  }
}

const session = createSession({
  loadClient: async () => (await import('./openid-client.ts')).createAuth0Client(),
  readStored() {
    const storage = browserLocalStorage();
    return storage && readStoredSession(storage, clientId, Date.now());
  },
  clearStored() {
    const storage = browserLocalStorage();
    if (storage) removeStoredSession(storage, clientId);
  },
  toUser: (claims) => userFromClaims(claims, rolesClaim),
  isGuarded: () => page?.body.dataset.guard === 'signed-in',
  startOver: () => page?.defaultView?.location.reload(),
});

/** Who is at the browser. */
export const { $session } = session;

/**
 * Whether the screen of a guarded page may be there: from the moment someone is signed in, and on after their
 * session ended, so that nothing entered is lost. Islands of guarded pages draw and fetch nothing before.
 */
export const { $admitted } = session;

/**
 * `accessToken`: undefined for anyone not signed in; `TokenUnavailable` where a renewal is due but cannot be had.
 * `whenSignedIn`: settles with the user once someone is signed in.
 * `refreshUser`: renews the tokens and the user's claims.
 */
export const { accessToken, whenSignedIn, refreshUser, signIn, finishSignIn, end: endSession } = session;

let started = false;

/** Follows the session of other tabs, and renews a stored one that has run out. Loads nothing for a visitor. */
export function startSession(): void {
  if (started) return;
  started = true;
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(storedKeyPrefix)) session.follow();
  });
  // A page that comes back from the browser's memory may belong to someone who has logged out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.follow({ isReturn: true });
  });
  void session.settle();
}

/** Logs out here and at the identity provider; every way ends at the landing page. */
export async function signOut(): Promise<void> {
  try {
    if (!(await session.signOut())) location.replace('/');
  } catch {
    session.leave();
    location.replace('/');
  }
}
