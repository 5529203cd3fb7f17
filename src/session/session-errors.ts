import type { StorageFault } from '#lib/storage.ts';
import { property } from '#lib/stored-json.ts';

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
export function endReason(error: unknown): EndReason | undefined {
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
