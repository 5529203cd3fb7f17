import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-access/import-status';

for (const [name, size] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`developers see how fresh each record is, on a ${name}`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize(size);
    await openSignedIn(page, accounts.developer, path);
    await expect(page.getByText(/^\d+ of \d+ records late, \d+ ended$/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'How fresh each record is' }).getByRole('row')).toHaveCount(
      31,
    );
    // The record that has been late for the longest time comes first.
    await expect(page.getByRole('row', { name: /Ririe AgriMet/ }).first()).toContainText('Late');
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  });
}

test('others see why they may not see the status', async ({ page }) => {
  await openSignedIn(page, accounts.user, path);
  await expect(
    page.getByText('Import Status could not be loaded. This needs the role Developer.').first(),
  ).toBeVisible();
});
