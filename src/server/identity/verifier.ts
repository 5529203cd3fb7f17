import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { Role } from '#contract/account.ts';
import { HttpProblem } from '../http/problems.ts';
import type { Caller, Verifier } from '../plugins/access.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

export type VerifierOptions = {
  readonly issuer: string;
  readonly audience: string;
  /** The claim that lists roles. */
  readonly rolesClaim: string;
  readonly keys: JWTVerifyGetKey;
  /** The `typ` in the header, if the issuer sets it. */
  readonly type?: string;
  /** Whether the issuer still accepts a token that is valid by itself. */
  readonly isAccepted?: (payload: JWTPayload) => Promise<boolean>;
};

/** Seconds by which clocks may differ. */
export const clockTolerance = 5;

/** Verifies access tokens: RS256 signature, issuer, audience, expiry, subject. */
export function createVerifier({
  keys,
  issuer,
  audience,
  rolesClaim,
  type,
  isAccepted,
}: VerifierOptions): Verifier {
  const verified = createVerifiedTokens();

  async function payloadOf(token: string): Promise<JWTPayload> {
    const known = verified.get(token);
    if (known) return known;
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer,
      audience,
      clockTolerance,
      requiredClaims: ['sub', 'exp'],
      ...(type && { typ: type }),
    });
    verified.add(token, payload);
    return payload;
  }

  return {
    verify: async (token): Promise<Caller | undefined> => {
      try {
        const payload = await payloadOf(token);
        if (typeof payload.sub !== 'string' || payload.sub === '') return undefined;
        if (isAccepted && !(await isAccepted(payload))) return undefined;
        return { subject: payload.sub, roles: rolesIn(payload[rolesClaim]) };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** Selects the roles that the portal knows. */
function rolesIn(claim: unknown): ReadonlySet<Role> {
  const names: unknown[] = Array.isArray(claim) ? claim : [claim];
  return new Set(names.flatMap((name) => Role.safeParse(name).data ?? []));
}

export function createLocalKeySet(keys: JSONWebKeySet): JWTVerifyGetKey {
  return createLocalJWKSet(keys);
}

export type RemoteKeySetOptions = {
  cooldown?: number;
  maxAge?: number;
  timeout?: number;
  retryAfter?: number;
};

/**
 * Creates a key set of a remote issuer. Keys are fetched on first use, again for a token with an unknown key (at most
 * every `cooldown` ms), and when they are older than `maxAge`. While the issuer cannot be reached, the known keys are
 * used; a token with an unknown key then gets a 503, since it may be valid.
 */
export function createRemoteKeySet(
  url: string,
  { cooldown = 30_000, maxAge = 600_000, timeout = 5000, retryAfter = 5000 }: RemoteKeySetOptions = {},
): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldown,
    cacheMaxAge: maxAge,
    timeoutDuration: timeout,
  });
  let failedAt = Number.NEGATIVE_INFINITY;

  return async (header, token) => {
    if (performance.now() - failedAt >= retryAfter) {
      try {
        return await remote(header, token);
      } catch (error) {
        if (isTokenError(error)) throw error;
        failedAt = performance.now();
      }
    }
    const known = remote.jwks();
    try {
      if (known) return await createLocalJWKSet(known)(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    throw new HttpProblem(
      503,
      'The identity provider cannot be reached, so your sign-in cannot be checked. Try again in a moment.',
      { headers: { 'retry-after': String(Math.ceil(retryAfter / 1000)) } },
    );
  };
}

function isTokenError(error: unknown) {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
