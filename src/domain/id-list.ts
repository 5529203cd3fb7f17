/** Comma-separated ids: spaces removed, upper-cased, split on comma, duplicates and blanks removed. */
export function readIdList(text: string): string[] {
  const ids = text.replace(/\s+/g, '').toUpperCase().split(',');
  return [...new Set(ids.filter((id) => id !== ''))];
}

export type Identified = { loc_ndx: number; loc_id: string };

/**
 * Which sites a list of ids names, by `loc_id` or by `loc_ndx`, and which ids name no site.
 * A site's own id is compared as a typed one would be: without spaces, upper case.
 */
export function matchIds<S extends Identified>(
  sites: readonly S[],
  ids: readonly string[],
): { found: S[]; unknown: string[] } {
  const wanted = new Set(ids);
  const met = new Set<string>();
  const found = sites.filter((site) => {
    const keys = [...readIdList(site.loc_id.replaceAll(',', '')), String(site.loc_ndx)];
    const hits = keys.filter((key) => wanted.has(key));
    for (const hit of hits) met.add(hit);
    return hits.length > 0;
  });
  return { found, unknown: ids.filter((id) => !met.has(id)) };
}
