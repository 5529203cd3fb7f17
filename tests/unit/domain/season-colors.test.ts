import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { surfaces } from '#domain/legible.ts';
import { assignSlots, bandColors, seasonPaint, styleYears, yearColors } from '#domain/season-colors.ts';
import { contrast } from '#lib/legible-color.ts';
import { hexToLinearRgb, type LinearRgb, relativeLuminance } from '#lib/oklab.ts';

/** CIELAB of a linear sRGB color, D65. */
function toLab([red, green, blue]: LinearRgb): readonly [number, number, number] {
  const f = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116);
  const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const toDegrees = (radians: number) => ((radians * 180) / Math.PI + 360) % 360;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The difference of two colors by CIEDE2000 (Sharma et al. 2005): 1 is just visible. */
function colorDifference(one: LinearRgb, other: LinearRgb): number {
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

const contrastOf = (one: string, other: string) => contrast(hexToLinearRgb(one), hexToLinearRgb(other));

/** What deuteranopia makes of a color (Machado et al. 2009, severity 1). */
function withDeuteranopia([red, green, blue]: LinearRgb): LinearRgb {
  const clamp = (part: number) => Math.min(1, Math.max(0, part));
  return [
    clamp(0.367322 * red + 0.860646 * green - 0.227968 * blue),
    clamp(0.280085 * red + 0.672501 * green + 0.047413 * blue),
    clamp(-0.01182 * red + 0.04294 * green + 0.968881 * blue),
  ];
}

describe.each(['light', 'dark'] as const)('the colors of a season in the %s theme', (theme) => {
  const grounds = [surfaces[theme], ...bandColors[theme]];
  const { running, last, median } = seasonPaint[theme];

  test.each([
    ['normal vision', (color: LinearRgb) => color],
    ['deuteranopia', withDeuteranopia],
  ] as const)('of six chosen years differ by 20 or more, two by two, with %s', (_vision, see) => {
    const seen = yearColors[theme].map((each) => see(hexToLinearRgb(each)));
    for (const [at, one] of seen.entries()) {
      for (const other of seen.slice(at + 1)) expect(colorDifference(one, other)).toBeGreaterThanOrEqual(20);
    }
  });

  test('have a contrast of 3:1 on the surface and on every band', () => {
    for (const line of [...yearColors[theme], running, last]) {
      for (const ground of grounds) expect(contrastOf(line, ground)).toBeGreaterThanOrEqual(3);
    }
    expect(contrastOf(median, surfaces[theme])).toBeGreaterThanOrEqual(3);
  });

  test('lead from the palest band to the innermost, away from the surface', () => {
    const steps = grounds.map((each) => relativeLuminance(hexToLinearRgb(each)));
    const ordered = steps.toSorted((one, other) => (theme === 'light' ? other - one : one - other));
    expect(steps).toEqual(ordered);
    expect(new Set(steps).size).toBe(4);
  });
});

describe('the lines of years', () => {
  const years = [2026, 2025, 1992, 2001, 2011, 2021, 1977, 1984, 1999];
  const styles = styleYears(years, { running: 2026, theme: 'light' });

  test('lead with the running one; the last is dark gray, six have a color, further ones are gray', () => {
    expect(styles.get(2026)).toEqual({ color: seasonPaint.light.running, emphasis: 'leading' });
    expect(styles.get(2025)).toEqual({ color: seasonPaint.light.last, width: 1.5 });
    const chosen = years.slice(2, 8).map((year) => styles.get(year)?.color);
    expect(new Set(chosen)).toEqual(new Set(yearColors.light));
    expect(styles.get(1999)).toEqual({ color: seasonPaint.light.other, emphasis: 'context' });
  });

  test('keep their slots when more are chosen, and share none', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 1900, max: 2030 }), { maxLength: 12 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 12 }), (all, count) => {
        const [before, after] = [assignSlots(all.slice(0, count), 6), assignSlots(all, 6)];
        for (const [key, slot] of before) expect(after.get(key)).toBe(slot);
        expect(new Set(after.values()).size).toBe(Math.min(6, all.length));
      }),
    );
  });
});
