import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search the portal' });
const options = (page: Page) => dialog(page).getByRole('option');

for (const [address, kind] of [
  ['/', 'the landing page'],
  ['/watershed-overview/map-of-sites', 'the map'],
  ['/documentation/guide/today', 'the documentation'],
] as const) {
  test(`opens by key on ${kind}, and Escape returns the focus`, async ({ page }) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Theme' }).focus();
    for (const key of ['/', 'Control+k', 'Meta+k']) {
      await page.keyboard.press(key);
      await expect(field(page)).toBeFocused();
      await expect(field(page)).toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByRole('button', { name: 'Theme' })).toBeFocused();
    }
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(field(page)).toBeFocused();
  });
}

test('a misspelled name leads to the page of the site with the keyboard only', { tag: '@quick' }, async ({
  page,
}) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('palisaeds');
  const first = options(page).first();
  await expect(first).toHaveAccessibleName(/^Palisades Reservoir [\d.,]+ .*Reservoir · PAL/);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', 'search-result-0');
  await expect(dialog(page).locator('[data-search-status]')).toHaveText(/^\d+ results\.$/);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sites\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Palisades Reservoir');
});

test('coordinates in either order lead to their place on the map', async ({ page }) => {
  await page.goto('/about');
  for (const text of ['43.61, -111.66', '-111.66, 43.61']) {
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/map-of-sites\/?\?view=43\.61\d*,-111\.66\d*,16&pin=43\.61/);
    await expect(page.getByRole('button', { name: /^Searched place/ })).toBeVisible();
  }
});

test('a site and a year lead to that year, drawn', async ({ page }) => {
  await openSignedIn(page, accounts.user, '/account');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('heise 2021');
  await expect(options(page).first()).toContainText('Snake River near Heise, water year 2021');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/water-year-comparison\/?\?.*series=2021&submitted=yes/);
  const chart = page.getByRole('region', { name: 'Streamflow at Snake River near Heise' });
  await expect(chart.getByRole('button', { name: /^2021 · / })).toBeVisible({ timeout: 25_000 });
});

test('a question is answered in the row, and leads to the drawn site in two steps', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('lowest reservoirs');
  const first = options(page).first();
  await expect(first.locator('strong')).toHaveText(/^[\d.]+ % full$/);
  await expect(first.locator('.answer-aside')).toHaveText(/today|ago/);
  await expect(first.getByRole('img')).toBeVisible();
  const shares = await options(page).locator('strong').allTextContents();
  const full = shares.filter((each) => each.endsWith('% full')).map(Number.parseFloat);
  expect(full.length).toBeGreaterThan(3);
  expect(full).toEqual(full.toSorted((one, other) => one - other));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sites\/\d+$/);
  await expect(page.getByRole('region', { name: /^Reservoir Storage at/ })).toBeVisible();
});

test('sites near a town are listed by their miles from it', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('well blackfoot');
  const details = dialog(page).locator('.search-option .ellipsis');
  await expect(details.first()).toHaveText(/Well · .*Blackfoot/);
  await field(page).fill('wells near blackfoot');
  await expect(details.first()).toHaveText(/^(Non-)?Sentinel Well · [\d.]+ miles? from Blackfoot · /);
});

test('a slash is typed into a field, and no dialog is covered', async ({ page }) => {
  await page.goto('/sites/none');
  const other = page.getByRole('searchbox', { name: 'Search for a site' });
  await other.fill('a');
  await other.press('/');
  await expect(other).toHaveValue('a/');
  await expect(dialog(page)).toBeHidden();
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('#drawer')?.showModal());
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toBeHidden();
});

test('what cannot be found is offered to the map, whose place search is asked only there', async ({
  page,
}) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('zzzzqqqq');
  await expect(dialog(page).getByText('Nothing matches “zzzzqqqq”.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/map-of-sites\/?\?q=zzzzqqqq/);
  await expect(page.getByRole('combobox', { name: /^Search sites/ })).toHaveValue('zzzzqqqq');
});

test('says what cannot be loaded, and tries again', async ({ page }) => {
  await page.goto('/about');
  await page.route('**/search.json', (route) => route.abort());
  await page.keyboard.press('/');
  await expect(dialog(page).getByText('The search could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/search.json');
  await page.route('**/api/public-map/wells', (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByText(/^The sites could not be loaded/)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('csv');
  await expect(options(page).first()).toContainText('CSV and RDB files');
  await page.unroute('**/api/public-map/wells');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await field(page).fill('heise');
  await expect(options(page).first()).toContainText('Snake River near Heise');
  await expect(dialog(page).getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('is a sheet on a phone, accessible and never wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/documentation');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(dialog(page).getByText('Names may be misspelled.')).toBeVisible();
  await expectAccessible(page);
  await field(page).fill('reservoir');
  await expect(options(page)).toHaveCount(20);
  await expect(options(page).locator('strong').first()).toBeVisible();
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  for (const each of await options(page).all()) {
    expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await dialog(page).evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close search' }).click();
  await expect(dialog(page)).toBeHidden();
});

test('loads nothing before it is opened', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/about', { waitUntil: 'networkidle' });
  const isOfSearch = (path: string) => /search|public-map\/wells/.test(path);
  expect(requested.filter(isOfSearch)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('csv');
  await expect(options(page).first()).toContainText('CSV');
  expect(requested).toContain('/search.json');
  // Nor a framework with it.
  expect(requested.filter((path) => /\/(react|map-kit)\./.test(path))).toEqual([]);
});
