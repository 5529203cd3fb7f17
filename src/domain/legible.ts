import {
  hexToLinearRgb,
  isInSrgbGamut,
  type LinearRgb,
  linearRgbToHex,
  linearRgbToOklab,
  oklabToLinearRgb,
  relativeLuminance,
} from '#lib/oklab.ts';

/** The background of lines in each theme. */
export const surfaces = { light: '#ffffff', dark: '#1a2125' } as const;

/** The minimum contrast of a line (WCAG 2.2, 1.4.11). */
const minContrast = 3;

/**
 * Adjusts a color until a line has enough contrast on a theme's surface, or on the shade of it that `background` names:
 * the same hue, as much darker or lighter as needed. The color is less saturated where sRGB has no such color.
 */
export function legibleOn(
  color: string,
  theme: keyof typeof surfaces,
  background: string = surfaces[theme],
): string {
  const ground = hexToLinearRgb(background);
  let rgb = hexToLinearRgb(color);
  const step = theme === 'light' ? -0.01 : 0.01;
  const [start, a, b] = linearRgbToOklab(rgb);
  for (let lightness = start; contrast(rgb, ground) < minContrast; ) {
    lightness = Math.min(1, Math.max(0, lightness + step));
    rgb = clampToGamut(lightness, a, b);
  }
  return linearRgbToHex(rgb);
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
