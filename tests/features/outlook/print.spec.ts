import { readFile } from 'node:fs/promises';
import { expect, test } from '../../support/e2e.ts';
import { testSheets } from '../../support/printed-sheets.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { createOutlookExample } from './outlook-example.ts';

const address = '/data-analysis-tools/forecast-supply?view=outlook&point=heise&issued=2026-04-01';

// With everything in it.
testSheets([['the outlook', address, 2, 'KAF']], (page) =>
  page.route('**/api/outlook/**', (route) => route.fulfill({ json: createOutlookExample() })),
);

test('the picture of a chart has its own font, and the labels of its legend stand apart', async ({
  page,
}) => {
  await page.route('**/api/outlook/**', (route) => route.fulfill({ json: createOutlookExample() }));
  await openSignedIn(page, accounts.developer, address);
  await page.getByRole('button', { name: /^Export the chart Record/ }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download SVG of the chart Record/ }).click();
  const svg = await readFile(await (await saved).path(), 'utf8');
  // Another page, without the fonts of the portal.
  await page.goto('about:blank');
  await page.setContent(svg);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('13px "Source Sans 3 Variable"'))).toBe(true);
  const boxes = await page
    .locator('.role-legend-symbol path, .role-legend-label text')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes).toHaveLength(6);
  for (const one of boxes) {
    const right = (await page.locator('svg').getAttribute('width')) ?? '';
    expect(one.right).toBeLessThan(Number(right));
    for (const other of boxes.filter((each) => each !== one && Math.abs(each.y - one.y) < 10))
      expect(one.right <= other.left || other.right <= one.left).toBe(true);
  }
});
