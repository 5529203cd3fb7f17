/** The minimum contrast of a line (WCAG 2.2, 1.4.11). */
export const minLineContrast = 3;
/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
export const minTextContrast = 4.5;

const lightnessStep = 0.01;

type Legibility = {
  /** `#rrggbb`, each. */
  readonly grounds: readonly string[];
  readonly minContrast: number;
  /** Which way the color moves: darker on light grounds. */
  readonly theme: 'light' | 'dark';
};

/**
 * Adjusts a color `#rrggbb` until it has enough contrast on every ground: the same hue, as much darker or lighter as needed,
 * at the farthest black or white. The color is less saturated where sRGB has no such color.
 */
export function legibleColor(color: string, { grounds, minContrast, theme }: Legibility): string {
  const backgrounds = grounds.map(hexToLinearRgb);
  let legible = color;
  const step = theme === 'light' ? -lightnessStep : lightnessStep;
  const end = theme === 'light' ? 0 : 1;
  const [start, a, b] = linearRgbToOklab(hexToLinearRgb(color));
  const isFaint = () => backgrounds.some((ground) => contrast(hexToLinearRgb(legible), ground) < minContrast);
  for (let lightness = start; lightness !== end && isFaint(); ) {
    lightness = Math.min(1, Math.max(0, lightness + step));
    legible = linearRgbToHex(clampToGamut(lightness, a, b));
  }
  return legible;
}

/** The contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: LinearRgb, other: LinearRgb): number {
  const [dark, light] = [relativeLuminance(one), relativeLuminance(other)].toSorted((x, y) => x - y);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The most saturated sRGB color of a hue and lightness. */
function clampToGamut(lightness: number, a: number, b: number): LinearRgb {
  for (let chromaScale = 1; chromaScale > 0; chromaScale -= 0.02) {
    const rgb = oklabToLinearRgb(lightness, a * chromaScale, b * chromaScale);
    if (isInSrgbGamut(rgb)) return rgb;
  }
  const [red, green, blue] = oklabToLinearRgb(lightness, 0, 0);
  return [clamp(red), clamp(green), clamp(blue)];
}

function clamp(channel: number): number {
  return Math.min(1, Math.max(0, channel));
}

/** Linear red, green and blue, each 0 to 1 in the sRGB gamut. */
export type LinearRgb = readonly [number, number, number];

/** Linear red, green and blue of an OKLab color (Ottosson 2020); outside 0 to 1 if not in the sRGB gamut. */
export function oklabToLinearRgb(lightness: number, a: number, b: number): LinearRgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Lightness (0 to 1), a and b of a linear color (Ottosson 2020). */
export function linearRgbToOklab([red, green, blue]: LinearRgb): readonly [number, number, number] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function isInSrgbGamut(rgb: LinearRgb): boolean {
  return rgb.every((part) => part >= 0 && part <= 1);
}

/** Formats `#rrggbb`; parts outside 0 to 1 are clamped. */
export function linearRgbToHex(rgb: LinearRgb): string {
  return `#${rgb.map(linearToSrgbByte).join('')}`;
}

/** Parses `#rrggbb`. */
export function hexToLinearRgb(hex: string): LinearRgb {
  const part = (from: number) => srgbToLinear(Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  return [part(1), part(3), part(5)];
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function relativeLuminance([red, green, blue]: LinearRgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Encodes a linear part as sRGB, in two hexadecimal digits. */
function linearToSrgbByte(linear: number): string {
  const part = Math.min(1, Math.max(0, linear));
  const coded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(coded * 255)
    .toString(16)
    .padStart(2, '0');
}

function srgbToLinear(coded: number): number {
  return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4;
}

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

/** The color of what has no value. */
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
