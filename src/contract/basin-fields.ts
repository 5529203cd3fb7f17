import * as z from 'zod/mini';

// Fields of the basin file. People write that file by hand, so every field says in plain words what it expects.

export const text = z.string('expected text; put a number in quotes').check(z.minLength(1, 'expected text'));

/** Adds the meaning of a field, which the reference of the basin file shows. */
export const field = <Schema extends z.ZodMiniType>(schema: Schema, meaning: string): Schema =>
  schema.check(z.describe(meaning));

export const number = (expected: string, from = -Infinity, to = Infinity) =>
  z
    .number(`expected ${expected}`)
    .check(z.gte(from, `expected ${expected}`), z.lte(to, `expected ${expected}`));

export const positive = number('a number above 0').check(z.gt(0, 'expected a number above 0'));
export const share = positive.check(z.lte(1, 'expected a share from 0 to 1'));
export const latitude = number('a latitude from -90 to 90', -90, 90);
export const longitude = number('a longitude from -180 to 180', -180, 180);

export const digits = (expected: string, pattern: RegExp) =>
  text.check(z.regex(pattern, `expected ${expected}, in quotes`));

export const httpUrl = text.check(
  z.regex(/^https?:\/\/\S+$/, 'expected an address such as https://example.org'),
);

export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `expected one of ${names.join(', ')}`);

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
