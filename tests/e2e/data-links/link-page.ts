import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, readSavedCsv } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** The lines under the notes. */
export const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .filter((line) => !line.startsWith('#'));

export async function copyLink(page: Page, button: Locator): Promise<string> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  // The message of a link before may still be there.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  await expect(page.getByText(/^The link was copied\. /).last()).toBeVisible();
  await expect.poll(read).not.toBe('');
  return read();
}

export async function downloadRows(page: Page, button: Locator): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return rowsOf(await readSavedCsv(download));
}

/** Opens an address signed in. @returns the header by which the page's own requests are authorized */
export async function openAuthorized(page: Page, address: string): Promise<string> {
  const [authorized] = await Promise.all([
    page.waitForRequest((each) => /^Bearer /.test(each.headers().authorization ?? '')),
    openSignedIn(page, accounts.user, address),
  ]);
  return authorized.headers().authorization ?? '';
}

export async function fetchRows(
  request: APIRequestContext,
  link: string,
  authorization?: string,
): Promise<string[]> {
  const answer = await request.get(link, authorization ? { headers: { authorization } } : {});
  expect([answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([200, '']);
  return rowsOf(await answer.text());
}
