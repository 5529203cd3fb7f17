/** Comma-separated ids: spaces removed, upper-cased, split on comma, duplicates and blanks removed. */
export function parseIdList(text: string): string[] {
  const ids = text.replace(/\s+/g, '').toUpperCase().split(',');
  return [...new Set(ids.filter((id) => id !== ''))];
}

export type SiteIdentity = { loc_ndx: number; loc_id: string };

/**
 * Which sites a list of ids names, by `loc_id` or by `loc_ndx`, and which ids name no site.
 * A site's own id is compared as a typed one would be: without spaces, upper case.
 */
export function matchIds<S extends SiteIdentity>(
  sites: readonly S[],
  ids: readonly string[],
): { found: S[]; unknown: string[] } {
  const wanted = new Set(ids);
  const matched = new Set<string>();
  const found = sites.filter((site) => {
    const keys = [...parseIdList(site.loc_id.replaceAll(',', '')), String(site.loc_ndx)];
    const hits = keys.filter((key) => wanted.has(key));
    for (const hit of hits) matched.add(hit);
    return hits.length > 0;
  });
  return { found, unknown: ids.filter((id) => !matched.has(id)) };
}
