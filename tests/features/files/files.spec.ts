import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const csv = { name: 'flows.csv', mimeType: 'text/csv', buffer: Buffer.from('date,cfs\n2024-05-01,1540\n') };

test('a dataset’s file is uploaded, listed under Files once published, and downloaded', async ({
  page,
  browser,
}) => {
  test.slow();
  const title = `Flows ${Math.random().toString(36).slice(2, 8)}`;
  await openSignedIn(page, accounts.administrator, '/models/datasets/add');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('Surface water');
  await page.getByLabel('Data Providers', { exact: true }).fill('USGS');
  await page.getByRole('option', { name: 'USGS', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.locator('input[type=file]').setInputFiles({ ...csv, name: 'page.html', mimeType: 'text/html' });
  await expect(
    page.getByText(/page\.html could not be uploaded\. HTML files cannot be uploaded\. Choose PDF/),
  ).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(csv);
  await expect(page.getByText('flows.csv (25 bytes)')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('USGS', { exact: true })).toBeVisible();

  // The file of a draft is downloaded with the editor's token.
  const draft = page.waitForEvent('download');
  await page.getByRole('button', { name: /flows\.csv/ }).click();
  expect(readFileSync(await (await draft).path(), 'utf8')).toBe(csv.buffer.toString());

  const context = await browser.newContext();
  const reader = await context.newPage();
  await openSignedIn(reader, accounts.user, `/resources/summary-of-datasets?q=${title.slice(-6)}`);
  await expect(reader.getByText('No datasets match the search and filters.')).toBeVisible();

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();

  await reader.reload();
  await expect(reader.getByRole('link', { name: title })).toBeVisible();
  const published = reader.waitForEvent('download');
  await reader.getByRole('link', { name: 'Download flows.csv' }).click();
  const file = await published;
  expect(file.suggestedFilename()).toBe('flows.csv');
  expect(readFileSync(await file.path(), 'utf8')).toBe(csv.buffer.toString());
  await context.close();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/models\/datasets$/);
});

test('visitors search, view and download Public Files', async ({ page }) => {
  await page.goto('/documents/public-docs');
  await expect(page.getByRole('cell', { name: 'Water Supply Outlook' })).toBeVisible();
  await page.getByRole('button', { name: 'Cards' }).click();
  await expect(page).toHaveURL(/view=card/);
  await expect(page.getByRole('article').first()).toContainText('Water Supply Outlook');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByLabel('Search the table').fill('minutes');
  await expect(page.getByRole('article')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /meeting-minutes\.pdf/ }).click();
  expect((await download).suggestedFilename()).toBe('meeting-minutes.pdf');
  await expect(page).toHaveURL(/view=list&q=minutes/);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('link', { name: /Manage/ })).toHaveCount(0);
});

test('a failure to load the list can be retried', async ({ page }) => {
  const list = '**/api/public-documents?*';
  await page.route(list, (route) => route.abort('connectionfailed'));
  await page.goto('/documents/public-docs');
  await expect(
    page.getByText('Public Files could not be loaded. The server cannot be reached.'),
  ).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('cell', { name: 'Water Supply Outlook' })).toBeVisible();
});

test('the file of a dataset is for people who are signed in; their click brings it', async ({
  page,
  request,
}) => {
  await openSignedIn(page, accounts.user, '/resources/summary-of-datasets');
  const link = page.getByRole('link', { name: /^Download .*\.csv$/ }).first();
  const address = (await link.getAttribute('href')) ?? '';
  for (const url of [address, '/api/datasets', '/api/datasets?format=csv', '/api/well-production']) {
    const response = await request.get(url);
    expect([url, response.status()]).toEqual([url, 401]);
    expect(await response.json()).toMatchObject({ detail: 'Sign in to see this.' });
  }
  const download = page.waitForEvent('download');
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(readFileSync(await file.path(), 'utf8').length).toBeGreaterThan(0);
});
