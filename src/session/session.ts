import { safeLocalStorage } from '#lib/page/storage.ts';
import { allowReload, findTypedText } from '#lib/page/typed-text.ts';
import { readStoredSession, sessionKey } from './openid-cache.ts';
import { createSession, userFromClaims } from './session-core.ts';

export type { Session } from './session-core.ts';
export {
  type EndReason,
  type SessionRole,
  type SessionUser,
  TokenUnavailable,
  toInitials,
} from './session-core.ts';

const page = typeof document === 'undefined' ? undefined : document;
// The layout writes them into the page, so that the environment's schema need not load everywhere.
const { clientId = '', rolesClaim = '' } = page?.documentElement.dataset ?? {};

const session = createSession({
  loadClient: async () => (await import('./openid-client.ts')).createOpenIdClient(),
  readStored: () => readStoredSession(safeLocalStorage, clientId, Date.now()),
  clearStored: () => safeLocalStorage.removeItem(sessionKey(clientId)),
  toUser: (claims) => userFromClaims(claims, rolesClaim),
  isGuarded: () => page?.body.dataset.guard === 'signed-in',
  reloadPage: () => page?.defaultView?.location.reload(),
});

/** The session of this tab. */
export const { $session } = session;

/** Whose screens the reader of the page sees, as `audiencesOf` lists them. */
export function audiencesOfPage(): readonly string[] {
  return page?.documentElement.dataset.sees?.split(' ') ?? [];
}

/**
 * Whether a guarded page may show its content: from the moment someone is signed in, and also after their session
 * has ended, so that nothing they entered is lost. Islands of guarded pages render and fetch nothing before.
 */
export const { $admitted } = session;

/**
 * `accessToken`: undefined without a session; throws `TokenUnavailable` when a necessary renewal fails.
 * `refreshUser`: renews the tokens and the user's claims.
 */
export const { accessToken, refreshUser, signIn, finishSignIn, end: endSession } = session;

/** Set for a moment when the user logs out, so that the other tabs know that the session did not merely expire. */
const loggedOutKey = 'logged-out';

let started = false;

/** Follows the session of other tabs, and renews a stored session that has expired. A visitor loads no client. */
export function startSession(): void {
  if (started) return;
  started = true;
  addEventListener('storage', ({ key, newValue }) => {
    if (key === loggedOutKey && newValue !== null) clearScreen();
    if (key === null || key === sessionKey(clientId)) session.follow();
  });
  // The back-forward cache may restore a page of someone who has signed out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.follow({ isReturn: true });
  });
  void session.settle();
}

/** What was typed in a form is stored first, for the same person's next session. The form then has nothing to ask. */
function clearScreen(): void {
  findTypedText();
  allowReload();
  session.clear();
}

/** Signs out here and at the identity provider, and ends at the landing page, also when the provider fails. */
export async function signOut(): Promise<void> {
  safeLocalStorage.setItem(loggedOutKey, String(Date.now()));
  safeLocalStorage.removeItem(loggedOutKey);
  try {
    if (!(await session.signOut())) location.replace('/');
  } catch {
    session.leave();
    location.replace('/');
  }
}
