import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLegend, fitsPdfFont, planPdf } from '#kits/map/export/pdf-layout.ts';

test('everything stays on the page, apart from each other, with the map in its own shape', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 4000 }),
      fc.integer({ min: 200, max: 4000 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 120 }),
      (mapWidth, mapHeight, hasTitle, legendEntries) => {
        const { page, title, map, legend, footer } = planPdf({
          mapWidth,
          mapHeight,
          hasTitle,
          legendEntries,
        });
        expect(map.width / map.height).toBeCloseTo(mapWidth / mapHeight, 6);
        expect(Math.max(map.width, map.height)).toBeGreaterThan(60);
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
      },
    ),
  );
});

test('a wide map has its legend below, a tall one beside', () => {
  const wide = planPdf({ mapWidth: 1600, mapHeight: 800, hasTitle: true, legendEntries: 10 });
  expect(wide.legend?.y).toBeGreaterThan(wide.map.y + wide.map.height);
  const tall = planPdf({ mapWidth: 400, mapHeight: 800, hasTitle: true, legendEntries: 10 });
  expect(tall.legend?.x).toBeGreaterThan(tall.map.x + tall.map.width);
});

test('a legend that does not fit says how much is left', () => {
  expect(fitLegend(['a', 'b', 'c'], 3)).toEqual({ shown: ['a', 'b', 'c'], left: 0 });
  expect(fitLegend(['a', 'b', 'c', 'd'], 3)).toEqual({ shown: ['a', 'b'], left: 2 });
});

test('only Latin-1 is left to the fonts of the PDF', () => {
  expect(fitsPdfFont('Snake River · 50 % ©')).toBe(true);
  expect(fitsPdfFont('Sites — May')).toBe(false);
  expect(fitsPdfFont('河')).toBe(false);
});
