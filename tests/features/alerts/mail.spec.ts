import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts, signIn } from '../../support/sign-in.ts';

test('a person makes a feed, and reads that the portal sends no mail yet', async ({ page, request }) => {
  await signIn(page, accounts.user, '/account/profile');
  const mails = page.getByRole('region', { name: 'Mails' });
  await expect(mails.getByText('This portal sends no mail yet.')).toBeVisible();
  await mails.getByRole('button', { name: /^(Make an Atom feed|New address$)/ }).click();
  const address = await mails.getByLabel('Atom feed of your alerts').inputValue();
  const feed = await request.get(new URL(address).pathname);
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
  await expectAccessible(page);
});

test('an administrator sees what sending mail needs', async ({ page }) => {
  await signIn(page, accounts.administrator, '/account/alerts');
  await expect(page.getByText('SMTP_URL is not set, so the portal sends no mail.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible();
  await expectAccessible(page);
});

test('a link that is not valid says so', async ({ page }) => {
  await page.goto('/alerts/stop/nothing');
  await expect(page.getByRole('heading')).toHaveText('This link is not valid');
});
