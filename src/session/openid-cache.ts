import type { ICache } from '@auth0/auth0-spa-js';
import { guardStorage, parseStoredJson, property, type StorageFault } from '#lib/page/storage.ts';

/** A session that this browser has stored. */
export type StoredSession = {
  /** Claims of the identity token. */
  readonly claims: unknown;
  /** Whether the access token is still valid, so that the page can be shown before any request. */
  readonly isFresh: boolean;
};

/** The OpenID client renews an access token in its last minute. */
const renewalMs = 60_000;

/** The storage key of a client's session. Other tabs follow the session through its `storage` events. */
export function sessionKey(clientId: string): string {
  return `portal-session:${clientId}`;
}

export type OpenIdCache = ICache & {
  /** Why the last change could not be stored; undefined if it was. */
  fault(): StorageFault | undefined;
};

/** What the storage did not take, and what it holds instead. */
type Unstored = { readonly fault: StorageFault; readonly text: string; readonly over: string | null };

/**
 * The cache of the OpenID client: all its entries in one JSON value, next to a summary for `readStoredSession`. What
 * cannot be stored is held for the life of the page, until another tab changes what is stored.
 */
export function createOpenIdCache(clientId: string, openStorage: () => Storage): OpenIdCache {
  const key = sessionKey(clientId);
  const storage = guardStorage(openStorage);
  let unstored: Unstored | undefined;

  function read(): Map<string, unknown> {
    const stored = storage.getItem(key);
    const text = unstored?.over === stored ? unstored.text : stored;
    return new Map(Object.entries(property(parseStoredJson(text), 'entries') ?? {}));
  }

  function write(entries: ReadonlyMap<string, unknown>): void {
    unstored = undefined;
    if (entries.size === 0) {
      storage.removeItem(key);
      return;
    }
    const session = { ...summarize([...entries.values()]), entries: Object.fromEntries(entries) };
    const text = JSON.stringify(session);
    const fault = storage.setItem(key, text);
    if (fault) unstored = { fault, text, over: storage.getItem(key) };
  }

  return {
    fault: () => unstored?.fault,
    get: <T>(name: string) => read().get(name) as T | undefined,
    set: (name, entry) => write(read().set(name, entry)),
    remove(name) {
      const entries = read();
      entries.delete(name);
      write(entries);
    },
    allKeys: () => [...read().keys()],
  };
}

/** What a page has to know of the client's entries: an identity token's, and those of the other tokens. */
function summarize(entries: readonly unknown[]) {
  const bodies = entries.map((entry) => property(entry, 'body'));
  const expiries = entries
    .filter((entry) => property(property(entry, 'body'), 'access_token'))
    .map((entry) => Number(property(entry, 'expiresAt')) * 1000);
  return {
    claims: entries.map((entry) => property(property(entry, 'decodedToken'), 'user')).find(Boolean),
    /** Milliseconds since 1970; missing without an access token. */
    expiresAt: expiries.length === 0 ? undefined : Math.max(...expiries),
    hasRefreshToken: bodies.some((body) => Boolean(property(body, 'refresh_token'))),
  };
}

/** The client's stored session, read without loading the client. Values that cannot be read are no session. */
export function readStoredSession(
  storage: Pick<Storage, 'getItem'>,
  clientId: string,
  now: number,
): StoredSession | undefined {
  const stored = parseStoredJson(storage.getItem(sessionKey(clientId)));
  const claims = property(stored, 'claims');
  const expiresAt = property(stored, 'expiresAt');
  const hasAccessToken = typeof expiresAt === 'number';
  if (!claims || (!hasAccessToken && property(stored, 'hasRefreshToken') !== true)) return undefined;
  return { claims, isFresh: hasAccessToken && expiresAt - now > renewalMs };
}
