import { expect, expectAccessible, expectAccessibleInAllSizes, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const screens = [
  ['/models', 'Models'],
  ['/models/locations', 'Locations'],
  ['/models/datasets?view=card', 'Datasets'],
  ['/models/datasets/add', 'Add dataset'],
  ['/models/locations/add', 'Add location'],
  ['/resources/summary-of-datasets?view=list', 'Files'],
  ['/documents/public-docs', 'Public Files'],
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
  await expectAccessibleInAllSizes(page);
});

test('an unknown record or model shows that it was not found', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, '/models/datasets/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Record not found.', { exact: true })).toBeVisible();
  const response = await page.goto('/models/nothing');
  expect(response?.status()).toBe(404);
});

test.describe('announcements', () => {
  test.use({ announcements: 'shown' });

  test('are over the screens of signed-in people until they are dismissed', async ({ page }) => {
    await openSignedIn(page, accounts.user, '/private');
    const region = page.getByRole('region', { name: 'Announcements' });
    const notice = region.getByRole('article').filter({ hasText: 'Demonstration data' });
    await expect(notice).toContainText('The records of this portal are synthetic');
    await expect(region).not.toContainText('Storage allocation meeting');
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Dismiss “Demonstration data”' }).click();
    await expect(notice).toHaveCount(0);
    const announcementsResponse = page.waitForResponse('**/api/announcements');
    await page.reload();
    await announcementsResponse;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  test('are not shown to visitors', async ({ page }) => {
    let isRequested = false;
    page.on('request', (request) => {
      isRequested ||= request.url().endsWith('/api/announcements');
    });
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/documents/public-docs');
    await expect(page.getByRole('cell', { name: 'Water Supply Outlook' })).toBeVisible();
    expect(isRequested).toBe(false);
  });
});
