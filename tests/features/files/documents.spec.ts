import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const guide = readFileSync('content/documentation/guide/monthly-report.md', 'utf8');

/** The steps under a heading of the guide, and the names in each of them. */
function readSteps(heading: string): string[][] {
  const section = guide.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\d+\. (.*)$/gm)].map(([, step = '']) =>
    [...step.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name),
  );
}

const pdfNamed = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n% ${name}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`),
});
const longName = `${'Monthly_Report_'.repeat(9)}may.pdf`;

async function publish(page: Page, [button = '', confirmation = '']: readonly string[]) {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirmation, exact: true }).click();
  await expect(page.getByText('The document was published.').first()).toBeVisible();
}

async function attach(page: Page, name: string) {
  await page.locator('input[type=file]').setInputFiles(pdfNamed(name));
  await expect(page.getByText(new RegExp(`${name} \\(\\d+ bytes\\)`))).toBeVisible();
}

test('an address without a document says so', async ({ page }) => {
  const response = await page.goto('/documents/public-docs/00000000-0000-4000-8000-000000000000');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('No published document has this address.')).toBeVisible();
  await page.getByRole('link', { name: 'All Public Files' }).click();
  await expect(page).toHaveURL(/\/documents\/public-docs$/);
});

test('a report is published and its file replaced as the guide says', async ({ page, browser }) => {
  test.slow();
  const title = `Report ${Math.random().toString(36).slice(2, 8)}`;
  const [open = [], form = [], file = [], confirm = [], list = []] = readSteps('Publish a report');
  await openSignedIn(page, accounts.administrator, '/models');
  await page.getByRole('main').getByRole('link', { name: open[1], exact: true }).click();
  await page.getByRole('link', { name: open[2] }).first().click();
  await page.getByLabel(form[0] ?? '').fill(title);
  await page.getByLabel(form[1] ?? '').fill('2026-05-01');
  await page.getByLabel(form[2] ?? '').selectOption('Report');
  await page.getByLabel(form[3] ?? '').fill('First line.\nSecond line.');
  await expect(
    page
      .locator('label')
      .filter({ hasText: file[0] ?? '' })
      .first(),
  ).toBeVisible();
  await attach(page, longName);
  await publish(page, confirm);

  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const reader = await context.newPage();
  await reader.goto(`/documents/public-docs?view=list&q=${title.slice(-6)}`);
  await expect(reader.getByRole('heading', { level: 1, name: list[0] })).toBeVisible();
  await reader.getByRole('link', { name: title }).click();
  await expect(reader).toHaveTitle(new RegExp(title));
  await expect(reader.getByText('First line.\nSecond line.')).toBeVisible();
  await expect(reader.getByRole('button', { name: list[1] })).toBeVisible();
  await expect(reader.getByRole('link', { name: `Download ${longName}` })).toBeVisible();
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const id = new URL(reader.url()).pathname.split('/').at(-1);
  const current = `/api/public-documents/${id}/file`;
  expect(await (await reader.request.get(current)).text()).toContain(longName);

  const [edit = [], change = [], confirmAgain = []] = readSteps('Replace its file');
  await page.goto(`/models/public-documents/${id}`);
  await expect(page.getByRole('link', { name: edit[0] }).first()).toBeVisible();
  await page.getByRole('button', { name: edit[1], exact: true }).click();
  await page.getByLabel(change[0] ?? '').fill('2026-06-01');
  await attach(page, 'june.pdf');
  await publish(page, confirmAgain);

  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'Older editions' })).toBeVisible();
  await expect(reader.getByText(/^Dated May 1, 2026, published /)).toBeVisible();
  expect(await (await reader.request.get(current)).text()).toContain('june.pdf');
  const download = reader.waitForEvent('download');
  await reader.getByRole('link', { name: longName, exact: true }).click();
  expect((await download).suggestedFilename()).toBe(longName);
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(reader);

  await page.goto(`/documents/public-docs/${id}`);
  await page.getByRole('button', { name: `Withdraw ${longName}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Older editions' })).toHaveCount(0);
  await context.close();
});

test('a PDF is shown within the page of its document', async ({ page }) => {
  await page.goto('/documents/public-docs');
  await page.getByRole('link', { name: 'Water Supply Outlook', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Water Supply Outlook' })).toBeVisible();
  const shown = await page.evaluate(() => navigator.pdfViewerEnabled);
  await expect(page.getByTitle('Preview of Water Supply Outlook')).toHaveCount(shown ? 1 : 0);
  await expect(page.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute(
    'href',
    /\/api\/public-documents\/[\da-f-]{36}\/file\?disposition=inline$/,
  );
});
