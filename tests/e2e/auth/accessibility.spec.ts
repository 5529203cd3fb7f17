import { expect, expectAccessibleInAllSizes, test } from '../../support/e2e.ts';
import { accounts, signIn } from '../../support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('the login page and a failed sign-in have no violations, in all sizes', async ({ page }) => {
  await page.goto('/account');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expectAccessibleInAllSizes(page);
  await page.goto('/secret?error=access_denied');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessibleInAllSizes(page);
});

test('the account’s pages, the menu, the developer tools and the page after a log-out elsewhere have none, in all sizes', async ({
  page,
}) => {
  await signIn(page, accounts.all);
  await expectAccessibleInAllSizes(page);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await expectAccessibleInAllSizes(page);
  await expect(page.getByRole('navigation', { name: 'Your menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/account/profile');
  await expect(page.getByRole('region', { name: 'As the server sees you' })).toContainText('demo|demo');
  await expectAccessibleInAllSizes(page);
  await page.getByRole('button', { name: 'Developer tools' }).click();
  await page.getByText('GET /api/account/user').first().click();
  await expectAccessibleInAllSizes(page);
  await expect(page.getByRole('dialog', { name: 'Developer tools' })).toBeVisible();
  await page.keyboard.press('Escape');
  const other = await page.context().newPage();
  await other.goto('/account');
  await other.getByRole('button', { name: /^Your menu/ }).click();
  await other.getByRole('link', { name: 'Log out' }).first().click();
  await expect(other).toHaveURL('/');
  await expect(page.getByRole('alert')).toContainText('You have logged out in another tab.');
  await expectAccessibleInAllSizes(page);
});
