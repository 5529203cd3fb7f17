import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

for (const width of [1280, 390]) {
  test(`lists the sites that the address searches, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openSignedIn(page, accounts.user, '/data-analysis-tools/feature-template?q=heise');
    const table = page.getByRole('table', { name: 'Feature Template' });
    await expect(table.getByRole('row').filter({ hasText: 'Snake River near Heise' })).toHaveCount(2);
    await expect(table.getByRole('row').filter({ hasText: 'Teton' })).toHaveCount(0);
    await expectAccessible(page);
  });
}
