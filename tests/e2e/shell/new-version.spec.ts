import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { accounts, recordDocuments, signIn } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const map = '/watershed-overview/map-of-sites';
const offer = 'A new version of the portal is available.';
const reloaded = 'The portal has a new version, so this page was reloaded.';
const tooOld = 'The portal has a new version, and a part of this page can no longer be loaded.';

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Version of the portal' });

/** From now on the server has another build than the open pages. @returns how often it was asked for it */
async function deploy(page: Page): Promise<{ count: number }> {
  const asked = { count: 0 };
  await page.route('**/build.json', (route) => {
    asked.count += 1;
    return route.fulfill({ json: { build: 'ffffffffffffffff' } });
  });
  return asked;
}

/** Answers as the server does for a file that it does not have. */
async function remove(page: Page, file: string): Promise<void> {
  await page.route(`**/_assets/${file}*`, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Page not found.\n' }),
  );
}

test.describe('the notice of a new version', () => {
  test('comes to a tab that is shown, and covers nothing', async ({ page }) => {
    await page.clock.install();
    await recordShifts(page);
    await page.goto('/about');
    const asked = await deploy(page);
    await page.clock.fastForward('04:00');
    expect(asked.count).toBe(0);
    await page.clock.fastForward('06:00');
    const notice = noticeOf(page);
    await expect(notice).toContainText(offer);
    // Only the footer of a short page makes room.
    expect(await sumShifts(page)).toBeLessThan(0.01);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const footer = await page.getByRole('contentinfo').boundingBox();
    const bar = await notice.boundingBox();
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 0.5);

    await page.clock.fastForward('12:00');
    expect(asked.count).toBeLessThanOrEqual(4);
    await notice.getByRole('button', { name: 'Close this message' }).click();
    await page.clock.fastForward('12:00');
    await expect(notice).toBeHidden();
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).paddingBottom)).toBe('0px');
  });

  test('leaves the map its place, and Reload gets the new version', async ({ page }) => {
    await page.clock.install();
    await page.goto(map);
    await deploy(page);
    await page.clock.fastForward('06:00');
    const notice = noticeOf(page);
    await expect(notice).toContainText(offer);
    const bar = await notice.boundingBox();
    await expect
      .poll(async () => {
        const box = await page.locator('.leaflet-container').boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThanOrEqual((bar?.y ?? 0) + 0.5);
    await page.unroute('**/build.json');
    const documents = recordDocuments(page);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Map of Sites');
    await expect.poll(() => documents.length).toBe(1);
    await expect(notice).toBeHidden();
  });

  test('is not asked for by a hidden tab, and at most every few minutes by others', async ({ page }) => {
    await page.clock.install();
    await page.goto('/about');
    const asked = await deploy(page);
    const show = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    await page.clock.fastForward('01:00:00');
    expect(asked.count).toBe(0);
    await show('visible');
    await expect(noticeOf(page)).toContainText(offer);
    await show('hidden');
    await show('visible');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    expect(asked.count).toBe(1);
  });

  test('does not come for the same version, or from a server that does not answer', async ({ page }) => {
    await page.clock.install();
    await page.goto('/about');
    const first = page.waitForResponse('**/build.json');
    await page.clock.fastForward('06:00');
    const response = await first;
    expect(response.headers()['cache-control']).toBe('no-cache');
    expect((await response.json()).build).toBe(await page.locator('html').getAttribute('data-build'));
    await page.route('**/build.json', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.clock.fastForward('06:00');
    await failed;
    await expect(noticeOf(page)).toBeHidden();
  });
});

test.describe('a tab whose scripts were replaced', () => {
  test('reloads itself once, with its address, and says so', async ({ page }) => {
    await page.goto(`${map}?q=snake`);
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
    const documents = recordDocuments(page);
    await deploy(page);
    await remove(page, 'ExportDialog.*.js');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(noticeOf(page)).toContainText(reloaded);
    await expect(page).toHaveURL(/\?q=snake$/);
    expect(documents).toHaveLength(1);
    await noticeOf(page).getByRole('button', { name: 'Close this message' }).click();

    // The reload was of no use: no second one, and the map stays.
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(noticeOf(page)).toContainText(`${tooOld} Reload the page.`);
    await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
    await expect(page.locator('.leaflet-container')).toBeVisible();
    expect(documents).toHaveLength(1);
  });

  for (const [what, file] of [
    ['screen', 'FilesScreen.*.js'],
    ['shell', 'FrameScript.astro*.js'],
    ['stylesheet', 'Base.*.css'],
  ] as const) {
    test(`reloads itself once for a missing ${what}, and never loops`, async ({ page }) => {
      const documents = recordDocuments(page);
      await deploy(page);
      await remove(page, file);
      await page.goto('/documents/public-docs', { waitUntil: 'commit' });
      await expect(page.getByText(`${tooOld} Reload the page.`)).toBeVisible();
      expect(documents).toHaveLength(2);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
      await expect(noticeOf(page)).toBeHidden();
    });
  }

  test('reloads itself when it has to renew a session', async ({ page }) => {
    await signIn(page, accounts.user);
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('portal-session:portal') ?? '{}');
      localStorage.setItem('portal-session:portal', JSON.stringify({ ...session, expiresAt: 1 }));
    });
    await deploy(page);
    await remove(page, 'openid-client.*.js');
    const documents = recordDocuments(page);
    // Not goto(), which fails where the page reloads itself before it has loaded.
    await page.evaluate(() => location.assign('/account/profile'));
    await expect(noticeOf(page)).toContainText(`${tooOld} Reload the page.`);
    expect(documents).toHaveLength(2);
    await page.unrouteAll();
    await noticeOf(page).getByRole('button', { name: 'Reload' }).click();
    await expect(noticeOf(page)).toBeHidden();
    // The page before may have been the one that said so.
    await page.goto('/account/profile');
    await expect(page.getByRole('definition').filter({ hasText: 'user@example.org' })).toBeVisible();
  });

  test('asks where the tab’s storage is blocked', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });
    const documents = recordDocuments(page);
    await deploy(page);
    await remove(page, 'FilesScreen.*.js');
    await page.goto('/documents/public-docs');
    await expect(noticeOf(page)).toContainText(`${tooOld} Reload the page.`);
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
    await expectAccessible(page);
    expect(documents).toHaveLength(1);
    await page.unrouteAll();
    await noticeOf(page).getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
  });

  for (const [address, field] of [
    ['/models/announcements/add', 'Title'],
    ['/data-access/well-production-data-entry?well=433807112551501&month=1992-07', 'Remarks, Jul 1, 1992'],
  ] as const) {
    test(`keeps what was typed at ${address}`, async ({ page }) => {
      await openSignedIn(page, accounts.all, address);
      await page.getByRole('textbox', { name: field }).click();
      await page.keyboard.type('Half a sentence');
      const documents = recordDocuments(page);
      const dialogs: string[] = [];
      page.on('dialog', async (dialog) => {
        dialogs.push(dialog.type());
        await dialog.accept();
      });
      await deploy(page);
      await remove(page, 'developer-tools.*.js');
      await page.locator('footer').getByRole('button', { name: 'Developer tools' }).click();
      await page.getByRole('button', { name: 'Close developer tools' }).click();
      await expect(noticeOf(page)).toContainText(`${tooOld} Reload the page; what you have entered stays.`);
      await expect(page.getByRole('textbox', { name: field })).toHaveValue('Half a sentence');
      expect(documents).toHaveLength(0);
      // In a cell of a grid, F2 puts the caret at the end of its text.
      await page.getByRole('textbox', { name: field }).press('F2');
      await page.getByRole('textbox', { name: field }).press('End');
      await page.keyboard.type(' more');
      await noticeOf(page).getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByText(/^Unsaved changes from .* have been restored\.$/)).toBeVisible();
      await expect(page.getByRole('textbox', { name: field })).toHaveValue('Half a sentence more');
      expect(documents).toHaveLength(1);
      expect(dialogs).toEqual([]);
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
    });
  }
});

test('a screen that the network lost says so, and does not reload itself', async ({ page }) => {
  const documents = recordDocuments(page);
  await page.route('**/_assets/FilesScreen.*.js*', (route) => route.abort('internetdisconnected'));
  await page.goto('/documents/public-docs');
  await expect(noticeOf(page)).toContainText(
    'A part of this page could not be loaded. Check the connection, then reload the page.',
  );
  await expect(page.getByRole('main')).toContainText('This page could not be loaded.');
  expect(documents).toHaveLength(1);
});

test('a screen that was lost while the server restarted comes by itself', async ({ page }) => {
  await page.clock.install();
  await page.route('**/build.json', (route) => route.abort('connectionrefused'));
  await page.route('**/_assets/FilesScreen.*.js*', (route) => route.abort('connectionrefused'));
  await page.goto('/documents/public-docs');
  await expect(noticeOf(page)).toContainText('A part of this page could not be loaded.');
  await page.unrouteAll();
  await deploy(page);
  await page.clock.fastForward('00:30');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
  await expect(noticeOf(page)).toContainText(reloaded);
});

test('a part that the network lost says so, and the rest of the screen stays', async ({ page }) => {
  const documents = recordDocuments(page);
  await page.route('**/_assets/ExportDialog.*.js', (route) => route.abort('internetdisconnected'));
  await page.goto(map);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(noticeOf(page)).toContainText('A part of this page could not be loaded.');
  await expect(page.locator('.leaflet-container')).toBeVisible();
  expect(documents).toHaveLength(1);
});

test('a drawing on the map is not lost to a reload', async ({ page }) => {
  const documents = recordDocuments(page);
  await page.goto(map);
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.getByRole('button', { name: 'Set a marker' }).click();
  await expect(page.getByRole('region', { name: 'Drawing' })).toBeVisible();
  await expect(async () => {
    await page.locator('.leaflet-container').click({ position: { x: 500, y: 300 } });
    await expect(page.getByText('1. Marker')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await deploy(page);
  await remove(page, 'ExportDialog.*.js');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(noticeOf(page)).toContainText('so this page was reloaded.');
  await expect(page.getByText('1. Marker')).toBeVisible();
  expect(documents).toHaveLength(2);
});
