import {
  hexToLinearRgb,
  isInSrgbGamut,
  type LinearRgb,
  linearRgbToHex,
  linearRgbToOklab,
  oklabToLinearRgb,
  relativeLuminance,
} from '#lib/oklab.ts';

/** What lines are drawn on: the surface of either theme. */
export const surfaces = { light: '#ffffff', dark: '#1a2125' } as const;

/** The least contrast of a line to its ground (WCAG 2.2, 1.4.11). */
const minContrast = 3;

/**
 * A color in which a line can be seen on a theme's surface: the given one, or the same hue just so much darker
 * or lighter. Paler where the screen cannot show it as full.
 */
export function legibleOn(color: string, theme: keyof typeof surfaces): string {
  const ground = hexToLinearRgb(surfaces[theme]);
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

/** The fullest color of a hue and lightness that a screen can show. */
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
