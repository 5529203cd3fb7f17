/** Why a session is over. */
export type EndReason = 'expired' | 'revoked' | 'signed-out-elsewhere' | 'clock';

/** A token could not be had although the session may well go on, e.g. without a network. */
export class TokenUnavailable extends Error {
  override name = 'TokenUnavailable';
}

/** The OAuth error code that the sign-in library puts on its errors. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'error') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Whether an identity token was refused for its times; the computer's clock is then likely to be wrong. */
export function isClockError(error: unknown): boolean {
  return error instanceof Error && /\((exp|nbf|iat|auth_time)\) claim/i.test(error.message);
}

/** Why the session is over, or undefined for a failure that leaves it as it is. */
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
