import { atom, type WritableAtom } from 'nanostores';

/** What is pointed at. `y` is in pixels below the top of the plot; keys and other charts point only at an x. */
export type Pointed =
  | { readonly by: 'pointer'; readonly x: number; readonly y: number }
  | { readonly by: 'keys' | 'crosshair'; readonly x: number };

/**
 * What a visitor reads in a chart. These are stores, because a pointer moves too often to render the whole chart: only the
 * read-out and the marks over the plot follow them.
 */
export type Reading = {
  readonly $pointed: WritableAtom<Pointed | undefined>;
  /** The id of the series whose row in a legend is hovered or focused. */
  readonly $highlighted: WritableAtom<string | undefined>;
};

export function createReading(): Reading {
  return { $pointed: atom<Pointed | undefined>(), $highlighted: atom<string | undefined>() };
}
