/** What is wrong at a place of the basin file. */
export type Contradiction = { readonly path: (string | number)[]; readonly message: string };

/** Each but the first with a name that was there before. */
export function* repeated<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  path: readonly (string | number)[],
  field?: string,
): Generator<Contradiction> {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const name = nameOf(item);
    if (seen.has(name)) {
      yield {
        path: [...path, at, ...(field === undefined ? [] : [field])],
        message: `"${name}" is there twice`,
      };
    }
    seen.add(name);
  }
}
