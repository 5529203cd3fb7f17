import type { Palette } from './frame.ts';

/** Relative luminance of a `#rgb` or `#rrggbb` color, 0 to 1 (WCAG 2.2); undefined for other notations. */
export function luminance(color: string): number | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (!digits) return undefined;
  const step = digits.length / 3;
  const channel = (index: number): number => {
    const part = digits.slice(index * step, (index + 1) * step);
    const share = Number.parseInt(step === 1 ? part + part : part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
}

/** The background of the theme that contrasts more with a text's color. */
export function contrastingHalo(color: string, { ink, ground }: Palette): string {
  const text = luminance(color);
  const dark = luminance(ink);
  const light = luminance(ground);
  if (text === undefined || dark === undefined || light === undefined) return color === ink ? ground : ink;
  return Math.abs(text - dark) > Math.abs(text - light) ? ink : ground;
}

const minHoleContrast = 1.6;

/** The color inside a ring: that of the mark's edge, or black or white if the edge is much like the mark. */
export function ringHoleColor(color: string, edge = '#ffffff'): string {
  const own = luminance(color) ?? 0;
  const around = luminance(edge) ?? 1;
  const contrast = (Math.max(own, around) + 0.05) / (Math.min(own, around) + 0.05);
  if (contrast >= minHoleContrast && around !== own) return edge;
  return own > 0.4 ? '#1b2328' : '#ffffff';
}
