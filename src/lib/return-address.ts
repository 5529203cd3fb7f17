const fallback = '/';

/**
 * The address to go to after signing in, out of whatever a link said: a path of the portal's own origin with
 * its query and hash, else the fallback. Another origin, `//host`, `/\host`, control characters and schemes
 * such as `javascript:` never get through.
 */
export function sanitizeReturnAddress(requested: unknown, origin: string, otherwise = fallback): string {
  if (typeof requested !== 'string' || !requested.startsWith('/') || requested.length > 8000)
    return otherwise;
  const url = URL.parse(requested, origin);
  if (!url || url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return otherwise;
  return url.pathname + url.search + url.hash;
}
