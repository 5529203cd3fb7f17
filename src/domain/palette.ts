import {
  isInSrgbGamut,
  legibleColor,
  linearRgbToHex,
  minLineContrast,
  oklabToLinearRgb,
} from '#lib/legible-color.ts';

/**
 * Twenty colors that can be distinguished with normal, protan and deutan vision (simulated as in Machado et al. 2009).
 * The first twelve maximize the minimum distance between any two of them and `noValueColor`; each of the others is the
 * color farthest from all before it.
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

/** The color of a site without a value. */
export const noValueColor = '#8a949b';

/** Checks whether each of `count` values gets a category color; with more values, all get steps of a gradient. */
export function fitsCategoryColors(count: number): boolean {
  return count <= categoryColors.length;
}

/**
 * Assigns a color to every distinct value by its position in `values`: a category color, or a step of the gradient if
 * there are more than twenty. Pass the unfiltered values, so that colors do not change with the filters.
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
 * Returns a color of the gradient from dark violet through green to light yellow, `share` from 0 to 1. OKLab lightness
 * rises evenly, so that the order is visible with deutan and protan vision and in grayscale.
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

/** The background of lines in each theme. */
export const surfaces = { light: '#ffffff', dark: '#1a2125' } as const;

/**
 * Adjusts a color until a line has enough contrast on a theme's surface, or on the shade of it that `background` names:
 * the same hue, as much darker or lighter as needed. The color is less saturated where sRGB has no such color.
 */
export function legibleOn(
  color: string,
  theme: keyof typeof surfaces,
  background: string = surfaces[theme],
): string {
  return legibleColor(color, { grounds: [background], minContrast: minLineContrast, theme });
}
