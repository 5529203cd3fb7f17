/** What the sign-in library left in this browser. */
export type StoredSession = {
  /** Claims of the identity token. */
  readonly claims: unknown;
  /** Whether the access token still holds, so that nothing needs asking before the page is shown. */
  readonly isFresh: boolean;
};

type StorageReader = Pick<Storage, 'getItem' | 'key' | 'length'>;

/**
 * Recognizes a session kept by the sign-in library without loading it: its entry of the user, and one of
 * tokens. Anything that cannot be read is no session.
 * It names nothing outside itself, because its source is also written into every page's head.
 */
export function readStoredSession(
  storage: StorageReader,
  clientId: string,
  now: number,
): StoredSession | undefined {
  const prefix = `@@auth0spajs@@::${clientId}::`;
  function property(value: unknown, name: string): unknown {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  try {
    const storedUser = storage.getItem(`${prefix}@@user@@`);
    if (!storedUser) return undefined;
    const claims = property(property(JSON.parse(storedUser), 'decodedToken'), 'user');
    if (!claims) return undefined;
    let hasTokens = false;
    let isFresh = false;
    for (let index = 0; index < storage.length; index += 1) {
      const name = storage.key(index);
      if (!name?.startsWith(prefix) || name.endsWith('@@user@@')) continue;
      const entry: unknown = JSON.parse(storage.getItem(name) ?? 'null');
      const body = property(entry, 'body');
      const expires = property(entry, 'expiresAt');
      if (!property(body, 'access_token') && !property(body, 'refresh_token')) continue;
      hasTokens = true;
      // The library renews a token in its last minute.
      if (property(body, 'access_token') && typeof expires === 'number' && expires * 1000 - now > 60_000) {
        isFresh = true;
      }
    }
    return hasTokens ? { claims, isFresh } : undefined;
  } catch {
    return undefined;
  }
}

/** Names of everything the sign-in library keeps begin so. */
export const storedKeyPrefix = '@@auth0spajs@@::';

/** Removes what the library kept. Other tabs are told by the browser. */
export function removeStoredSession(storage: Storage, clientId: string): void {
  for (const name of Object.keys(storage)) {
    if (name.startsWith(`${storedKeyPrefix}${clientId}::`)) storage.removeItem(name);
  }
}
