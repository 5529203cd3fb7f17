import {
  describeStorageFault,
  probeStorage,
  property,
  type SafeStorage,
  type StorageFault,
  toStorageFault,
} from '#lib/page/storage.ts';
import { errorCode, isClockError, type Session, SessionNotStored, TokenUnavailable } from './session-core.ts';

/** What the sign-in page does for the address it was opened at. */
type SignInStep =
  | { readonly kind: 'finish' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'ask'; readonly returnTo: string }
  | { readonly kind: 'logged-out'; readonly message: string; readonly returnTo: string }
  | { readonly kind: 'failed'; readonly message: string; readonly returnTo: string };

type SignInLocation = Pick<Location, 'search' | 'hash' | 'origin'>;

/** Pages that a sign-in must not return to, because they sign in or out themselves. */
const notReturnable = /^\/(secret|interaction|auth\/logout|account\/logout)\/?([?#]|$)/;

/**
 * Parses the address to return to after signing in: a path on the portal's origin with query and hash, otherwise `/`.
 * Rejects other origins, `//host`, `/\host`, control characters and schemes such as `javascript:`.
 */
export function parseReturnTo(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 8000) return '/';
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return '/';
  const address = url.pathname + url.search + url.hash;
  return notReturnable.test(address) ? '/' : address;
}

/**
 * Decides what the sign-in page does. `justSignedIn`: a sign-in was completed moments ago in this tab. A visitor
 * then has a browser that stores nothing, and signing in again would loop forever.
 */
export function signInStep(
  pageLocation: SignInLocation,
  status: Session['status'],
  justSignedIn: boolean,
): SignInStep {
  const query = new URLSearchParams(pageLocation.search);
  const returnTo = parseReturnTo(fragmentOf(pageLocation.hash), pageLocation.origin);
  const refusal = query.get('error');
  // The client also checks the state of a refusal, because anyone can write such a link.
  if (query.has('state') && (query.has('code') || refusal !== null)) return { kind: 'finish' };
  if (refusal !== null) return { kind: 'failed', message: describeRefusal(refusal), returnTo };
  if (status === 'signed-in') return { kind: 'go', to: returnTo };
  if (query.has('logged-out')) return { kind: 'logged-out', message: loggedOutMessage, returnTo };
  if (justSignedIn) return { kind: 'failed', message: notStoredMessage, returnTo };
  return { kind: 'ask', returnTo };
}

/** Removes the `#` of a hash. */
function fragmentOf(hash: string): string {
  return hash.replace(/^#/, '');
}

/** More characters than a stored session takes. */
const sessionLength = 8000;

/** `insecure`: browsers have the cryptography of a sign-in only where pages come by https, and on the own computer. */
type SignInFault = StorageFault | 'insecure';

type BrowserFacts = { readonly cookieEnabled: boolean; readonly isSecure: boolean };

/** Finds out before a sign-in whether the browser can sign in, and store the session. @returns why not */
export function findSignInFault(
  storage: SafeStorage,
  { cookieEnabled, isSecure }: BrowserFacts,
): SignInFault | undefined {
  if (!isSecure) return 'insecure';
  return cookieEnabled ? probeStorage(storage, sessionLength) : 'blocked';
}

/** Describes why nobody can be signed in, and what to do about it. */
export function describeSignInFault(fault: SignInFault): string {
  if (fault === 'insecure')
    return 'Signing in needs https, and this page came by plain http. Open the portal at its address that begins with https://.';
  const remedy =
    fault === 'full'
      ? 'Delete site data in the browser’s settings, then try again.'
      : 'Allow cookies and site data for it, then try again.';
  return `${describeStorageFault(fault, 'you cannot be signed in')} ${remedy}`;
}

const loggedOutMessage =
  'You have logged out in another tab. Log in to return to the page that was open here.';
const notStoredMessage =
  'You have signed in, but this browser did not store the session. Allow this site to store data, then try again.';
/** What a browser throws that refuses to store. */
const storageErrors: readonly string[] = [
  'SecurityError',
  'QuotaExceededError',
  'NS_ERROR_DOM_QUOTA_REACHED',
];
const usedLinkMessage = 'This sign-in link has been used or is too old.';
const refusalMessages: Readonly<Record<string, string>> = {
  access_denied: 'Signing in was refused or cancelled.',
  login_required: 'You have to sign in first.',
  consent_required: 'Signing in needs your consent.',
  interaction_required: 'You have to sign in first.',
  server_error: 'The sign-in service failed. Try again in a few minutes.',
  disk_full: 'The disk of the portal is full, so nobody can sign in. Its operator has to make space.',
  other_computer:
    'The accounts of the demonstration work on the portal’s own computer only. Its operator has to connect an identity provider.',
  temporarily_unavailable: 'The sign-in service is not available now. Try again in a few minutes.',
  missing_transaction: usedLinkMessage,
  state_mismatch: usedLinkMessage,
  invalid_grant: usedLinkMessage,
  invalid_redirect_uri:
    'Signing in does not work at this address of the portal. Open it at its usual address.',
  timeout: 'The sign-in service took too long to answer. Try again.',
};

/** Describes an error code of the address. Its other texts are never shown, because anyone can write a link. */
function describeRefusal(code: string): string {
  const known = Object.hasOwn(refusalMessages, code) ? refusalMessages[code] : undefined;
  return known ?? `Signing in failed${/^[a-z_]{1,40}$/.test(code) ? ` (${code})` : ''}.`;
}

/**
 * Describes why a sign-in failed. `describeClock` is called only if the times of the identity token were refused;
 * `refusal` is the error code of the address, used if the client does not remember having started the sign-in.
 */
export async function describeSignInFailure(
  error: unknown,
  describeClock: () => Promise<string>,
  refusal: string | null = null,
): Promise<string> {
  if (isClockError(error)) return await describeClock();
  const code = errorCode(error);
  if (code === 'missing_transaction' && refusal !== null) return describeRefusal(refusal);
  if (code !== undefined) return describeRefusal(code);
  if (error instanceof TypeError || error instanceof TokenUnavailable) {
    return 'The sign-in service cannot be reached. Check the connection, then try again.';
  }
  if (error instanceof SessionNotStored) return describeSignInFault(error.fault);
  if (error instanceof DOMException && storageErrors.includes(error.name))
    return describeSignInFault(toStorageFault(error));
  return 'Signing in failed.';
}

/** Reads the address to return to from the error of a failed sign-in; `/` if the error has none. */
export function returnToOfFailure(error: unknown, origin: string): string {
  return parseReturnTo(property(property(error, 'appState'), 'returnTo'), origin);
}
