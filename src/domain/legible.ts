import { fromOklab, hexOf, isOnScreen, type Linear, linearOf, luminance, toOklab } from './oklab.ts';

/** What lines are drawn on: the surface of either theme. */
export const surfaces = { light: '#ffffff', dark: '#1a2125' } as const;

/** The least contrast of a line to its ground (WCAG 2.2, 1.4.11). */
const leastContrast = 3;

/**
 * A colour in which a line can be seen on a theme's surface: the given one, or the same hue just so much darker
 * or lighter. Paler where the screen cannot show it as full.
 */
export function legibleOn(color: string, theme: keyof typeof surfaces): string {
  const ground = linearOf(surfaces[theme]);
  let rgb = linearOf(color);
  const step = theme === 'light' ? -0.01 : 0.01;
  const [start, a, b] = toOklab(rgb);
  for (let lightness = start; contrast(rgb, ground) < leastContrast; ) {
    lightness = Math.min(1, Math.max(0, lightness + step));
    rgb = shown(lightness, a, b);
  }
  return hexOf(rgb);
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Linear, other: Linear): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((x, y) => x - y);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The fullest colour of a hue and lightness that a screen can show. */
function shown(lightness: number, a: number, b: number): Linear {
  for (let fullness = 1; fullness > 0; fullness -= 0.02) {
    const rgb = fromOklab(lightness, a * fullness, b * fullness);
    if (isOnScreen(rgb)) return rgb;
  }
  const [red, green, blue] = fromOklab(lightness, 0, 0);
  return [clamp(red), clamp(green), clamp(blue)];
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part));
}
