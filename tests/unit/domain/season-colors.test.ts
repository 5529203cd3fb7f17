import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assignSlots,
  bandColors,
  seasonPaint,
  styleYears,
  yearColors,
} from '#domain/season/season-colors.ts';
import { hexToLinearRgb, relativeLuminance, surfaces } from '#lib/colors.ts';
import { colorDifference, contrastOf, seenWith } from '../../support/color-difference.ts';
import { forAll } from '../../support/for-all.ts';

describe.each(['light', 'dark'] as const)('the colors of a season in the %s theme', (theme) => {
  const grounds = [surfaces[theme], ...bandColors[theme]];
  const { running, last, minimum, median, maximum } = seasonPaint[theme];
  const distance = (one: string, other: string) =>
    colorDifference(hexToLinearRgb(one), hexToLinearRgb(other));

  test.each(['normal', 'deutan'] as const)(
    'of six chosen years differ by 20 or more, with %s vision',
    (vision) => {
      const seen = yearColors[theme].map((each) => seenWith(vision, hexToLinearRgb(each)));
      for (const [at, one] of seen.entries()) {
        for (const other of seen.slice(at + 1))
          expect(colorDifference(one, other)).toBeGreaterThanOrEqual(20);
      }
    },
  );

  test('are far from the red of Submit buttons', () => {
    const submit = seenWith('normal', hexToLinearRgb(theme === 'light' ? '#c42b22' : '#c9372d'));
    for (const line of [...yearColors[theme], running, last]) {
      expect(colorDifference(seenWith('normal', hexToLinearRgb(line)), submit)).toBeGreaterThanOrEqual(20);
    }
  });

  test('have a contrast of 3:1 on the surface and on every band', () => {
    for (const line of [...yearColors[theme], running, last, minimum, median, maximum]) {
      for (const ground of grounds) expect(contrastOf(line, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  test('differ by 14 or more between years and the statistics, none of which is the red of Submit', () => {
    for (const line of [running, minimum, median, maximum]) {
      for (const year of yearColors[theme]) expect(distance(year, line)).toBeGreaterThanOrEqual(14);
    }
    const submit = { light: '#c42b22', dark: '#c9372d' }[theme];
    expect(distance(maximum, submit)).toBeGreaterThan(9);
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
    forAll([keys, fc.integer({ min: 0, max: 12 })], 100, (all, count) => {
      const [before, after] = [assignSlots(all.slice(0, count), 6), assignSlots(all, 6)];
      for (const [key, slot] of before) expect(after.get(key)).toBe(slot);
      expect(new Set(after.values()).size).toBe(Math.min(6, all.length));
    });
  });
});
