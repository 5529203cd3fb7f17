import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignColors, categoryColors, gradientColor, noValueColor } from '#lib/colors.ts';
import { forAll } from '../../support/for-all.ts';

type Triple = [number, number, number];
const linear = (byte: number) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const rgb = (hex: string): Triple => [
  linear(Number.parseInt(hex.slice(1, 3), 16)),
  linear(Number.parseInt(hex.slice(3, 5), 16)),
  linear(Number.parseInt(hex.slice(5, 7), 16)),
];
const rows = (matrix: readonly Triple[], [r, g, b]: Triple): number[] =>
  matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b)));

function lab([r = 0, g = 0, b = 0]: number[]): number[] {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** OKLab (Ottosson 2020) times 100, a space in which distances match perception, in blues too. */
function oklab([r = 0, g = 0, b = 0]: number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    100 * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s),
    100 * (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s),
    100 * (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s),
  ];
}

const colorDistance = (one: readonly number[], other: readonly number[]) =>
  Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)));

/** Simulations of color vision (Machado, Oliveira and Fernandes 2009, severity 1). */
const colorVisions: Record<string, Triple[]> = {
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
};

describe('categoryColors', () => {
  it.each(Object.keys(colorVisions))('can be distinguished with %s vision', (colorVision) => {
    const colors = [...categoryColors, noValueColor].map((hex) =>
      lab(rows(colorVisions[colorVision] ?? [], rgb(hex))),
    );
    colors.forEach((one, index) => {
      for (const other of colors.slice(0, index)) expect(colorDistance(one, other)).toBeGreaterThan(12);
    });
  });

  it.each(Object.keys(colorVisions))(
    'starts with twelve that can be distinguished as small dots with %s vision',
    (colorVision) => {
      const colors = [...categoryColors.slice(0, 12), noValueColor].map((hex) =>
        oklab(rows(colorVisions[colorVision] ?? [], rgb(hex))),
      );
      colors.forEach((one, index) => {
        for (const other of colors.slice(0, index)) expect(colorDistance(one, other)).toBeGreaterThan(11);
      });
    },
  );
});

describe('gradientColor', () => {
  it.each(Object.keys(colorVisions))(
    'gets lighter evenly, over a range that suits both themes, with %s vision',
    (colorVision) => {
      const ramp = Array.from({ length: 57 }, (_, step) =>
        oklab(rows(colorVisions[colorVision] ?? [], rgb(gradientColor(step / 56)))),
      );
      const lightness = ramp.map(([l = 0]) => l);
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
