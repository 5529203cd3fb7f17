import { legibleColor, minLineContrast } from '#lib/legible-color.ts';

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
