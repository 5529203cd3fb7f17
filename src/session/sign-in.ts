import { sanitizeReturnAddress } from '#lib/return-address.ts';
import type { Session } from './session-core.ts';
import { errorCode, isClockError, TokenUnavailable } from './session-errors.ts';

/** What the sign-in page does with the address it was opened at. */
export type SignInStep =
  | { readonly kind: 'finish' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'ask'; readonly returnTo: string }
  | { readonly kind: 'failed'; readonly message: string; readonly returnTo: string };

type SignInLocation = Pick<Location, 'search' | 'hash' | 'origin'>;

/** Pages that would end or repeat the sign-in instead of being its goal. */
const notReturnable = /^\/(secret|interaction|auth\/logout|account\/logout)\/?([?#]|$)/;

/** Where a sign-in may lead: an address of the portal that is not a sign-in or log-out itself. */
export function parseReturnTo(wanted: unknown, origin: string): string {
  const address = sanitizeReturnAddress(wanted, origin);
  return notReturnable.test(address) ? '/' : address;
}

/**
 * Decides what the sign-in page does. `justSignedIn`: a sign-in ended moments ago in this tab; being a visitor
 * again then means that the browser keeps nothing, and asking again would never end.
 */
export function signInStep(
  pageLocation: SignInLocation,
  status: Session['status'],
  justSignedIn: boolean,
): SignInStep {
  const query = new URLSearchParams(pageLocation.search);
  const returnTo = parseReturnTo(fragmentOf(pageLocation.hash), pageLocation.origin);
  const refusal = query.get('error');
  // The state of a refusal is looked at too: it may come from a link that someone made up.
  if (query.has('state') && (query.has('code') || refusal !== null)) return { kind: 'finish' };
  if (refusal !== null) return { kind: 'failed', message: describeRefusal(refusal), returnTo };
  if (status === 'signed-in') return { kind: 'go', to: returnTo };
  if (justSignedIn) return { kind: 'failed', message: notStoredMessage, returnTo };
  return { kind: 'ask', returnTo };
}

/** The hash without its `#`; browsers percent-encode what may not stand in one. */
function fragmentOf(hash: string): string {
  return hash.replace(/^#/, '');
}

const notStoredMessage =
  'You have signed in, but this browser did not keep it. Allow this site to store data, then try again.';
const usedLinkMessage = 'This sign-in link has been used or is too old.';
const refusalMessages: Readonly<Record<string, string>> = {
  access_denied: 'Signing in was refused or cancelled.',
  login_required: 'You have to sign in first.',
  consent_required: 'Signing in needs your consent.',
  interaction_required: 'You have to sign in first.',
  server_error: 'The sign-in service has a fault. Try again in a few minutes.',
  temporarily_unavailable: 'The sign-in service is not available now. Try again in a few minutes.',
  missing_transaction: usedLinkMessage,
  state_mismatch: usedLinkMessage,
  invalid_grant: usedLinkMessage,
  invalid_redirect_uri:
    'Signing in does not work at this address of the portal. Open it at its usual address.',
  timeout: 'The sign-in service took too long to answer. Try again.',
};

/** Texts of the address are never shown: anyone can write a link. */
function describeRefusal(code: string): string {
  const known = Object.hasOwn(refusalMessages, code) ? refusalMessages[code] : undefined;
  return known ?? `Signing in failed${/^[a-z_]{1,40}$/.test(code) ? ` (${code})` : ''}.`;
}

/**
 * What to say of a sign-in that threw. `clock` is asked only for an identity token refused for its times;
 * `refusal` is the error code of the address, the best there is when the library remembers no sign-in.
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
  if (error instanceof DOMException) return notStoredMessage;
  return 'Signing in failed.';
}

/** The address that a failed sign-in was to lead to, where the library knows it. */
export function returnToOfFailure(error: unknown, origin: string): string {
  const state: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'appState') : undefined;
  return parseReturnTo(
    typeof state === 'object' && state !== null ? Reflect.get(state, 'returnTo') : '',
    origin,
  );
}
