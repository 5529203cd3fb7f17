import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll } from './e2e.ts';
import { accounts } from './sign-in.ts';
import { openSignedIn } from './signed-in.ts';

/** The page whose parts these are. */
export const address = '/data-analysis-tools/forecast-supply';

export const open = (page: Page, where: string) => openSignedIn(page, accounts.all, where);
export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of Forecast Supply' }).getByRole('link', { name });
export const charts = (page: Page) => page.locator('[aria-roledescription=chart] canvas');

/** The text of a file that a button downloads. */
export async function downloadOf(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** A part is accessible, and never scrolls sideways on a screen of any width. */
export async function expectFitsScreens(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 900 });
  await open(page, where);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator('[aria-roledescription=chart]').first().scrollIntoViewIfNeeded();
    await expect(charts(page).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
}
