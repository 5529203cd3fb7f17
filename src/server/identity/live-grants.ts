import { createRecentMap } from '../recent-map.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * Tells whether the grant that an access token came from has been revoked. Grants are named by the hash of their id; the
 * people who are not blocked, who are remembered likewise, by their subject.
 */
export type LiveGrants = {
  isLive(grantHash: string): Promise<boolean>;
  /** Ends the grant's access tokens in this process at once. */
  markRevoked(grantHash: string): void;
  /** Has this process ask again. */
  forget(grantHash: string): void;
};

export type LiveGrantsOptions = {
  find: (grantHash: string) => Promise<boolean>;
  /** How long an answer is used, which is how long another process may take to learn of a revocation. */
  rememberMs: number;
  timeoutMs?: number;
  /** A clock in milliseconds that is never set back. */
  now?: () => number;
};

const retryAfterMs = 5000;
const maxRemembered = 10_000;

/**
 * Remembers answers about grants, so that few requests ask the database. If the database does not answer, a token
 * counts as good unless this process revoked its grant: it lives only minutes, and an outage signs nobody out.
 */
export function createLiveGrants({
  find,
  rememberMs,
  timeoutMs = 2000,
  now = () => performance.now(),
}: LiveGrantsOptions): LiveGrants {
  const answers = createRecentMap<{ isLive: Promise<boolean>; until: number }>(maxRemembered);
  const revoked = createRecentMap<true>(maxRemembered);

  function remember(grantHash: string, isLive: Promise<boolean>, forMs: number) {
    answers.set(grantHash, { isLive, until: now() + forMs });
  }

  function ask(grantHash: string): Promise<boolean> {
    const isLive = withTimeout(
      find(grantHash),
      timeoutMs,
      () => new Error('The database took too long.'),
    ).catch(() => {
      remember(grantHash, isLive, retryAfterMs);
      return true;
    });
    remember(grantHash, isLive, rememberMs);
    return isLive;
  }

  return {
    async isLive(grantHash) {
      const known = answers.get(grantHash);
      const isLive = await (known && known.until > now() ? known.isLive : ask(grantHash));
      // It may have been revoked since the question was asked.
      return isLive && !revoked.get(grantHash);
    },
    markRevoked(grantHash) {
      revoked.set(grantHash, true);
      answers.delete(grantHash);
    },
    forget: (grantHash) => answers.delete(grantHash),
  };
}
