const fallback = '/';

/**
 * Sanitizes the address to return to after signing in: a path on the portal's origin with query and hash, otherwise the
 * fallback. Rejects other origins, `//host`, `/\host`, control characters and schemes such as `javascript:`.
 */
export function sanitizeReturnAddress(requested: unknown, origin: string, otherwise = fallback): string {
  if (typeof requested !== 'string' || !requested.startsWith('/') || requested.length > 8000)
    return otherwise;
  const url = URL.parse(requested, origin);
  if (!url || url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return otherwise;
  return url.pathname + url.search + url.hash;
}
