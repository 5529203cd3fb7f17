import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLayout, fitsPdfFont, flowRows, layoutPdf, widthWithin } from '#kits/map/export/pdf-layout.ts';
import { breakLines, isRightToLeft } from '#kits/map/export/text-lines.ts';

const input = fc.record({
  mapWidth: fc.integer({ min: 200, max: 4000 }),
  mapHeight: fc.integer({ min: 200, max: 4000 }),
  titleHeight: fc.integer({ min: 0, max: 40 }),
  footerHeight: fc.integer({ min: 10, max: 40 }),
  portrait: fc.boolean(),
  legendRows: fc.integer({ min: 0, max: 400 }),
});

test('keeps everything on the page without overlaps, and the aspect ratio of the map', () => {
  fc.assert(
    fc.property(input, (chosen) => {
      const { page, title, map, legend, footer } = layoutPdf(chosen);
      expect(map.width / map.height).toBeCloseTo(chosen.mapWidth / chosen.mapHeight, 6);
      expect(Math.max(map.width, map.height)).toBeGreaterThan(40);
      for (const box of [title, map, legend, footer]) {
        if (!box) continue;
        expect(box.x).toBeGreaterThanOrEqual(12 - 1e-9);
        expect(box.x + box.width).toBeLessThanOrEqual(page.width - 12 + 1e-9);
        expect(box.y + box.height).toBeLessThanOrEqual(page.height - 12 + 1e-9);
      }
      if (title) expect(title.y + title.height).toBeLessThan(map.y);
      expect(map.y + map.height).toBeLessThan(footer.y);
      if (legend) {
        const beside = legend.x >= map.x + map.width;
        const below = legend.y >= map.y + map.height;
        expect(beside || below).toBe(true);
        expect(legend.y + legend.height).toBeLessThan(footer.y);
      }
    }),
  );
});

test('fills the width or the height of the page with the map, however long the legend', () => {
  fc.assert(
    fc.property(input, (chosen) => {
      const { map, footer } = layoutPdf(chosen);
      const widthShare = map.width / widthWithin(chosen.portrait);
      const heightShare = map.height / (footer.y - 4 - map.y);
      expect(Math.max(widthShare, heightShare)).toBeCloseTo(1, 6);
    }),
  );
});

/** Sizes of windows; the map has what the top bar and the filters leave, and beside the sidebar less of the width. */
const windows = [
  { window: '390 × 844', mapWidth: 390, mapHeight: 680, expected: 'upright' },
  { window: '768 × 1024', mapWidth: 768, mapHeight: 860, expected: 'lying' },
  { window: '820 × 780', mapWidth: 820, mapHeight: 620, expected: 'lying' },
  { window: '1000 × 1000', mapWidth: 1000, mapHeight: 840, expected: 'upright' },
  { window: '1024 × 768', mapWidth: 766, mapHeight: 608, expected: 'lying' },
  { window: '1440 × 900', mapWidth: 1182, mapHeight: 740, expected: 'upright' },
  { window: '1920 × 600', mapWidth: 1662, mapHeight: 440, expected: 'lying' },
] as const;

test.each(windows)('fits map and legend of a window of $window on one page', (shape) => {
  for (const legendRows of [0, 12, 24]) {
    const inputOf = (portrait: boolean) => ({
      ...shape,
      legendRows,
      portrait,
      titleHeight: 9,
      footerHeight: 22,
    });
    const { portrait, plan } = chooseLayout(inputOf(true), inputOf(false));
    const { map, footer, page, legend, continuation } = plan;
    if (legendRows > 0) expect(portrait ? 'upright' : 'lying').toBe(shape.expected);
    const height = footer.y - 4 - map.y;
    expect(Math.max(map.width / widthWithin(portrait), map.height / height)).toBeCloseTo(1, 6);
    expect(map.width / map.height).toBeCloseTo(shape.mapWidth / shape.mapHeight, 6);
    expect(map.x + map.width).toBeLessThanOrEqual(page.width - 12 + 1e-9);
    expect(map.height).toBeLessThanOrEqual(height + 1e-9);
    const rows = Array.from({ length: legendRows }, () => ({ kind: 'entry' }));
    for (const each of flowRows(rows, legend, continuation)) expect(each.page).toBe(0);
  }
});

test('begins a legend on the next page where the map leaves no place for it', () => {
  const plan = layoutPdf({
    mapWidth: 1000,
    mapHeight: 630,
    portrait: false,
    titleHeight: 0,
    footerHeight: 20,
    legendRows: 2,
  });
  expect(plan.legend).toBeNull();
  const [first] = flowRows([{ kind: 'head' }, { kind: 'entry' }], plan.legend, plan.continuation);
  expect(first).toMatchObject({ page: 1, x: 12, y: 12 });
});

test('puts a short legend below a wide map, which leaves the map larger', () => {
  const input = { titleHeight: 9, footerHeight: 20, legendRows: 10, portrait: false };
  const wide = layoutPdf({ ...input, mapWidth: 1600, mapHeight: 800 });
  expect(wide.legend?.y).toBeGreaterThan(wide.map.y + wide.map.height);
  const tall = layoutPdf({ ...input, mapWidth: 400, mapHeight: 800 });
  expect(tall.legend?.x).toBeGreaterThan(tall.map.x + tall.map.width);
});

test('gives every row of a long legend its own place, on further pages if necessary', () => {
  fc.assert(
    fc.property(input, (chosen) => {
      const { legend, continuation } = layoutPdf(chosen);
      if (!legend) return;
      const rows = Array.from({ length: chosen.legendRows }, (_, id) => ({ kind: 'entry', id }));
      const flowed = flowRows(rows, legend, continuation);
      expect(flowed.map(({ row }) => row)).toEqual(rows);
      expect(new Set(flowed.map(({ page, x, y }) => `${page} ${x} ${y}`)).size).toBe(rows.length);
    }),
  );
});

test('keeps headings with the rows below them, and begins no column with a blank row', () => {
  const grid = { x: 0, y: 0, width: 20, height: 15, columns: 2, rows: 3, rowHeight: 5 };
  const rows = ['entry', 'entry', 'head', 'entry', 'entry', 'blank', 'head', 'entry'].map((kind) => ({
    kind,
  }));
  const flowed = flowRows(rows, grid, grid);
  expect(flowed.map(({ row, page, x, y }) => [row.kind, page, x, y])).toEqual([
    ['entry', 0, 0, 0],
    ['entry', 0, 0, 5],
    ['head', 0, 10, 0],
    ['entry', 0, 10, 5],
    ['entry', 0, 10, 10],
    ['head', 1, 0, 0],
    ['entry', 1, 0, 5],
  ]);
});

test('breaks long titles between words, or between letters in scripts without spaces', () => {
  const widthOf = (text: string): number => text.length;
  expect(breakLines('Sites of the Snake River', widthOf, 12, 2, '...')).toEqual([
    'Sites of the',
    'Snake River',
  ]);
  expect(breakLines('one two three four five', widthOf, 8, 2, '...')).toEqual(['one two', 'three...']);
  expect(breakLines('水水水水水', widthOf, 3, 2, '…')).toEqual(['水水水', '水水']);
  expect(breakLines('', widthOf, 3, 2, '…')).toEqual([]);
});

test('writes only Windows-1252 text in the fonts of the PDF', () => {
  expect(fitsPdfFont('Snake River · 50 % ©')).toBe(true);
  expect(fitsPdfFont('Sites — May “2026”')).toBe(true);
  expect(fitsPdfFont('→')).toBe(false);
  expect(fitsPdfFont('河')).toBe(false);
});

test('stands upright on an upright page, and gives a legend beside the map the rest of the width', () => {
  const input = { titleHeight: 9, footerHeight: 20, legendRows: 24 };
  const upright = layoutPdf({ ...input, mapWidth: 390, mapHeight: 666, portrait: true });
  expect(upright.page.height).toBeGreaterThan(upright.page.width);
  const lying = layoutPdf({ ...input, mapWidth: 816, mapHeight: 792, portrait: false });
  expect(lying.page.width).toBeGreaterThan(lying.page.height);
  for (const { page, map, legend } of [upright, lying]) {
    expect(map.x).toBe(12);
    expect((legend?.x ?? 0) + (legend?.width ?? 0)).toBeCloseTo(page.width - 12, 6);
  }
  expect(lying.legend?.rowHeight).toBeGreaterThan(5);
});

test('breaks no emoji of several code points, and finds the script that is read from the right', () => {
  const widthOf = (text: string): number => text.length;
  const family = '👨‍👩‍👧‍👦';
  for (const line of breakLines(family.repeat(3), widthOf, 12, 5, '…')) {
    expect(line.replaceAll(family, '')).toBe('');
  }
  expect(isRightToLeft('2026: נהר הנחש')).toBe(true);
  expect(isRightToLeft('Snake נהר')).toBe(false);
  expect(isRightToLeft('2026')).toBe(false);
});
