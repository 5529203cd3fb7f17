/** What is wrong at a place of the basin file. */
export type BasinIssue = { readonly path: (string | number)[]; readonly message: string };

/** Each but the first with a name that was there before. */
export function* findDuplicates<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  path: readonly (string | number)[],
  field?: string,
): Generator<BasinIssue> {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const name = keyOf(item);
    if (seen.has(name)) {
      yield {
        path: [...path, at, ...(field === undefined ? [] : [field])],
        message: `"${name}" is there twice`,
      };
    }
    seen.add(name);
  }
}
