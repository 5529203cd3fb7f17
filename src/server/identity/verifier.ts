import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { Role } from '#contract/account/account.ts';
import type { Caller, Verifier } from '../access/access-control.ts';
import { unavailable } from '../http/problems.ts';
import { createRecentMap } from '../recent-map.ts';

type VerifierOptions = {
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

type RemoteKeySetOptions = {
  cooldown?: number;
  maxAge?: number;
  retryAfter?: number;
};

/**
 * Creates a key set of a remote issuer. Keys are fetched on first use, again for a token with an unknown key (at most
 * every `cooldown` ms), and when they are older than `maxAge`. While the issuer cannot be reached, the known keys are
 * used; a token with an unknown key then gets a 503, since it may be valid.
 */
export function createRemoteKeySet(
  url: string,
  { cooldown = 30_000, maxAge = 600_000, retryAfter = 5000 }: RemoteKeySetOptions = {},
): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldown,
    cacheMaxAge: maxAge,
    timeoutDuration: 5000,
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
    throw unavailable(
      'The identity provider cannot be reached, so your sign-in cannot be checked. Try again in a moment.',
      Math.ceil(retryAfter / 1000),
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

/** A key that its issuer withdraws is not accepted for longer than this. */
const maxAgeMs = 60_000;
const maxTokens = 1000;

/**
 * Tokens whose signature and claims have been verified, for a minute: a page sends the same one with each of its
 * requests. Whether the issuer has revoked a token is not known here.
 */
export function createVerifiedTokens(clock: () => number = () => performance.now()) {
  const tokens = createRecentMap<{ readonly payload: JWTPayload; readonly at: number }>(maxTokens);

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
      tokens.set(token, { payload, at: clock() });
    },
  };
}
