import {
  hexToLinearRgb,
  isInSrgbGamut,
  type LinearRgb,
  linearRgbToHex,
  linearRgbToOklab,
  oklabToLinearRgb,
  relativeLuminance,
} from './oklab.ts';

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
