import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Use this figure elsewhere' });
const frameOf = (page: Page) => dialogOf(page).locator('code', { hasText: '<iframe' });

/** @param address of the figure, from its name on */
async function expectFrame(page: Page, address: string): Promise<void> {
  await expect(frameOf(page)).toContainText(`/embed/${address}"`);
  const [, figure = ''] = /src="([^"]*)"/.exec((await frameOf(page).textContent()) ?? '') ?? [];
  const answer = await page.request.get(figure.replaceAll('&amp;', '&'));
  expect(answer.headers()['content-security-policy']).toContain('sandbox allow-scripts');
}

/** Opens the dialog by the keyboard on a phone, where its controls have room for a finger. */
async function openOnPhone(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  const controls = dialog.locator('button, select, label:has(input)');
  const heights = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  await expectNoSidewaysScroll(page);
}

async function expectClosedByEscape(page: Page, button: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('button', { name: button })).toBeFocused();
}

test('a site’s page has the lines to show its season elsewhere', async ({ page, baseURL }) => {
  await page.goto('/sites/14?parameter=1');
  await page.getByRole('button', { name: /^Values as a table/ }).click();
  await page.getByRole('button', { name: 'Use this figure elsewhere' }).click();
  const dialog = dialogOf(page);
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Dark' }).check();
  await expectFrame(page, 'season?site=13037500&amp;parameter=Streamflow&amp;theme=dark');
  expect(await frameOf(page).textContent()).toContain(`<iframe src="${baseURL}/embed/season?`);
  await expectClosedByEscape(page, 'Use this figure elsewhere');
});

test('Today has the lines to show its numbers, the storage and the snow elsewhere', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/watershed-overview/today');
  await expect(page.locator('[data-today]')).toHaveAttribute('data-state', 'shown');
  const button = 'Use elsewhere';
  // On a phone it is in the menu, which has the focus again afterwards.
  const menu = page.getByText('Export', { exact: true });
  const open = async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    await openOnPhone(page, button);
  };
  await open();
  await expectAccessible(page);
  await expectFrame(page, 'brief');
  const figure = dialogOf(page).getByRole('combobox', { name: 'Figure' });
  await figure.selectOption('Storage in the upper Snake reservoirs');
  await dialogOf(page).getByRole('radio', { name: 'Dark' }).check();
  await expectFrame(page, 'storage?theme=dark');
  await figure.selectOption('Snow water equivalent, Snake above Heise');
  await expectFrame(page, 'snow?group=Snake+above+Heise&amp;theme=dark');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(menu).toBeFocused();
  // A second time, too.
  await open();
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(menu).toBeFocused();
});

test('Today says that there is no figure while its brief is missing, and that the dialog cannot be loaded', async ({
  page,
}) => {
  const button = page.getByRole('button', { name: 'Use elsewhere' });
  await page.route('**/api/brief*', (route) => route.abort());
  await page.goto('/watershed-overview/today');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await button.click();
  await expect(page.getByText('There is no brief with figures yet.')).toBeVisible();
  await page.unroute('**/api/brief*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-today]')).toHaveAttribute('data-state', 'shown');
  await page.route(/figure-dialog/, (route) => route.abort());
  await button.click();
  await expect(page.getByText('A part of this page could not be loaded')).toBeVisible();
});

test('SNOTEL SWE Data has the lines to show the snow of a group elsewhere', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openSignedIn(page, accounts.developer, '/data-analysis-tools/snotel-swe-data');
  const button = 'Use a snow figure elsewhere';
  await openOnPhone(page, button);
  await expectFrame(page, 'snow?group=Snake+above+Heise');
  await dialogOf(page)
    .getByRole('combobox', { name: 'Figure' })
    .selectOption('Snow water equivalent, Henrys Fork and Teton');
  await expectFrame(page, 'snow?group=Henrys+Fork+and+Teton');
  await expectClosedByEscape(page, button);
});
