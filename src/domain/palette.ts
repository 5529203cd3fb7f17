/**
 * Twenty colours told apart with normal, protan and deutan sight: each was chosen to lie farthest (CIE76, the
 * least of the three simulations of Machado et al. 2009) from those before it and from `noValueColour`.
 */
export const categoryColours = [
  '#0077bb',
  '#ddaa33',
  '#bb5566',
  '#117733',
  '#88ccee',
  '#332288',
  '#603060',
  '#d8c090',
  '#0078f0',
  '#a87818',
  '#603030',
  '#78a8f0',
  '#901800',
  '#d8a860',
  '#60d8c0',
  '#307890',
  '#d84848',
  '#483078',
  '#9090c0',
  '#0060c0',
] as const;

/** For a site without a value. */
export const noValueColour = '#8a949b';

/**
 * A colour for every value of a category. A value's colour depends on its place in `values` alone, so it stays
 * while filters come and go; past twenty values the colours begin again.
 */
export function assignColours(values: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    [...new Set(values)].map((value, index) => [
      value,
      categoryColours[index % categoryColours.length] ?? noValueColour,
    ]),
  );
}

/** Whether some of so many values share a colour. */
export function coloursRepeat(count: number): boolean {
  return count > categoryColours.length;
}
