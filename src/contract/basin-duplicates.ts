/** A mistake in the basin file, at a path such as `['sites', 3, 'huc8']`. */
export type BasinIssue = { readonly path: (string | number)[]; readonly message: string };

/** Where something is in the basin file. */
export type BasinPath = readonly (string | number)[];

/** Yields an issue for every item whose key an earlier item has. */
export function* findDuplicates<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  path: BasinPath,
  field?: string,
): Generator<BasinIssue> {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const name = keyOf(item);
    if (seen.has(name)) {
      yield {
        path: [...path, at, ...(field === undefined ? [] : [field])],
        message: `"${name}" is listed twice`,
      };
    }
    seen.add(name);
  }
}
