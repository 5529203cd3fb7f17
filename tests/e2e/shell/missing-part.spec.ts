import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { accounts, recordDocuments } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const map = '/watershed-overview/map-of-sites';
const missing = 'A part of this page could not be loaded. Reload the page.';

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Missing part' });

/** From now on the server does not have a file, as after an update in which its name has changed. */
async function remove(page: Page, file: string): Promise<void> {
  await page.route(`**/_assets/${file}*`, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Page not found.\n' }),
  );
}

test('a part that cannot be loaded says so, the rest of the screen stays, and Reload gets it', async ({
  page,
}) => {
  await recordShifts(page);
  await page.goto(`${map}?q=snake`);
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  const documents = recordDocuments(page);
  await remove(page, 'ExportDialog.*.js');
  await page.getByRole('button', { name: 'Export' }).click();
  const notice = noticeOf(page);
  await expect(notice).toContainText(missing);
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
  // The map ends above the notice.
  const bar = await notice.boundingBox();
  await expect
    .poll(async () => {
      const box = await page.locator('.leaflet-container').boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual((bar?.y ?? 0) + 0.5);
  expect(documents).toHaveLength(0);
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveURL(/[?&]q=snake$/);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export the map' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('the notice covers nothing, moves nothing and can be closed', async ({ page }) => {
  await recordShifts(page);
  await page.goto('/about');
  await page.evaluate(() => dispatchEvent(new Event('portal:missing-part')));
  const notice = noticeOf(page);
  await expect(notice).toContainText(missing);
  // Only the footer of a short page makes room.
  expect(await sumShifts(page)).toBeLessThan(0.01);
  await expectAccessible(page);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const footer = await page.getByRole('contentinfo').boundingBox();
  const bar = await notice.boundingBox();
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 0.5);
  await notice.getByRole('button', { name: 'Close this message' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).paddingBottom)).toBe('0px');
});

for (const [what, file] of [
  ['screen', 'FilesScreen.*.js'],
  ['shell', 'FrameScript.astro*.js'],
  ['stylesheet', 'Base.*.css'],
] as const) {
  test(`a missing ${what} is said, and nothing reloads by itself`, async ({ page }) => {
    const documents = recordDocuments(page);
    await remove(page, file);
    await page.goto('/documents/public-docs', { waitUntil: 'commit' });
    await expect(page.getByText(missing)).toBeVisible();
    if (what === 'screen')
      await expect(page.getByRole('main').getByText('This page could not be loaded.')).toBeVisible();
    expect(documents).toHaveLength(1);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
    await expect(noticeOf(page)).toBeHidden();
  });
}

test('what was typed into a form stays', async ({ page }) => {
  const field = 'Title';
  await openSignedIn(page, accounts.all, '/models/announcements/add');
  await page.getByRole('textbox', { name: field }).fill('Half a sentence');
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type());
    await dialog.accept();
  });
  await remove(page, 'developer-tools.*.js');
  await page.locator('footer').getByRole('button', { name: 'Developer tools' }).click();
  await page.getByRole('button', { name: 'Close developer tools' }).click();
  await expect(noticeOf(page)).toContainText('Reload the page; what you have entered stays.');
  await expect(page.getByRole('textbox', { name: field })).toHaveValue('Half a sentence');
  await noticeOf(page).getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(/^Unsaved changes from .* have been restored\.$/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: field })).toHaveValue('Half a sentence');
  expect(dialogs).toEqual([]);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
});

test('a page that a cache restored after an update says so', async ({ page }) => {
  await page.route('**/_assets/*', (route) => route.fulfill({ status: 404, body: 'Page not found.\n' }));
  await page.goto('/documents/public-docs', { waitUntil: 'commit' });
  await expect(page.getByText(missing)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
});
