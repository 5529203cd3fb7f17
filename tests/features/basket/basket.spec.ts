import { briefExample } from '../../support/brief-example.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { accounts, signIn } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import {
  cardNames,
  cards,
  heise,
  mapPath,
  moose,
  saveAccountBasket,
  storeBasket,
  strip,
  todayPath,
  well,
} from './basket-page.ts';

test('a visitor adds a site on the map, finds it on Today after a reload, and removes it', async ({
  page,
}) => {
  await page.goto(`${mapPath}?site=${heise}`);
  const popup = page.locator('.leaflet-popup');
  const add = popup.getByRole('button', { name: 'Add to basket' });
  await add.click();
  await expect(popup.getByRole('button', { name: 'In basket, remove' })).toBeFocused();
  await page.goto(todayPath);
  await expect(cardNames(page)).toHaveCount(1);
  await page.reload();
  await expect(cardNames(page)).toHaveCount(1);
  await expect(cards(page).getByText(/^\d[\d,.]* cfs$/)).toBeVisible();
  await expect(cards(page)).toContainText(/(normal|record).*Streamflow · .* in 1 day/s);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Remove .* from the basket$/ }).click();
  await expect(strip(page)).toHaveText(/^My basket\s*\+ add a site$/);
  await page.goto(`${mapPath}?site=${heise}`);
  await expect(add).toBeVisible();
});

test('cards are moved and removed with the keyboard, and the focus stays with them', async ({ page }) => {
  await page.goto(todayPath);
  await storeBasket(page, [heise, moose, well]);
  await page.reload();
  await expect(cards(page).getByRole('link')).toHaveCount(3);
  const names = await cardNames(page).allTextContents();
  const [first = '', second = '', third = ''] = names;
  await page.getByRole('button', { name: `Move ${first} on` }).focus();
  await page.keyboard.press('Enter');
  await expect(cardNames(page)).toHaveText([second, first, third]);
  await expect(page.getByRole('button', { name: `Move ${first} on` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cardNames(page)).toHaveText([second, third, first]);
  await expect(page.getByRole('button', { name: `Move ${first} back` })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(cardNames(page)).toHaveText([second, third]);
  await expect(page.getByRole('button', { name: `Remove ${third} from the basket` })).toBeFocused();
  await page.reload();
  await expect(cardNames(page)).toHaveText([second, third]);
});

test('a sign-in adds the browser’s sites to the account, which another browser shows; log-out hides them', async ({
  page,
  browser,
}) => {
  await signIn(page, accounts.user, '/account');
  await saveAccountBasket(page, [moose]);
  await storeBasket(page, [heise, moose]);
  await page.goto(todayPath);
  await expect(page.getByText('1 site from this browser was added to your basket.')).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await page.reload();
  await expect(cards(page).getByRole('link')).toHaveCount(2);
  await expect(page.getByText(/from this browser/)).toHaveCount(0);

  const other = await browser.newContext();
  const otherPage = await other.newPage();
  await signIn(otherPage, accounts.user, '/account');
  await otherPage.goto(todayPath);
  await expect(cards(otherPage).getByRole('link')).toHaveCount(2);
  await otherPage.getByRole('button', { name: /^Remove .*Moose/ }).click();
  await expect(cards(otherPage)).toHaveCount(1);
  await other.close();

  await page.goto(todayPath);
  await expect(cards(page).getByRole('link')).toHaveCount(1);
  await page.goto('/account/logout');
  await expect(page).toHaveURL(/\/$/);
  await page.goto(todayPath);
  await expect(strip(page)).toHaveText(/^My basket\s*\+ add a site$/);
});

test('a shared link shows its sites in a fresh browser, which adds them to its own', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(todayPath);
  await storeBasket(page, [heise, well]);
  await page.reload();
  await page.getByRole('button', { name: 'share', exact: true }).click();
  await expect(page.getByText('The link was copied to your clipboard.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`${todayPath}\\?sites=${heise},${well}$`));

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${link},x,${heise}`);
  await expect(strip(page, /^Shared sites/)).toBeVisible();
  await expect(cards(page).getByRole('link')).toHaveCount(2);
  await expect(
    page.getByText('1 entry of this link is not the number of a site. 1 entry repeats a site.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add all to my basket' }).click();
  await expect(page.getByText('2 sites were added to your basket.')).toBeVisible();
  await page.getByRole('button', { name: 'Show mine' }).click();
  await expect(strip(page)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expect(cards(page)).toHaveCount(2);
  await page.goBack();
  await expect(strip(page, /^Shared sites/)).toBeVisible();
});

test('the basket opens in Time Series Comparisons, and is chosen there', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, '/account');
  await saveAccountBasket(page, [heise, well, moose]);
  await page.goto(todayPath);
  await expect(cards(page).getByRole('link')).toHaveCount(3);
  await expect(strip(page).getByText(/^2 of 3 sites have Streamflow; .* does not\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'compare these' }).click();
  await expect(page.getByRole('group', { name: /^Streamflow/ }).locator('canvas')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`locations_left=${heise},${moose}`));

  await page.goto(
    '/data-analysis-tools/time-series-comparison?huc8s=&parameter_left=7&locations_left=&axes=one',
  );
  await page.getByRole('button', { name: 'Choose my basket (3) for the left axis' }).click();
  await expect(page.getByText(/^1 of 3 sites has Depth to Water; .* do not\.$/)).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Locations, left axis: chosen' }).getByRole('button', { name: /^Remove/ }),
  ).toHaveCount(1);
  await saveAccountBasket(page, []);
});

test('a row of the Site Summary Table adds its site', async ({ page }) => {
  await openSignedIn(page, accounts.developer, '/account');
  await saveAccountBasket(page, []);
  await page.goto('/watershed-overview/site-summary-table?q=heise');
  const table = page.getByRole('table', { name: 'Site Summary Table' });
  const add = table.getByRole('button', { name: /^Add Snake River near Heise.* to the basket$/i }).first();
  await add.focus();
  await page.keyboard.press('Enter');
  const remove = table
    .getByRole('button', { name: /^Remove Snake River near Heise.* from the basket$/i })
    .first();
  await expect(remove).toBeFocused();
  await page.goto(todayPath);
  await expect(cards(page).getByRole('link')).toHaveCount(1);
  await saveAccountBasket(page, []);
});

test('a strip that cannot be loaded says so, and is loaded on another try', async ({ page }) => {
  let isDown = true;
  await page.route('**/api/site-cards?**', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto(`${todayPath}?sites=${heise}`);
  await expect(
    page.getByText('The latest values could not be loaded. The server cannot be reached.'),
  ).toBeVisible();
  await expectAccessible(page);
  isDown = false;
  await strip(page, /^Shared sites/)
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect(cards(page).getByRole('link')).toHaveCount(1);
});

test('a visitor without a basket loads none of its scripts', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(todayPath);
  await expect(strip(page)).toHaveText(/^My basket\s*\+ add a site$/);
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => /BasketStrip.*js$|react-dom|site-cards|api\/basket/.test(url))).toEqual([]);
});

test('the place of the cards is held while they load', async ({ page }) => {
  // From the first page on: the next one shows at once what the one before loaded.
  await page.route('**/api/brief*', (route) => route.fulfill({ json: briefExample('2026-11-22') }));
  await page.goto(todayPath);
  await storeBasket(page, [heise, moose, well]);
  await recordShifts(page);
  await page.reload();
  await expect(cards(page).getByRole('link')).toHaveCount(3);
  await page.waitForLoadState('networkidle');
  expect(await sumShifts(page)).toBeLessThan(0.02);
});

for (const width of [1440, 320]) {
  test(`at ${width} px the strip scrolls and the page does not`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${todayPath}?sites=${[...Array(30).keys()].map((at) => at + 1).join(',')}`);
    await expect(cards(page).getByRole('link').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
