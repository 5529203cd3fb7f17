import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';

const pages = [
  ['Today', '/watershed-overview/today', '[data-today][data-state=shown] [data-place=wells] li'],
  ['River', '/watershed-overview/river', '[data-river-page][data-state=shown] [data-river] svg'],
  ['the map', '/watershed-overview/map-of-sites', 'main li'],
  ['the Site Summary Table', '/watershed-overview/site-summary-table?size=10', 'main tbody tr'],
  ['a site', '/sites/14', '[data-sheet=ready]'],
  ['the reaches', `${tools}/reach-gains-comparison`, '[data-board] tbody tr'],
  ['snow', `${tools}/snotel-swe-data?s.size=5&h.size=5`, '[data-sheet=ready] tbody tr'],
  ['the outlook', `${tools}/forecast-supply?view=outlook`, '[data-sheet=ready]'],
] as const;

const media = [
  { width: 1440, height: 900, media: 'screen' },
  { width: 768, height: 1024, media: 'screen' },
  { width: 390, height: 844, media: 'screen' },
  // Letter paper between its margins, upright and on its side.
  { width: 728, height: 979, media: 'print' },
  { width: 968, height: 739, media: 'print' },
] as const;

for (const [name, address, drawn] of pages) {
  test(`the rows of ${name} are read in the order of the document at every width and on paper`, async ({
    page,
  }) => {
    await openSignedIn(page, accounts.developer, address);
    await expect(page.locator(drawn).first()).toBeAttached({ timeout: 30_000 });
    let rows = 0;
    for (const { media: kind, ...size } of media) {
      await page.setViewportSize(size);
      await page.emulateMedia({ media: kind });
      // Screens of React follow the width with the next frame.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      // Its list of a phone takes the place of the drawing a moment later.
      if (name === 'River' && size.width === 390) await expect(page.locator('main li').first()).toBeVisible();
      const found = await misplacedCells(page);
      expect(found.misplaced, `${size.width} px, ${kind}`).toEqual([]);
      rows += found.rows;
    }
    expect(rows).toBeGreaterThan(0);
  });
}

test('finds a cell that is drawn before one that precedes it', async ({ page }) => {
  await page.setContent(
    '<main><ul><li style="display: flex; flex-direction: row-reverse"><p>name</p><p>value</p></li></ul></main>',
  );
  expect(await misplacedCells(page)).toEqual({ rows: 1, misplaced: ['value before name'] });
});

/**
 * The cells of all rows of lists and tables that are drawn before a cell that precedes them in the document: to the left of it on
 * the same line, or above it and not in a column to the right.
 */
async function misplacedCells(page: Page): Promise<{ rows: number; misplaced: string[] }> {
  return page.evaluate(() => {
    /** What is laid out beside one another within an element. */
    const cellsOf = (element: Element): Element[] => {
      const cells = [...element.children].flatMap((child) =>
        getComputedStyle(child).display === 'contents' ? cellsOf(child) : [child],
      );
      return cells.length === 1 && cells[0] ? cellsOf(cells[0]) : cells;
    };
    const isShown = (cell: Element) => {
      const { width, height } = cell.getBoundingClientRect();
      const { position, visibility } = getComputedStyle(cell);
      return width > 1 && height > 1 && visibility === 'visible' && !/absolute|fixed/.test(position);
    };
    const slack = 2;
    const textOf = (cell: Element) => cell.textContent?.trim().slice(0, 30) || cell.className.toString();
    const rows = [...document.querySelectorAll('main :is(li, tr)')].filter(
      (row) => row.getBoundingClientRect().height > 0,
    );
    const misplaced = rows.flatMap((row) => {
      const cells = cellsOf(row).filter(isShown);
      return cells.slice(1).flatMap((cell, at) => {
        const before = cells[at] as Element;
        const [one, other] = [before.getBoundingClientRect(), cell.getBoundingClientRect()];
        const isBelow = other.top >= one.bottom - slack;
        const isRight = other.left >= one.right - slack;
        const isBefore =
          (!isBelow && other.right <= one.left + slack) || (!isRight && other.bottom <= one.top + slack);
        return isBefore ? [`${textOf(cell)} before ${textOf(before)}`] : [];
      });
    });
    return { rows: rows.length, misplaced };
  });
}
