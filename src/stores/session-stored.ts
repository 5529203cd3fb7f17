/** What the sign-in library left in this browser. */
export type StoredSession = {
  /** Claims of the identity token. */
  readonly claims: unknown;
  /** Whether the access token still holds, so that nothing needs asking before the page is shown. */
  readonly isFresh: boolean;
};

type Names = Pick<Storage, 'getItem' | 'key' | 'length'>;

/**
 * Recognises a session kept by the sign-in library without loading it: its entry of the user, and one of
 * tokens. Anything that cannot be read is no session.
 * It names nothing outside itself, because its source is also written into every page's head.
 */
export function readStoredSession(storage: Names, clientId: string, now: number): StoredSession | undefined {
  const prefix = `@@auth0spajs@@::${clientId}::`;
  function part(value: unknown, name: string): unknown {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  try {
    const kept = storage.getItem(`${prefix}@@user@@`);
    if (!kept) return undefined;
    const claims = part(part(JSON.parse(kept), 'decodedToken'), 'user');
    if (!claims) return undefined;
    let hasTokens = false;
    let isFresh = false;
    for (let index = 0; index < storage.length; index += 1) {
      const name = storage.key(index);
      if (!name?.startsWith(prefix) || name.endsWith('@@user@@')) continue;
      const entry: unknown = JSON.parse(storage.getItem(name) ?? 'null');
      const body = part(entry, 'body');
      const expires = part(entry, 'expiresAt');
      if (!part(body, 'access_token') && !part(body, 'refresh_token')) continue;
      hasTokens = true;
      // The library renews a token in its last minute.
      if (part(body, 'access_token') && typeof expires === 'number' && expires * 1000 - now > 60_000) {
        isFresh = true;
      }
    }
    return hasTokens ? { claims, isFresh } : undefined;
  } catch {
    return undefined;
  }
}

/** Names of everything the sign-in library keeps begin so. */
export const storedPrefix = '@@auth0spajs@@::';

/** Removes what the library kept. Other tabs are told by the browser. */
export function forgetStoredSession(storage: Storage, clientId: string): void {
  for (const name of Object.keys(storage)) {
    if (name.startsWith(`${storedPrefix}${clientId}::`)) storage.removeItem(name);
  }
}
