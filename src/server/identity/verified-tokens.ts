import type { JWTPayload } from 'jose';

/** A key that its issuer withdraws is not accepted for longer than this. */
const maxAgeMs = 60_000;
const maxTokens = 1000;

/**
 * Tokens whose signature and claims have been verified, for a minute: a page sends the same one with each of its
 * requests. Whether the issuer has revoked a token is not known here.
 */
export function createVerifiedTokens(clock: () => number = () => performance.now()) {
  const tokens = new Map<string, { readonly payload: JWTPayload; readonly at: number }>();

  return {
    /** The payload of a token that has not expired. */
    get(token: string): JWTPayload | undefined {
      const known = tokens.get(token);
      if (!known) return undefined;
      const { exp = 0 } = known.payload;
      if (clock() - known.at < maxAgeMs && Date.now() < exp * 1000) return known.payload;
      tokens.delete(token);
      return undefined;
    },
    add(token: string, payload: JWTPayload): void {
      const [oldest] = tokens.keys();
      if (tokens.size >= maxTokens && oldest !== undefined) tokens.delete(oldest);
      tokens.set(token, { payload, at: clock() });
    },
  };
}
