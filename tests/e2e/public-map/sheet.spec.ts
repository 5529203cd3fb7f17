import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { openMap } from './map.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const heightOf = async (page: Page): Promise<number> =>
  (await page.locator('[data-stop]').boundingBox())?.height ?? 0;

test('the sheet has three stops, by its buttons and by dragging', async ({ page }) => {
  await openMap(page);
  const larger = page.getByRole('button', { name: 'Make the sheet larger' });
  const smaller = page.getByRole('button', { name: 'Make the sheet smaller' });
  await expect(smaller).toHaveAttribute('aria-disabled', 'true');
  const peek = await heightOf(page);
  expect(peek).toBeLessThan(80);
  for (const button of [larger, smaller]) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
  }
  await larger.click();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(250);
  await expect(page.getByRole('button', { name: 'List of sites' })).toHaveAttribute('aria-pressed', 'true');
  await larger.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => heightOf(page)).toBeGreaterThan(700);
  await expect(larger).toHaveAttribute('aria-disabled', 'true');

  const heading = await page.getByRole('heading', { name: 'Most unusual now' }).boundingBox();
  const [x, y] = [(heading?.x ?? 0) + 10, (heading?.y ?? 0) + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, 500, { steps: 4 });
  await page.mouse.move(x, 820, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => heightOf(page)).toBe(peek);
});

test('a row shows the site in the sheet and on the map, and the list is found again', async ({ page }) => {
  await openMap(page, '?panels=sites');
  const rows = page.getByRole('list', { name: 'Sites in view' }).getByRole('button');
  const row = rows.nth(30);
  const name = (await row.locator('span').first().textContent()) ?? '';
  await row.click();
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet.getByRole('list', { name: 'Latest values' })).toBeVisible();
  await expect(rows.first()).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(row).toBeInViewport();
  await expect(row).toContainText(name);

  await row.click();
  await expect(sheet).toBeVisible();
  await page.locator('.leaflet-container').tap({ position: { x: 30, y: 300 } });
  await expect(sheet).toBeHidden();
});

test('the whole basin is in view above the sheet, and the sources fold', async ({ page }) => {
  await openMap(page);
  await expect(page.getByText('374 of 374 sites in view')).toBeVisible();
  const sources = page.getByRole('button', { name: 'Sources of the map' });
  const leaflet = page.getByRole('link', { name: 'Leaflet' });
  await expect(leaflet).toBeHidden();
  await sources.click();
  await expect(leaflet).toBeVisible();
});
