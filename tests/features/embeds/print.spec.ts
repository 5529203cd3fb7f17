import { expect, test } from '../../support/e2e.ts';
import { ask } from '../../support/printed-sheets.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test('the storage of a board packet is that of the chosen day, drawn as a chart', async ({ page }) => {
  await openSignedIn(page, accounts.developer, '/watershed-overview/today?on=2022-05-31');
  await expect(page.locator('[data-today][data-state=shown]')).toBeVisible();
  const read = page.waitForResponse(/api\/figures\/storage/);
  await ask(page, () => page.getByRole('button', { name: 'Board packet' }).click());
  expect(new URL((await read).url()).searchParams.get('on')).toBe('2022-05-31');
  const { title } = (await (await read).json()) as { title: string };
  const sheet = page
    .locator('[data-sheet=ready]')
    .filter({ has: page.locator('header', { hasText: `${title}: ` }) });
  await expect(sheet).toHaveCount(1);
  await expect(sheet.locator('header')).toContainText('on May 31, 2022');
  await expect(sheet.locator('img[src^="blob:"]')).toHaveCount(1);
});
