/** What newsletters, advertisements and scripts against caches add to a link. */
const tracker = /^(?:fbclid|gclid|msclkid|_|utm_\w*|mc_\w*)(?:=|$)/;

/**
 * Leaves such parameters out of an address, so that links that were passed on go on working. Those of OGC stay, whose
 * standard wants every unknown parameter refused.
 *
 *     withoutTrackers('/embed/brief?theme=dark&utm_source=news') // '/embed/brief?theme=dark'
 */
export function withoutTrackers(address: string): string {
  const at = address.indexOf('?');
  if (at < 0 || /^\/ogc\b/.test(address)) return address;
  const parts = address.slice(at + 1).split('&');
  const own = parts.filter((part) => !tracker.test(part));
  if (own.length === parts.length) return address;
  return address.slice(0, at) + (own.length > 0 ? `?${own.join('&')}` : '');
}
