import { expect, expectAccessible, expectAccessibleInAllSizes, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const screens = [
  ['/models', 'Content'],
  ['/models/locations', 'Locations'],
  ['/models/datasets?view=card', 'Datasets'],
  ['/models/locations/add', 'Add location'],
  ['/resources/summary-of-datasets?view=list', 'Files'],
  ['/data-access/well-production-data-entry', 'Well Production Data Entry'],
] as const;

test('accessible in all sizes, and nothing is wider than the page', async ({ page }) => {
  test.slow();
  await openSignedIn(page, accounts.administrator, '/models');
  for (const [address, heading] of screens) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectAccessibleInAllSizes(page);
  }
  await page.goto('/models/datasets?view=list');
  await page.getByRole('link', { name: 'Monitoring Sites' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monitoring Sites');
  await expectAccessibleInAllSizes(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Correct one field:')).toBeVisible();
  await expectAccessibleInAllSizes(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('an unknown record or model shows that it was not found', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, '/models/datasets/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Record not found.', { exact: true })).toBeVisible();
  const response = await page.goto('/models/nothing');
  expect(response?.status()).toBe(404);
});
