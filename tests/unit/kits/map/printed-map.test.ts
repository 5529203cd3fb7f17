import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePage } from '#kits/map/export/print-map.ts';
import { breakLines, isRightToLeft } from '#kits/map/export/text-lines.ts';
import { forAll } from '../../../support/for-all.ts';

/** Sizes of windows; the map has what the top bar and the filters leave, and beside the sidebar less of the width. */
test.each([
  ['390 × 844', 390, 680, 'upright', 'beside'],
  ['768 × 1024', 768, 860, 'lying', 'beside'],
  ['820 × 780', 820, 620, 'lying', 'beside'],
  ['1000 × 1000', 1000, 840, 'upright', 'below'],
  ['1024 × 768', 766, 608, 'upright', 'below'],
  ['1440 × 900', 1182, 740, 'upright', 'below'],
  ['1920 × 600', 1662, 440, 'lying', 'below'],
] as const)('has map and legend of a window of %s on one page', (_, width, height, page, legend) => {
  for (const rows of [12, 24])
    expect(choosePage({ width, height }, rows)).toMatchObject({ page, legend, isWhole: true });
});

test('fills the width or the height of the page with the map; a long legend goes on below it', () => {
  const side = fc.integer({ min: 200, max: 4000 });
  forAll([side, side, fc.integer({ min: 0, max: 400 })], 100, (width, height, rows) => {
    const chosen = choosePage({ width, height }, rows);
    const room = chosen.page === 'upright' ? [191.9, 216] : [255.4, 152];
    const shares = [chosen.width, (chosen.width * height) / width].map((each, at) => each / (room[at] ?? 0));
    expect(Math.max(...shares)).toBeCloseTo(1, 6);
    if (!chosen.isWhole) expect(chosen.legend).toBe('below');
  });
});

test('breaks long titles between words, or between letters in scripts without spaces', () => {
  const widthOf = (text: string): number => text.length;
  expect(breakLines('Sites of the Snake River', widthOf, 12, 2)).toEqual(['Sites of the', 'Snake River']);
  expect(breakLines('one two three four five', widthOf, 8, 2)).toEqual(['one two', 'three f…']);
  expect(breakLines('水水水水水', widthOf, 3, 2)).toEqual(['水水水', '水水']);
  expect(breakLines('', widthOf, 3, 2)).toEqual([]);
});

test('breaks no emoji of several code points, and finds the script that is read from the right', () => {
  const widthOf = (text: string): number => text.length;
  const family = '👨‍👩‍👧‍👦';
  for (const line of breakLines(family.repeat(3), widthOf, 12, 5)) {
    expect(line.replaceAll(family, '')).toBe('');
  }
  expect(isRightToLeft('2026: נהר הנחש')).toBe(true);
  expect(isRightToLeft('Snake נהר')).toBe(false);
  expect(isRightToLeft('2026')).toBe(false);
});
