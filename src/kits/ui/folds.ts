import { safeSessionStorage } from '#lib/storage.ts';

/** Which parts of a tool page are folded, and whether its map has a row of its own. */
export type Folds = {
  readonly form: 'open' | 'folded';
  readonly map: 'beside' | 'large' | 'folded';
};

export const allFolded: Folds = { form: 'folded', map: 'folded' };

/** Parses `form map` or `map-large`; other names are ignored. */
export function parseFolds(text: string | null): Folds {
  const names = new Set(text?.split(' '));
  return {
    form: names.has('form') ? 'folded' : 'open',
    map: names.has('map') ? 'folded' : names.has('map-large') ? 'large' : 'beside',
  };
}

/** Serializes folds for `parseFolds`: '' for a page as it opens first. */
export function serializeFolds({ form, map }: Folds): string {
  const mapNames = { beside: '', large: 'map-large', folded: 'map' };
  return [form === 'folded' ? 'form' : '', mapNames[map]].filter(Boolean).join(' ');
}

const keyOf = (path: string): string => `folds:${path}`;

/** The folds of the page at a path. They last as long as the browser's session. */
export const loadFolds = (path: string): Folds => parseFolds(safeSessionStorage.getItem(keyOf(path)));

export function saveFolds(path: string, folds: Folds): void {
  safeSessionStorage.setItem(keyOf(path), serializeFolds(folds));
}
