/** Parses comma-separated ids: `'heii, 14,,HEII'` gives `['HEII', '14']`. */
export function parseIdList(text: string): string[] {
  const ids = text.replace(/\s+/g, '').toUpperCase().split(',');
  return [...new Set(ids.filter((id) => id !== ''))];
}

export type SiteIdentity = { loc_ndx: number; loc_id: string };

/**
 * Finds the sites with the given ids (`loc_id` or `loc_ndx`), and the ids that no site has. A site's `loc_id` is
 * normalized like a typed one: upper case, without spaces.
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
