import { expect, test } from '@playwright/test';
import { navigation } from '#config/navigation.ts';
import { seedSession } from '../../support/sign-in.ts';

const address = '/about';
const items = navigation.flatMap((group) => group.items);

test.describe('sidebar on a large screen', () => {
  test('is 258 px wide, and the content has the rest', async ({ page }) => {
    await page.goto(address);
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const content = page.locator('.beside-sidebar');
    const wide = await page.evaluate(() => document.documentElement.clientWidth);
    expect((await sidebar.boundingBox())?.width).toBe(258);
    expect((await content.boundingBox())?.width).toBe(wide - 258);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(sidebar).toBeHidden();
    expect((await content.boundingBox())?.width).toBe(wide);
  });

  test('remembers whether it was open', async ({ page }) => {
    await page.goto(address);
    const menu = page.getByRole('button', { name: 'Menu' });
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await page.goto('/support');
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await menu.click();
    await page.reload();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
  });

  test('shows a visitor every group and item that is for everyone', { tag: '@quick' }, async ({ page }) => {
    await page.goto(address);
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const { title } of navigation) await expect(menu.getByRole('list', { name: title })).toBeVisible();
    for (const item of items) {
      const link = menu.locator(`a[href="${item.path}"]`);
      await expect(link).toBeVisible({ visible: item.visibleTo === 'everyone' });
      await expect(link).toContainText(item.label);
      await expect(link.locator('.navigation-lock')).toHaveCount(item.isGuarded ? 1 : 0);
    }
  });

  test('marks the current page and no other', async ({ page }) => {
    await seedSession(page);
    await page.goto('/data-analysis-tools/snotel-swe-data/');
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    await expect(current).toHaveCount(1);
    await expect(current).toContainText('SNOTEL SWE Data');
  });

  for (const [width, columns] of [
    [1440, 12],
    [800, 8],
    [390, 5],
  ] as const) {
    test(`lays the content out in ${columns} columns at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      const tracks = await page
        .locator('main')
        .evaluate((main) => getComputedStyle(main).gridTemplateColumns);
      expect(tracks.split(' ')).toHaveLength(columns);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
});

test.describe('drawer on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('opens and closes by keyboard, traps the focus and restores it', async ({ page }) => {
    await page.goto(address);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeHidden();
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(drawer).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Map of Sites' })).toBeVisible();

    const stops = (await drawer.getByRole('link').count()) + 2;
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab');
      const where = await page.evaluate(() => {
        const active = document.activeElement;
        // Between the last and the first stop, the focus moves through the browser's controls.
        return active === document.body || active?.closest('dialog') !== null;
      });
      expect(where).toBe(true);
    }

    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
  });

  for (const [place, width] of [
    [address, 320],
    ['/map', 1440],
  ] as const) {
    test(`is 258 px wide on ${place} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(place);
      const accept = page.getByRole('button', { name: 'Accept', exact: true });
      if (place === '/map') await accept.click();
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      await expect(drawer.getByRole('link', { name: 'Map of Sites' })).toBeVisible();
      expect((await drawer.boundingBox())?.width).toBe(258);
    });
  }

  test('closes with its button and with a click on the backdrop', async ({ page }) => {
    await page.goto(address);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await menu.click();
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(drawer).toBeHidden();
    await menu.click();
    await expect(drawer).toBeVisible();
    await page.mouse.click(380, 400);
    await expect(drawer).toBeHidden();
  });

  test('opens another page without changing the stored state', async ({ page }) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Support' }).click();
    await expect(page).toHaveURL(/\/support\/?$/);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('sidebar'))).toBeNull();
  });

  test('moves the menu back when the window grows', async ({ page }) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link')).not.toHaveCount(0);
  });
});

test('the full-screen map has the sidebar in a drawer on large screens, too', async ({ page }) => {
  await page.goto('/coming-soon');
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
  await page.goto('/map');
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
});
