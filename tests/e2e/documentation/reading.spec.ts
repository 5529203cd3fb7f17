import { expect, expectAccessibleInAllSizes, test } from '../../support/e2e.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test('a reader finds a page by search with only the keyboard', async ({ page }) => {
  await page.goto('/documentation');
  await page.getByRole('button', { name: 'Search the documentation' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('acre');
  await expect(page.getByRole('option').first()).toContainText('Acre-foot');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/documentation\/glossary#acre-foot$/);
  await expect(page.getByRole('heading', { name: 'Acre-foot' })).toBeInViewport();
});

test('from page to page: contents, previous and next, the menu', async ({ page }) => {
  await page.goto('/documentation/getting-started');
  await page.getByRole('link', { name: 'All commands' }).click();
  await expect(page).toHaveURL(/#all-commands$/);
  await expect(page.getByRole('heading', { name: 'All commands' })).toBeInViewport();
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page).toHaveURL(/\/documentation\/support$/);
  await page.getByRole('link', { name: /^Previous/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Getting Started');
  const menu = page.getByRole('navigation', { name: 'Documentation' });
  await expect(menu.getByRole('link', { name: 'Getting Started' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Add a model' }).click();
  await expect(page.locator('.token').first()).toBeVisible();
});

test('every tool screen links to its guide, which has a picture of it', async ({ page }) => {
  await openSignedIn(page, accounts.user, '/data-analysis-tools/snotel-swe-data');
  await page.getByRole('link', { name: 'Guide to this screen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SNOTEL SWE Data');
  const picture = page.locator('article img:visible').first();
  await expect(picture).toHaveJSProperty('complete', true);
  // Nearly as large as the screen was, so that its text can be read where it stands.
  const scale = await picture.evaluate((image: HTMLImageElement) => image.clientWidth / image.naturalWidth);
  expect(scale).toBeGreaterThan(0.8);
  await page.goto('/data-analysis-tools/snotel-swe-data?year=2020');
  const help = page.getByRole('link', { name: /^What is percent of median peak\?/ });
  await expect(help).toHaveAttribute('href', '/documentation/glossary#percent-of-median-peak');
});

test('the version badge shows the newest entry of the changelog', async ({ page }) => {
  await page.goto('/changelog');
  const newest = (await page.locator('.version h2').first().textContent())?.trim().split(/\s/)[0] ?? '';
  await openSignedIn(page, accounts.developer, '/private');
  await page.getByRole('button', { name: 'Your menu' }).click();
  expect(newest).toMatch(/^\d+\.\d+\.\d+$/);
  await expect(page.locator('#user-menu-panel').getByRole('link', { name: /Changelog/ })).toContainText(
    newest,
  );
});

const pages = ['/documentation', '/documentation/deploy', '/documentation/api', '/changelog', '/about'];

test('content pages are accessible in all sizes, and nothing is wider than the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of [...pages, '/documentation/guide/public-map', '/documentation/glossary', '/support']) {
    await page.goto(path);
    await expectAccessibleInAllSizes(page);
  }
});

test('content pages have less than 50 KB of script', async ({ page }) => {
  for (const path of ['/', ...pages]) {
    const loaded = await recordPageLoad(page, path, 'networkidle');
    expect(sumSizes(loaded.filter(isScript)), path).toBeLessThan(50_000);
  }
});

test('prints only the text', async ({ page }) => {
  await page.goto('/documentation/getting-started');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const hidden of ['.docs-side', '.docs-contents', '.sidebar', '.docs-foot']) {
    await expect(page.locator(hidden).first()).toBeHidden();
  }
});
