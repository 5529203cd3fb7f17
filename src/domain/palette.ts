import { isInSrgbGamut, linearRgbToHex, oklabToLinearRgb } from '#lib/oklab.ts';

/**
 * Twenty colors told apart with normal, protan and deutan sight (the simulations of Machado et al. 2009). The
 * first twelve were searched for the largest least distance between any two of them and `noValueColor`; the
 * others were added one by one, each the farthest from those before it.
 */
export const categoryColors = [
  '#0077bb',
  '#770066',
  '#eecc00',
  '#6688ff',
  '#2233aa',
  '#11eeee',
  '#993355',
  '#771100',
  '#aabb99',
  '#aa6633',
  '#bb9911',
  '#55bbff',
  '#bbdd99',
  '#995588',
  '#cc7766',
  '#eeaa55',
  '#3399cc',
  '#884400',
  '#99aacc',
  '#3355bb',
] as const;

/** For a site without a value. */
export const noValueColor = '#8a949b';

/** Whether so many values get a color each; more of them share a gradient. */
export function fitsCategoryColors(count: number): boolean {
  return count <= categoryColors.length;
}

/**
 * A color for every value of a category, by its place in `values`: one of twenty, or with more than twenty
 * values a step of the gradient. Colors stay while filters come and go.
 */
export function assignColors(values: readonly string[]): ReadonlyMap<string, string> {
  const different = [...new Set(values)];
  const last = Math.max(1, different.length - 1);
  const own = fitsCategoryColors(different.length);
  return new Map(
    different.map((value, index) => [
      value,
      own ? (categoryColors[index] ?? noValueColor) : gradientColor(index / last),
    ]),
  );
}

/**
 * A color of the gradient from dark violet over green to light yellow, `share` from 0 to 1. The lightness of
 * OKLab rises evenly, so that the order is also seen with deutan and protan sight and in gray.
 */
export function gradientColor(share: number): string {
  const lightness = 0.32 + 0.6 * share;
  const hue = ((305 - 200 * share) * Math.PI) / 180;
  let chroma = 0.15;
  let rgb = oklabToLinearRgb(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  while (chroma > 0 && !isInSrgbGamut(rgb)) {
    chroma -= 0.002;
    rgb = oklabToLinearRgb(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  }
  return linearRgbToHex(rgb);
}
