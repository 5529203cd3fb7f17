import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  readSavedCsv,
  saveHostileFilter,
  test,
} from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/watershed-overview/site-summary-table';

const table = (page: Page) => page.getByRole('table', { name: 'Site Summary Table' });
const firstCell = (page: Page) => table(page).getByRole('row').nth(1).getByRole('cell').first();

async function openTable(page: Page, query = '') {
  await openSignedIn(page, accounts.developer, path + query);
  await expect(firstCell(page)).not.toBeEmpty();
}

test('shows the specified columns and the latest values, 200 rows per page, and links to the map and the time series', {
  tag: '@quick',
}, async ({ page }) => {
  await openTable(page);
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Location Name',
    'Actions',
    'Location Type',
    'Parameter',
    'Data Provider',
    'HUC8',
    'Groundwater District',
    'Starting Period of Record',
    'Ending Period of Record',
    'Latest',
    'Class',
    'Years',
    'Latitude',
    'Longitude',
    'External Data Link',
  ]);
  // A sample of the demonstration has fewer than a page.
  await expect.poll(() => table(page).getByRole('row').count()).toBeGreaterThan(30);
  expect(await table(page).getByRole('row').count()).toBeLessThanOrEqual(201);
  await page.getByRole('searchbox', { name: 'Search the table' }).fill('snake river near heise');
  const row = table(page).getByRole('row').filter({ hasText: 'Streamflow', hasNotText: 'Unregulated' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/10\/01\/(1980|2002)/);
  await expect(row.getByRole('link', { name: /^Link to Snake River near Heise/ })).toHaveText(/^Link/);
  await expect(row.getByRole('cell', { name: /^[\d,.]+ cfs$/ })).toBeVisible();
  await row.getByRole('link', { name: 'Chart of Streamflow at Snake River near Heise', exact: true }).click();
  await expect(page).toHaveURL(/locations_left=14&.*axes=one.*submitted=yes/);
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search the table' })).toHaveValue(
    'snake river near heise',
  );
  await table(page)
    .getByRole('link', { name: /Snake River near Heise on the map/ })
    .first()
    .click();
  await expect(page).toHaveURL(/map-of-sites\?.*site=14/);
  await page.goBack();
  await table(page).getByRole('link', { name: 'All about Snake River near Heise' }).first().click();
  await expect(page).toHaveURL(/\/sites\/14$/);
});

test('shows 14 rows of two lines at most at 1440 × 900, and says that a search found nothing; sorts and pages by keyboard, with columns, order and page in the address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTable(page);
  const rows = await table(page).evaluate((element) => {
    const head = element.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    const region = element.closest('section')?.getBoundingClientRect().bottom ?? 0;
    return [...element.querySelectorAll('tbody tr')]
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= head - 1 && bottom <= Math.min(region, innerHeight));
  });
  expect(rows.length).toBeGreaterThanOrEqual(14);
  for (const { height } of rows) expect(height).toBeLessThan(44);

  await page.getByRole('searchbox', { name: 'Search the table' }).fill('zzzz');
  await expect(page.getByText('No records match the search and filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).first().click();
  await expect(table(page).getByRole('row')).toHaveCount(201);

  const years = table(page).getByRole('columnheader', { name: 'Years' });
  await years.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(years).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Enter');
  await expect(years).toHaveAttribute('aria-sort', 'descending');
  await expect(years.getByRole('button')).toBeFocused();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('HUC10', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(table(page).getByRole('columnheader', { name: 'HUC10' })).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(page).toHaveURL(/sort=-years&show=huc10&page=2/);
  await page.reload();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(years).toHaveAttribute('aria-sort', 'descending');
});

test('filters, and exports the filtered rows as CSV', async ({ page }) => {
  await openTable(page, '?f.type=Spring&sort=-name');
  await expect(page.getByText(/^\d+ of \d+ records/)).toBeVisible();
  const shown = await table(page).getByRole('row').count();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Site Summary Table \d{4}-\d\d-\d\d \d{4}\.csv$/);
  const lines = (await readSavedCsv(download)).trimEnd().split('\r\n');
  const rows = lines.filter((line) => !line.startsWith('#'));
  expect(rows).toHaveLength(shown);
  const name = (await firstCell(page).textContent()) ?? '';
  expect(rows[1]?.startsWith(name.trim())).toBe(true);
  for (const line of rows.slice(1)) expect(line).toContain(',Spring,');
});

test('shows a spinner while loading, and retries after a failure', async ({ page }) => {
  const list = '**/api/summary-of-sites-tscompare';
  let refuse = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(list, async (route) => {
    await held;
    await (refuse ? route.abort('connectionfailed') : route.continue());
  });
  await openSignedIn(page, accounts.developer, `${path}?size=10`);
  await expect(page.getByRole('img', { name: 'Loading the sites' })).toBeVisible();
  release();
  await expect(page.getByText('The sites could not be loaded. The server cannot be reached.')).toBeVisible();
  refuse = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(table(page).getByRole('row')).toHaveCount(11);
});

test('accessible on a phone, and the page never scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTable(page, '?size=10');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('stays within its budget, without layout shifts', async ({ page }) => {
  await openSignedIn(page, accounts.developer);
  await recordShifts(page);
  const loaded = await recordPageLoad(page, path, 'networkidle');
  await expect(table(page).getByRole('row')).toHaveCount(201);
  expect(sumSizes(loaded.filter(isScript))).toBeLessThan(240_000);
  expect(await sumShifts(page)).toBeLessThan(0.05);
});

test('the chart of a record is drawn after one click, whatever dates are saved', async ({ page }) => {
  await saveHostileFilter(page, 4, 1);
  await openTable(page, '?q=streamflow+heise');
  await page
    .getByRole('link', { name: 'Chart of Streamflow at Snake River near Heise', exact: true })
    .click();
  await expect(page.getByRole('group', { name: /^Streamflow/ }).locator('canvas')).toBeVisible();
  const values = page.getByRole('table', { name: 'Daily Groundwater Elevation Timeseries Table' });
  await expect(values.getByRole('row').nth(1)).toContainText('Snake River near Heise');
  await expect(values.getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveText(/\d/);
  await expect(page.getByText(/^No data available/)).toHaveCount(0);
  await expect(page).toHaveURL(/axes=one.*submitted=yes/);
});

test('a phone says what all rows have in common once, above them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTable(page, '?f.parameter=Snow+Water+Equivalent');
  await expect(page.getByText(/^In all rows: .*Parameter Snow Water Equivalent/)).toBeVisible();
  await expect(table(page).getByRole('columnheader', { name: 'Parameter', exact: true })).toHaveCount(0);
  await expect(table(page).getByRole('columnheader').last()).toHaveText('Actions');
});

test('Longitude and the link are on screen at 1440 pixels, accessible with the filters open, and the late records are one click away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTable(page, '?size=10');
  for (const name of ['Longitude', 'External Data Link']) {
    await expect(table(page).getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  }
  const heads = await table(page)
    .getByRole('columnheader')
    .evaluateAll((all) =>
      all.map((head) => {
        const text = head.querySelector('button > span');
        const height = text?.getBoundingClientRect().height ?? 0;
        return text ? Math.round(height / Number.parseFloat(getComputedStyle(text).lineHeight)) : 0;
      }),
    );
  expect(Math.max(...heads)).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const late = page.getByRole('button', { name: /^Late only \(\d+\)$/ });
  const count = Number((await late.textContent())?.match(/\d+/)?.[0]);
  await late.click();
  await expect(late).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/f\.reporting=Late/);
  await expect(page.getByText(new RegExp(`^${count} of \\d+ records`))).toBeVisible();
});
