import type { Page } from '@playwright/test';
import { chooseRadio, expect, expectAccessible, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { accounts, fillLogin } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** Snake River near Heise, which has neighbors on both sides. */
const gageId = '13037500';

/** Finds the address of the page of a site by the agency's id. */
async function pathOf(page: Page, id: string): Promise<string> {
  const sites: { loc_ndx: number; loc_id: string }[] = await (
    await page.request.get('/api/public-map/wells')
  ).json();
  return `/sites/${sites.find(({ loc_id }) => loc_id === id)?.loc_ndx}`;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a visitor comes from the popup of the map, and sees everything but the season', async ({ page }) => {
  const path = await pathOf(page, gageId);
  await page.goto(`/watershed-overview/map-of-sites?site=${path.split('/').at(-1)}`);
  await page.getByRole('link', { name: 'All about this site' }).click();
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle(/ · Snake River near Heise$/);
  await expect(heading(page, 'Snake River near Heise')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Latest values' })).toContainText(/\d cfs/);
  await expect(page.getByText('Log in to see the season')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Completeness' }).getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('table', { name: /^Statistics for / })).toContainText('Median');
  await page.getByRole('link', { name: 'Snake River near Irwin' }).click();
  await expect(heading(page, 'Snake River near Irwin')).toBeVisible();
  await page.getByRole('link', { name: 'On the map' }).click();
  await expect(page.getByRole('heading', { name: 'Snake River near Irwin' })).toBeVisible();
});

test('logging in leads back to the page, with its season', async ({ page }) => {
  const path = await pathOf(page, gageId);
  await page.goto(`${path}?year=2020`);
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL(`${path}?year=2020`);
  await expect(heading(page, 'Days of water year 2020')).toBeVisible();
  await expect(page.getByText('Streamflow at Snake River near Heise').first()).toBeVisible({
    timeout: 20_000,
  });
});

test('a chosen year shows its days, and stays in the address', async ({ page }) => {
  const path = await pathOf(page, gageId);
  await page.goto(path);
  const table = page.getByRole('table', { name: 'Completeness' });
  await page.getByRole('button', { name: /^Show all \d+ years$/ }).click();
  expect(await table.getByRole('row').count()).toBeGreaterThan(40);
  const year = table.getByRole('button', { name: 'Days of 2021' });
  await year.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /^Days of water year 2021/ })).toBeVisible();
  await expect(year).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(`${path}?year=2021`);
  await page.getByRole('button', { name: /^List of the days/ }).click();
  await expect(page.getByText(/^Approved: 10\/01\/2020/)).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Days of water year 2021')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(heading(page, 'Days of water year 2021')).toBeHidden();
  await expect(page).toHaveURL(path);
});

test('a site with several parameters has a choice, which stays in the address', { tag: '@full' }, async ({
  page,
}) => {
  const path = await pathOf(page, '314:WY:SNTL');
  await openSignedIn(page, accounts.user, path);
  await expect(page.getByText(/^Snow Water Equivalent at /).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'SNOTEL SWE Data' }).last()).toHaveAttribute(
    'href',
    /chosen=site-/,
  );
  await chooseRadio(page.getByRole('radio', { name: 'Precipitation' }));
  await expect(page).toHaveURL(`${path}?parameter=4`);
  await expect(page.getByText(/^Precipitation at /).first()).toBeVisible({ timeout: 20_000 });
});

test('an unknown site says so, and leads to the map', async ({ page }) => {
  const response = await page.goto('/sites/999999');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('No monitoring site has this address.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Map of Sites' }).last()).toHaveAttribute(
    'href',
    '/watershed-overview/map-of-sites',
  );
});

test('a failed call says so, and Try again loads the site', async ({ page }) => {
  const path = await pathOf(page, gageId);
  await page.route(`**/api${path}`, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.goto(path);
  await expect(page.getByText('The site could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Latest values' })).toBeVisible();
  await page.route(`**/api${path}?year=*`, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.getByRole('button', { name: 'Days of 2021' }).click();
  await expect(page.getByText('The days could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: /^Days of water year 2021/ })).toBeVisible();
});

test('a site without values, with a hostile name and link, has its head only', async ({ page }) => {
  const path = await pathOf(page, gageId);
  await page.route(`**/api${path}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const loc_name = `<b>${'Long_name'.repeat(30)}</b>`;
    const site = { ...answer.site, loc_name, loc_url: 'javascript:alert(1)' };
    await route.fulfill({
      json: { ...answer, site, records: [], neighbors: { river: null, upstream: [], downstream: [] } },
    });
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(path);
  await expect(page.getByText('This site has no values yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Page at/ })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

for (const [width, tag] of [
  [1440, []],
  [768, ['@full']],
  [390, ['@full']],
] as const) {
  test(`is accessible and does not shift at ${width} px`, { tag: [...tag] }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const path = await pathOf(page, gageId);
    await recordShifts(page);
    await page.goto(`${path}?year=2021`);
    await expect(page.getByRole('img', { name: /^Days of water year 2021/ })).toBeVisible();
    expect(await sumShifts(page)).toBeLessThan(0.1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
    if (width > 390) return;
    const targets = page.getByRole('main').locator('button, nav a, li > a').filter({ visible: true });
    for (const each of await targets.all()) {
      expect((await each.boundingBox())?.height, (await each.textContent()) ?? '').toBeGreaterThanOrEqual(
        39.5,
      );
    }
  });
}
