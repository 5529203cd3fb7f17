import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignColours, categoryColours, coloursRepeat, noValueColour } from '#domain/palette.ts';

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

/** Machado, Oliveira and Fernandes 2009, severity 1. */
const sights: Record<string, Triple[]> = {
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

describe('categoryColours', () => {
  it.each(Object.keys(sights))('can be told apart with %s sight', (sight) => {
    const colours = [...categoryColours, noValueColour].map((hex) =>
      lab(rows(sights[sight] ?? [], rgb(hex))),
    );
    colours.forEach((one, index) => {
      for (const other of colours.slice(0, index)) {
        const distance = Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)));
        expect(distance).toBeGreaterThan(12);
      }
    });
  });
});

describe('assignColours', () => {
  it('gives a value the colour of its place, whatever else is there', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 60 }), fc.string(), (values, extra) => {
        const before = assignColours(values);
        const after = assignColours([...values, extra]);
        for (const value of values) expect(after.get(value)).toBe(before.get(value));
        expect(new Set(before.values()).size).toBe(Math.min(values.length, categoryColours.length));
      }),
    );
  });

  it('says when colours repeat', () => {
    expect(coloursRepeat(20)).toBe(false);
    expect(coloursRepeat(21)).toBe(true);
  });
});
