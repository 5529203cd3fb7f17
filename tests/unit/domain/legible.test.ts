import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  categoryColors,
  contrast,
  gradientColor,
  hexToLinearRgb,
  legibleOn,
  linearRgbToOklab,
  surfaces,
} from '#lib/colors.ts';
import { forAll } from '../../support/for-all.ts';

const themes = ['light', 'dark'] as const;

describe.each(themes)('on the %s surface', (theme) => {
  test('any color gets a contrast of 3 to 1, and one with enough contrast does not change', () => {
    const ground = hexToLinearRgb(surfaces[theme]);
    forAll([fc.integer({ min: 0, max: 0xffffff })], 100, (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`;
      const legible = legibleOn(color, theme);
      expect(contrast(hexToLinearRgb(legible), ground)).toBeGreaterThanOrEqual(3);
      if (contrast(hexToLinearRgb(color), ground) >= 3) expect(legible).toBe(color);
    });
  });

  test('the twenty colors stay distinct', () => {
    const shown = categoryColors.map((color) => linearRgbToOklab(hexToLinearRgb(legibleOn(color, theme))));
    for (const [index, one] of shown.entries()) {
      for (const other of shown.slice(index + 1)) {
        expect(Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)))).toBeGreaterThan(0.01);
      }
    }
  });

  test('the gradient keeps its order', () => {
    const lightness = Array.from(
      { length: 30 },
      (_, index) => linearRgbToOklab(hexToLinearRgb(legibleOn(gradientColor(index / 29), theme)))[0],
    );
    const inOrder = lightness.every(
      (each, index) => index === 0 || each >= (lightness[index - 1] ?? 0) - 0.02,
    );
    expect(inOrder).toBe(true);
  });
});

test('the surfaces match the styles', async () => {
  const { readFile } = await import('node:fs/promises');
  const tokens = await readFile(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain(`--color-surface: light-dark(${surfaces.light}, ${surfaces.dark});`);
});
