import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { mapPath, openLayers, openMap, searchField, siteCount } from './map.ts';

const visiblePanel = (page: Page) => page.locator('section[data-side]:visible');

test('no accessibility violations, closed and open', async ({ page }) => {
  await openMap(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Layers and basemaps' }).click();
  await page.getByLabel('Color by').selectOption({ label: 'Location Types' });
  await page.getByRole('list', { name: 'Sites in view' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'HUC 10s' }).click();
  await expect(page.getByRole('dialog', { name: 'HUC 10s' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('the disclaimer', () => {
  test.use({ disclaimer: 'asked' });
  test('has no accessibility violations', async ({ page }) => {
    await page.goto(mapPath);
    await expect(page.getByRole('dialog', { name: 'Disclaimer' })).toBeVisible();
    await expectAccessible(page);
  });

  test('and the map can be operated with only the keyboard', { tag: '@quick' }, async ({ page }) => {
    await page.goto(mapPath);
    const walkTo = async (name: string | RegExp, role: 'button' | 'checkbox' | 'combobox' = 'button') => {
      const target = page.getByRole(role, { name }).first();
      await expect(target).toBeVisible();
      for (let press = 0; press < 80; press += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} was not reached by Tab.`);
    };
    await expect(page.getByRole('dialog', { name: 'Disclaimer' })).toBeVisible();
    await walkTo('Accept');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Disclaimer' })).toBeHidden();
    await expect(siteCount(page)).toBeVisible();

    await walkTo('Location Types');
    await page.keyboard.press('Enter');
    await walkTo('Diversion', 'checkbox');
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('checkbox', { name: /^Reservoir/ })).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Location Types/ })).toBeFocused();

    await walkTo(/Reservoir/);
    await page.keyboard.press('Enter');
    const popup = page.getByRole('dialog');
    await expect(popup).toBeVisible();
    await expect(popup).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  });
});

test('closing a panel or clearing a filter keeps the focus on the page', async ({ page }) => {
  await openLayers(page, '?type=Reservoir');
  const presses = [
    { press: 'Close Sites', focused: 'List of sites' },
    { press: 'Close Layers and Basemaps', focused: 'Layers and basemaps' },
    { press: 'Clear all', focused: 'Clear all' },
  ];
  for (const { press, focused } of presses) {
    await page.getByRole('button', { name: press }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: focused, exact: true })).toBeFocused();
  }
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveAttribute('aria-disabled', 'true');
  await searchField(page).fill('box');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(searchField(page)).toBeFocused();
});

test('the list is one tab stop, and arrow keys move within it', async ({ page }) => {
  await openMap(page);
  const rows = page.getByRole('list', { name: 'Sites in view' }).getByRole('button');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows.nth(99)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show 100 more' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(rows.nth(99)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('panels are in a sheet and the map keeps 60 % of the height', async ({ page }) => {
    await page.goto(mapPath);
    const map = page.locator('.leaflet-container');
    for (const name of ['Filters', 'List of sites', 'Layers and basemaps']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      const [box, sheet] = [await map.boundingBox(), await visiblePanel(page).boundingBox()];
      const whole = (box?.height ?? 0) + (sheet?.height ?? 0);
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(whole * 0.6 - 1);
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Close Layers and Basemaps' }).click();
    await expect(page.getByRole('heading', { name: 'Layers and Basemaps' })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

for (const { width, height } of [
  { width: 844, height: 390 },
  { width: 426, height: 320 },
]) {
  test.describe(`in a window of ${width} by ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test('panels get at least 60 % of the height, and a popup scrolls', async ({ page }) => {
      await page.goto(`${mapPath}?view=43.5382,-112.3219,15&site=172`);
      const popup = page.getByRole('dialog', { name: 'INL Well Highway 1C' });
      await expect(popup).toBeVisible();
      const map = await page.locator('.leaflet-container').boundingBox();
      await expect
        .poll(async () => (await popup.boundingBox())?.y)
        .toBeGreaterThanOrEqual(map?.y ?? Infinity);
      const frame = await popup.boundingBox();
      expect((frame?.x ?? 0) + (frame?.width ?? Infinity)).toBeLessThanOrEqual(width);
      await popup.getByRole('button', { name: 'Zoom to site' }).scrollIntoViewIfNeeded();
      await expect(popup.getByRole('button', { name: 'Zoom to site' })).toBeInViewport({ ratio: 0.9 });

      for (const name of ['Filters', 'List of sites', 'Layers and basemaps']) {
        await page.getByRole('button', { name, exact: true }).click();
        await expect
          .poll(async () => (await visiblePanel(page).boundingBox())?.height ?? 0)
          .toBeGreaterThanOrEqual(height * 0.6);
      }
      await page.getByRole('button', { name: 'Close Layers and Basemaps' }).click();
      await expect(page.getByRole('heading', { name: 'Layers and Basemaps' })).toBeHidden();
    });
  });
}
