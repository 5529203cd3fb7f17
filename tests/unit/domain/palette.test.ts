import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignColors,
  categoryColors,
  gradientColor,
  hexToLinearRgb,
  linearRgbToOklab,
  noValueColor,
} from '#lib/colors.ts';
import { type ColorVision, colorVisions, seenWith, toLab } from '../../support/color-difference.ts';
import { forAll } from '../../support/for-all.ts';

/** OKLab (Ottosson 2020) times 100, a space in which distances match perception, in blues too. */
const oklabOf = (hex: string, vision: ColorVision) =>
  linearRgbToOklab(seenWith(vision, hexToLinearRgb(hex))).map((part) => 100 * part);
const labOf = (hex: string, vision: ColorVision) => toLab(seenWith(vision, hexToLinearRgb(hex)));

function expectApart(colors: readonly (readonly number[])[], distance: number): void {
  for (const [at, one] of colors.entries()) {
    for (const other of colors.slice(0, at))
      expect(Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)))).toBeGreaterThan(distance);
  }
}

describe('categoryColors', () => {
  it.each(colorVisions)('can be distinguished with %s vision', (vision) => {
    expectApart(
      [...categoryColors, noValueColor].map((hex) => labOf(hex, vision)),
      12,
    );
  });

  it.each(colorVisions)(
    'starts with twelve that can be distinguished as small dots with %s vision',
    (vision) => {
      expectApart(
        [...categoryColors.slice(0, 12), noValueColor].map((hex) => oklabOf(hex, vision)),
        11,
      );
    },
  );
});

describe('gradientColor', () => {
  it.each(colorVisions)(
    'gets lighter evenly, over a range that suits both themes, with %s vision',
    (vision) => {
      const lightness = Array.from(
        { length: 57 },
        (_, step) => oklabOf(gradientColor(step / 56), vision)[0] ?? 0,
      );
      const steps = lightness.slice(1).map((l, index) => l - (lightness[index] ?? 0));
      expect(Math.min(...steps)).toBeGreaterThan(0.4);
      expect((lightness.at(-1) ?? 0) - (lightness[0] ?? 0)).toBeGreaterThan(50);
    },
  );
});

describe('assignColors', () => {
  it('does not change the colors of values when another is appended', () =>
    forAll([fc.uniqueArray(fc.string(), { maxLength: 19 }), fc.string()], 100, (values, extra) => {
      const before = assignColors(values);
      const after = assignColors([...values, extra]);
      for (const value of values) expect(after.get(value)).toBe(before.get(value));
    }));

  it('gives 20 values the category colors, and more than 20 a gradient without repeats', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `Unit ${index}`);
    expect([...assignColors(names(20)).values()]).toEqual([...categoryColors]);
    for (const count of [21, 57, 87]) {
      const colors = [...assignColors(names(count)).values()];
      expect(new Set(colors).size).toBe(count);
      expect([colors[0], colors.at(-1)]).toEqual([gradientColor(0), gradientColor(1)]);
    }
  });
});
