import type { Link } from '#contract/ogc-documents.ts';

export type Addresses = {
  /** Where the API answers. */
  readonly api: string;
  /** Where people open the portal. */
  readonly portal: string;
};

type Query = Readonly<Record<string, string | undefined>>;

/** Writes the address of a resource: `['sites', 'items']` of `collections` with its query. */
export function hrefOf({ api }: Addresses, path: readonly string[], query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const address = [`${api}/ogc`, ...path.map(encodeURIComponent)].join('/');
  return search.size > 0 ? `${address}?${search}` : address;
}

export function linkTo(rel: string, href: string, type: string, title?: string): Link {
  return { href, rel, type, ...(title !== undefined && { title }) };
}
