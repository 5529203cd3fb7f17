import type { IncomingHttpHeaders } from 'node:http';

/**
 * Which page made a request, as its browser says: one of the same origin, one of another, or none (an address that was
 * typed, or a bookmark). `unknown`: an older browser, or one that does not trust the connection, says nothing.
 */
export type Initiator = 'same-origin' | 'other' | 'none' | 'unknown';

export function initiatorOf(headers: IncomingHttpHeaders, ownOrigin: string): Initiator {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return site;
  if (site !== undefined) return 'other';
  const page = headers.origin ?? headers.referer;
  if (page === undefined) return 'unknown';
  return URL.parse(page)?.origin === ownOrigin ? 'same-origin' : 'other';
}
