import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';

/** Opens a guarded page, through the login page if necessary. */
async function openSignedIn(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
  const password = page.locator('input[type="password"]');
  await expect(title.or(password)).toBeVisible();
  if (await password.isVisible()) {
    await page.getByLabel(/e-?mail/i).fill('user@example.org');
    await password.fill('water-year');
    await password.press('Enter');
  }
  await expect(title).toBeVisible();
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the default dashboard says that its numbers are made up', async ({ page }) => {
  await openSignedIn(page, '/dashboard', 'Default Dashboard');
  await expect(page.getByText('Sample numbers, made up to show the layout.', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Latest values' }).getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
});

test('every chart has its numbers in a table', async ({ page }) => {
  await openSignedIn(page, '/dashboard', 'Default Dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('img')).toHaveCount(6);
  for (const [name, rows] of [
    ['Reservoir storage, AF', 12],
    ['Snow water equivalent, in', 12],
    ['Discharge, cfs', 12],
    ['Depth to water, ft', 12],
    ['Weekly mean discharge, Sample River', 52],
    ['Monthly reach gains, Sample Reach', 12],
  ] as const) {
    await expect(main.getByRole('table', { name, exact: true }).locator('tbody tr')).toHaveCount(rows);
  }
  const june = main.getByRole('table', { name: 'Monthly reach gains, Sample Reach' }).getByRole('row', {
    name: 'June −12,400',
  });
  await expect(june).toHaveCount(1);
  // The table and the bar agree.
  await expect(main.locator('svg').getByText('−12,400', { exact: true })).toBeVisible();
});

for (const [width, columns] of [
  [1440, 4],
  [768, 2],
  [390, 1],
] as const) {
  test(`at ${width} px the values stand in ${columns} column(s) and nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, '/dashboard', 'Default Dashboard');
    const cards = page.getByRole('list', { name: 'Latest values' }).getByRole('listitem');
    const lefts = await cards.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(columns);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}

test('the blank page is a starting point', async ({ page }) => {
  await openSignedIn(page, '/private', 'Blank Page');
  const purpose = 'This is a starting point for a page for signed-in people.';
  await expect(page.getByText(purpose, { exact: true })).toBeVisible();
  await expectAccessible(page);
});
