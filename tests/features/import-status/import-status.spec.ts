import { expect, expectAccessibleInAllSizes, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-access/import-status';

test('developers see how fresh each record is, in all sizes', async ({ page }) => {
  await openSignedIn(page, accounts.developer, path);
  await expect(page.getByText(/^\d+ of \d+ records late, \d+ ended$/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'How fresh each record is' }).getByRole('row')).toHaveCount(
    31,
  );
  // The record that has been late for the longest time comes first.
  await expect(page.getByRole('row', { name: /Ririe AgriMet/ }).first()).toContainText('Late');
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expectAccessibleInAllSizes(page);
});

test('others see why they may not see the status', async ({ page }) => {
  await openSignedIn(page, accounts.user, path);
  for (const [address, title] of [[path, 'Import Status']] as const) {
    await page.goto(address);
    await expect(page.getByText(`${title} is for people with the role Developer`)).toBeVisible();
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  }
});
