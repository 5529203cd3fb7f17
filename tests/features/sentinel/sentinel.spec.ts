import { expect, expectAccessibleInAllSizes, saveHostileFilter, test } from '../../support/e2e.ts';
import { plainPng } from '../../support/png.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-analysis-tools/sentinel-well-dashboard';

// One after another: a screenshot takes the place of the picture that the first expects.
test.describe.configure({ mode: 'default' });

test('links to the dashboard, accessible in all sizes; every well has its depth, its change and a drawn chart', async ({
  page,
}) => {
  await saveHostileFilter(page, 1, 14);
  await openSignedIn(page, accounts.developer, path);
  const button = page.getByRole('link', { name: /^Sentinel Well Dash \(/ });
  await expect(button).toHaveAttribute('rel', 'noopener');
  const card = page.getByRole('link', { name: /dashboard of sentinel wells/ });
  // Drawn from the wells' records, until there is a screenshot.
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(card.locator('svg path').nth(5)).toBeVisible();
  await expect(page.getByLabel('Upload a screenshot')).toHaveCount(0);
  expect(await card.getAttribute('href')).toBe(await button.getAttribute('href'));
  const wells = page.getByRole('article');
  await expect(wells.first()).toContainText(/\d+\.\d\d ft on [A-Z][a-z]{2} \d+, \d{4}/);
  await expect(wells.first()).toContainText(/a year ago/);
  expect(await wells.count()).toBeGreaterThan(5);
  await expectAccessibleInAllSizes(page);
  const name = (await wells.first().getByRole('heading').textContent()) ?? '';
  await wells
    .first()
    .getByRole('link', { name: /^Chart of/ })
    .click();
  await expect(page.getByRole('group', { name: /^Depth to Water/ }).locator('canvas')).toBeVisible();
  const values = page.getByRole('table', { name: 'Daily Groundwater Elevation Timeseries Table' });
  await expect(values.getByRole('row').nth(1)).toContainText(name);
  await expect(page).toHaveURL(/locations_left=\d+&.*axes=one.*submitted=yes/);
});

test('an administrator puts a screenshot in the place of the picture', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, path);
  const card = page.getByRole('link', { name: /dashboard of sentinel wells/ });
  await expect(card.locator('svg path').first()).toBeVisible();
  const picture = { mimeType: 'image/png', buffer: plainPng(64, [20, 90, 140]) };
  await page.getByLabel('Upload a screenshot').setInputFiles({ name: 'dashboard.png', ...picture });
  const screenshot = card.getByRole('img', { name: 'Screenshot of the external dashboard' });
  await expect(screenshot).toBeVisible();
  await expect(screenshot).toHaveJSProperty('naturalWidth', 64);
  await expect(card.locator('svg')).toHaveCount(0);
  await page
    .getByLabel('Replace the screenshot')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('notes.txt is no picture. Choose a PNG, JPEG or WEBP file.')).toBeVisible();

  // Without its document the picture of the wells is there again.
  await page.goto('/documents/public-docs');
  const session = await page.evaluate(() => localStorage.getItem('portal-session:portal'));
  const token = /"access_token":"([^"]+)"/.exec(session ?? '')?.[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const documents = await (await page.request.get('/api/public-documents', { headers })).json();
  for (const { id } of documents.filter(
    ({ title }: { title: string }) => title === 'Sentinel Well Dashboard',
  )) {
    expect((await page.request.delete(`/api/public-documents/${id}`, { headers })).status()).toBe(200);
  }
  await page.goto(path);
  await expect(card.locator('svg path').first()).toBeVisible();
});

test('reports a failure and retries', async ({ page }) => {
  const daily = '**/api/timeseries-daily-data/7/**';
  await page.route(daily, (route) => route.abort('connectionfailed'));
  await openSignedIn(page, accounts.developer, path);
  await expect(page.getByText('The wells could not be loaded. The server cannot be reached.')).toBeVisible();
  await page.unroute(daily);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});
