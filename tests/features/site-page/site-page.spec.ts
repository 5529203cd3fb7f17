import type { Page } from '@playwright/test';
import { chartButton } from '../../support/chart-menu.ts';
import { chooseRadio, expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { readPdfLetters } from '../../support/pdf.ts';
import { expectSheets } from '../../support/printed-sheets.ts';
import { accounts, fillLogin } from '../../support/sign-in.ts';

/** Snake River near Heise, which has neighbors on both sides. */
const path = '/sites/13037500';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first();
const chart = (page: Page, name: string) => page.getByRole('group', { name });
const fold = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('a visitor comes from the popup of the map, and sees the season without an account', {
  tag: '@quick',
}, async ({ page }) => {
  const sites: { loc_ndx: number; loc_id: string }[] = await (
    await page.request.get('/api/public-map/wells')
  ).json();
  const ndx = sites.find(({ loc_id }) => loc_id === '13037500')?.loc_ndx;
  await page.goto(`/watershed-overview/map-of-sites?site=${ndx}`);
  await page.getByRole('link', { name: 'All about this site' }).click();
  await expect(page).toHaveURL(`/sites/${ndx}`);
  await expect(page).toHaveTitle(/ · Snake River near Heise$/);
  await expect(heading(page, 'Snake River near Heise USGS stream gage 13037500')).toBeVisible();
  await expect(
    page.getByText(/^On \w+ \d+, .*: .*(percentile of \d+ years|on record for the date)/),
  ).toBeVisible();
  await expect(chart(page, 'Streamflow at Snake River near Heise')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('table', { name: / in \d+ years$/ })).toContainText('latest, ');
  await page.getByRole('link', { name: 'Snake River near Irwin' }).click();
  await expect(heading(page, 'Snake River near Irwin')).toBeVisible();
  await page.getByRole('link', { name: 'Snake River near Irwin on the Map of Sites' }).click();
  await expect(page.getByRole('heading', { name: 'Snake River near Irwin' })).toBeVisible();
});

test('a well has its whole record and how its water moved, in three steps from any page', async ({
  page,
}) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('well usbr site 15');
  await expect(page.getByRole('option').first()).toContainText('INL Well USBR Site 15');
  await page.keyboard.press('Enter');
  const whole = page.getByRole('region', { name: 'Whole record', exact: true });
  await expect(whole).toContainText(
    /Water ([\d.]+ ft a year (higher|lower)|level) over \d{4}–\d{4} \(n = \d+ years, [\d,]+ readings\); /,
  );
  await expect(whole.getByRole('group', { name: /, whole record$/ })).toBeVisible();
  await expect(heading(page, 'INL Well USBR Site 15')).toBeVisible();
  await expect(page.locator('main canvas').first()).toBeVisible({ timeout: 20_000 });
  for (const text of ['ft below ground', /(higher|lower) than a year ago/])
    await expect(page.getByRole('main')).toContainText(text);
  await page.goto('/sites/13037500');
  await expect(chart(page, 'Streamflow at Snake River near Heise')).toBeVisible({ timeout: 20_000 });
  await expect(whole).toBeHidden();
});

/** The name, the sentence and the chart are on the first screen. */
async function expectFirstScreen(page: Page, height: number, plot: number): Promise<void> {
  const canvas = chart(page, 'Streamflow at Snake River near Heise').locator('canvas');
  await expect(canvas).toBeVisible({ timeout: 20_000 });
  const box = await canvas.boundingBox();
  expect(box?.height).toBe(plot);
  expect((box?.y ?? height) + plot).toBeLessThanOrEqual(height);
  await expect(page.getByText(/^On \w+ \d+, .*(percentile|on record)/)).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'Last 12 months' })).toBeAttached();
}

test('a desktop has the name, the sentence and the chart on the first screen; the view is chosen with the keyboard, and the values, exports and tools are a click away', async ({
  page,
}) => {
  await page.goto(path);
  await expectFirstScreen(page, 900, 600);
  await page.getByRole('button', { name: 'Log scale' }).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/log=yes/);
  const yearly = page.getByRole('radio', { name: 'Water year' });
  const months = page.getByRole('radio', { name: 'Last 12 months' });
  const [from, to, view] = (await yearly.isChecked())
    ? ([yearly, months, 'months'] as const)
    : ([months, yearly, 'water-year'] as const);
  await from.focus();
  await page.keyboard.press(view === 'months' ? 'ArrowLeft' : 'ArrowRight');
  await expect(to).toBeChecked();
  await expect(page).toHaveURL(`${path}?view=${view}&log=yes`);
  await page.reload();
  await expect(to).toBeChecked();
  const drawn = chart(page, 'Streamflow at Snake River near Heise');
  await drawn.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(drawn).toContainText(/\d cfs/);

  await fold(page, /^Values as a table/).click();
  await expect(page.getByRole('table', { name: 'Streamflow at Snake River near Heise' })).toBeVisible();
  await fold(page, /^Compare years/).click();
  await expect(page.getByRole('link', { name: 'Water Year Comparisons' }).last()).toHaveAttribute(
    'href',
    /submitted=yes/,
  );
  const saved = page.waitForEvent('download');
  await (await chartButton(page, 'Export', /^Download CSV/)).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
});

test('a canal has its own form', async ({ page }) => {
  await page.goto('/sites/13037505');
  await expect(heading(page, 'Anderson Canal')).toBeVisible();
  await expect(page.locator('main canvas').first()).toBeVisible({ timeout: 20_000 });
  for (const text of [/cfs/, 'IDWR diversion']) await expect(page.getByRole('main')).toContainText(text);
});

test('a reservoir has its capacity, and is shown in percent of full, which stays in the address', async ({
  page,
}) => {
  await page.goto('/sites/PAL');
  await expect(heading(page, 'Palisades Reservoir')).toBeVisible();
  await expect(page.locator('main canvas').first()).toBeVisible({ timeout: 20_000 });
  for (const text of [/\d+ % full/, /of 1,200 KAF/, 'Capacity'])
    await expect(page.getByRole('main')).toContainText(text);
  await page.getByRole('button', { name: 'Percent of full' }).click();
  await expect(page).toHaveURL(/percent=yes/);
  await page.reload();
  const drawn = chart(page, 'Reservoir Storage at Palisades Reservoir');
  await expect(drawn).toContainText(/\d %/, { timeout: 20_000 });
  // The line of the capacity still says what full is.
  const readOut = drawn.locator('div', { has: page.locator(':scope > [data-has-value]') });
  await expect(readOut).toContainText('%');
  await expect(readOut).not.toContainText('AF');
});

test('a phone has the chart on the first screen, and folds the statistics of the date and the facts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await expectFirstScreen(page, 844, 330);
  await expect(page.getByRole('table', { name: / in 30 years$/ })).toBeHidden();
  await fold(page, / in 30 years$/).click();
  await expect(page.getByRole('table', { name: / in \d+ years$/ })).toContainText('latest, ');
});

test('prints the sentence, the chart and a foot that leads back on one sheet', async ({ page }) => {
  await page.goto(path);
  await expect(page.locator('main canvas').first()).toBeVisible({ timeout: 20_000 });
  const foot = page.getByRole('main').locator('footer');
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.asked = 'yes';
    };
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(foot.locator('svg')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const finding = page.getByRole('heading', { name: /^Snake River near Heise: [\d,]+ cfs on / });
  await expect(finding).toHaveText(/percentile|on record/);
  await expect(page.getByRole('img', { name: 'Streamflow at Snake River near Heise' })).toBeVisible();
  await expect(foot).toContainText(/Source: USGS.*Printed .*\/sites\/13037500\s*$/s);
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  const letters = readPdfLetters(await expectSheets(page, { count: 1, isLandscape: true }));
  for (const once of ['SnakeRivernearHeise:', 'Source:', 'Printed'])
    expect(letters.split(once), once).toHaveLength(2);
  expect(letters).not.toMatch(/Submit|Anotherday|Loading/);
});

test('a record that has ended says so first, and has no class', async ({ page }) => {
  await page.goto('/sites/USGS-13090000');
  await expect(page.getByText('This record ended on Sep 30, 2017.')).toBeVisible();
  await expect(page.getByText('Last value 2,660 cfs')).toBeVisible();
  await expect(page.locator('p', { hasText: 'Still measuring nearby:' })).toContainText(
    /Snake River .* cfs on /,
  );
  await expect(page.getByRole('main').getByText(/percentile of/)).toBeHidden();
  await expect(page.getByRole('table', { name: / in \d+ years$/ })).toBeHidden();
  await expect(chart(page, 'Streamflow at Snake River near Kimberly')).toBeVisible({ timeout: 20_000 });
});

test('values of a closed provider need an account, and logging in leads back to them', async ({ page }) => {
  // All providers of the demonstration are open: a visitor gets what the API answers for one that is not.
  await page.route('**/api/sites/RG-HEII-LORI', async (route) => {
    if (route.request().headers().authorization) return route.fallback();
    const response = await route.fetch();
    const answer = await response.json();
    const records = answer.records.map((each: object) => ({ ...each, is_withheld: true, latest: null }));
    await route.fulfill({ response, json: { ...answer, records } });
  });
  await page.goto('/sites/RG-HEII-LORI?year=2020');
  await expect(page.getByText('The values of this record need an account.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL('/sites/RG-HEII-LORI?year=2020');
  await expect(heading(page, 'Days of water year 2020')).toBeVisible();
  await expect(chart(page, 'Reach Gain at Heise to Lorenzo')).toBeVisible({ timeout: 20_000 });
});

test('a chosen year shows its days, and stays in the address', async ({ page }) => {
  await page.goto(path);
  await fold(page, /^Completeness 99\.\d % of days$/).click();
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
  await expect(page.getByText(/^Approved: Oct 1, 2020/)).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Days of water year 2021')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(heading(page, 'Days of water year 2021')).toBeHidden();
  await expect(page).toHaveURL(path);
});

test('a snow site has several parameters to choose from, and the choice stays in the address', async ({
  page,
}) => {
  await page.goto('/sites/314:WY:SNTL');
  await expect(heading(page, 'Base Camp')).toBeVisible();
  for (const text of ['Snow Water Equivalent', 'Precipitation'])
    await expect(page.getByRole('main')).toContainText(text);
  await expect(chart(page, 'Snow Water Equivalent at Base Camp')).toBeVisible({ timeout: 20_000 });
  await chooseRadio(page.getByRole('radio', { name: 'Precipitation' }));
  await expect(page).toHaveURL(/\?parameter=4$/);
  await expect(chart(page, 'Precipitation at Base Camp')).toBeVisible({ timeout: 20_000 });
});

test('an unknown site says so, and offers what is like it', async ({ page }) => {
  const response = await page.goto('/sites/Heise');
  expect(response?.status()).toBe(404);
  await expect(heading(page, 'No site has this address')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search for a site' });
  await expect(search).toHaveValue('Heise');
  const found = page.getByRole('list', { name: 'Sites found' });
  await expect(found.getByRole('link', { name: 'Snake River near Heise', exact: true })).toBeVisible();
  await search.fill('Palisades Reservoir');
  await found.getByRole('link', { name: 'Palisades Reservoir' }).click();
  await expect(heading(page, 'Palisades Reservoir')).toBeVisible();
});

test('what cannot be an id is text', async ({ page }) => {
  await page.goto('/sites/%3Cimg%20src%3Dx%3E');
  await expect(page.getByText('The portal shows no site <img src=x>.')).toBeVisible();
  await expect(page.getByText('No site is found.')).toBeVisible();
});

test('a failed call says so, and Try again loads it', async ({ page }) => {
  await page.route(`**/api${path}`, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.goto(path);
  await expect(page.getByText('The site could not be loaded.')).toBeVisible();
  await page.route('**/api/sites/*/season', (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  });
  await page.reload();
  await expect(page.getByText(/^An error has occurred/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('main canvas').first()).toBeVisible({ timeout: 20_000 });
  await page.route(`**/api${path}?year=*`, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await fold(page, /^Completeness/).click();
  await page.getByRole('button', { name: 'Days of 2021' }).click();
  await expect(page.getByText('The days could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: /^Days of water year 2021/ })).toBeVisible();
});

test('a site without values, with a hostile name and link, says so in a sentence', async ({ page }) => {
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
  await expect(page.locator('main canvas')).toBeHidden();
  await page.getByRole('button', { name: 'More about this site' }).click();
  await expect(page.getByRole('link', { name: 'On the map', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Page at/ })).toBeHidden();
  await expectNoSidewaysScroll(page);
});

for (const width of [1440, 390]) {
  test(`is accessible and does not shift at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await recordShifts(page);
    await page.goto(`${path}?year=2021`);
    await expect(page.getByRole('img', { name: /^Days of water year 2021/ })).toBeVisible();
    await expect(page.locator('main canvas').first()).toBeVisible({ timeout: 20_000 });
    expect(await sumShifts(page)).toBeLessThan(0.1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    if (width > 390) return;
    const targets = page.getByRole('main').locator('button, nav a, aside li > a').filter({ visible: true });
    for (const each of await targets.all()) {
      expect((await each.boundingBox())?.height, (await each.textContent()) ?? '').toBeGreaterThanOrEqual(
        39.5,
      );
    }
  });
}
