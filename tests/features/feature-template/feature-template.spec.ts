import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

for (const width of [1280, 390]) {
  test(`lists the sites, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openSignedIn(page, accounts.user, '/data-analysis-tools/feature-template');
    const table = page.getByRole('table', { name: 'Feature Template' });
    await expect(table.getByRole('row').filter({ hasText: 'cfs' }).first()).toBeVisible();
    await expectAccessible(page);
  });
}
