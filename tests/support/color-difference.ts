import { contrast, hexToLinearRgb, type LinearRgb } from '#lib/colors.ts';

/** CIELAB of a linear sRGB color, D65. */
export function toLab([red, green, blue]: LinearRgb): readonly [number, number, number] {
  const f = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116);
  const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const toDegrees = (radians: number) => ((radians * 180) / Math.PI + 360) % 360;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The difference of two colors by CIEDE2000 (Sharma et al. 2005): 1 is just visible. */
export function colorDifference(one: LinearRgb, other: LinearRgb): number {
  const [[l1, a1, b1], [l2, a2, b2]] = [toLab(one), toLab(other)];
  const meanOfChromas = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const share = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const stretch = 1 + (1 - share(meanOfChromas)) / 2;
  const [c1, c2] = [Math.hypot(stretch * a1, b1), Math.hypot(stretch * a2, b2)];
  const [h1, h2] = [toDegrees(Math.atan2(b1, stretch * a1)), toDegrees(Math.atan2(b2, stretch * a2))];
  const turn = Math.abs(h2 - h1) <= 180 ? h2 - h1 : h2 - h1 - 360 * Math.sign(h2 - h1);
  const hue = 2 * Math.sqrt(c1 * c2) * Math.sin(toRadians(turn / 2));
  const lightness = (l1 + l2) / 2;
  const chroma = (c1 + c2) / 2;
  const middle = Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const cosine = (factor: number, shift: number) => Math.cos(toRadians(factor * middle + shift));
  const t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
  const dl = (l2 - l1) / (1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * chroma);
  const dh = hue / (1 + 0.015 * chroma * t);
  const rotation = -2 * share(chroma) * Math.sin(toRadians(60 * Math.exp(-(((middle - 275) / 25) ** 2))));
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

/** Simulations of color vision (Machado, Oliveira and Fernandes 2009, severity 1). */
const visions = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} as const;
export type ColorVision = keyof typeof visions;
export const colorVisions = Object.keys(visions) as readonly ColorVision[];

/** How a color is seen with a color vision. */
export function seenWith(vision: ColorVision, [red, green, blue]: LinearRgb): LinearRgb {
  const [r, g, b] = visions[vision].map(([x, y, z]) =>
    Math.min(1, Math.max(0, x * red + y * green + z * blue)),
  );
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** The contrast of two colors such as `#1b2328`. */
export const contrastOf = (one: string, other: string) =>
  contrast(hexToLinearRgb(one), hexToLinearRgb(other));
