import { describe, expect, test } from 'vitest';
import { surfaces } from '#domain/legible.ts';
import { bandColors, colorOfYear, groundMedianColor } from '#domain/season-colors.ts';
import { seasonStyles } from '#domain/season-lines.ts';
import { contrast } from '#lib/legible-color.ts';
import { hexToLinearRgb, linearRgbToOklab, relativeLuminance } from '#lib/oklab.ts';

const years = Array.from({ length: 12 }, (_, at) => 2016 + at);
const contrastOf = (one: string, other: string) => contrast(hexToLinearRgb(one), hexToLinearRgb(other));

function distanceOf(one: string, other: string): number {
  const [p, q] = [one, other].map((color) => linearRgbToOklab(hexToLinearRgb(color)));
  return Math.hypot(...[0, 1, 2].map((at) => (p?.[at] ?? 0) - (q?.[at] ?? 0)));
}

describe.each(['light', 'dark'] as const)('the colors of a season in the %s theme', (theme) => {
  const grounds = [surfaces[theme], ...bandColors[theme]];
  const statistics = [...seasonStyles(['Minimum', 'Median', 'Maximum'], theme).values()];
  const lines = [...years.map((year) => colorOfYear(year, theme)), ...statistics.map((each) => each.color)];

  test('have a contrast of 3:1 on the surface and on every band', () => {
    for (const line of [...lines, groundMedianColor[theme]]) {
      for (const ground of grounds) expect(contrastOf(line, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  test('differ from one another', () => {
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) expect(distanceOf(one, other)).toBeGreaterThan(0.06);
    }
  });

  test('lead from the palest band to the innermost, away from the surface', () => {
    const steps = grounds.map((each) => relativeLuminance(hexToLinearRgb(each)));
    const ordered = steps.toSorted((one, other) => (theme === 'light' ? other - one : one - other));
    expect(steps).toEqual(ordered);
    expect(new Set(steps).size).toBe(4);
  });
});

test('a year and the twelfth after it share a color', () => {
  expect(colorOfYear(2014, 'light')).toBe(colorOfYear(2026, 'light'));
  expect(colorOfYear(1934, 'dark')).not.toBe(colorOfYear(1935, 'dark'));
});
