import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts, signIn } from '../../support/sign-in.ts';

test('an administrator ends a token of another person', async ({ page, browser, request }) => {
  const name = `Script ${Date.now()}`;
  const other = await browser.newPage();
  await signIn(other, accounts.user, '/account/profile');
  const section = other.getByRole('region', { name: 'Access tokens' });
  await section.getByLabel('Name').fill(name);
  await section.getByLabel('Name').press('Enter');
  const token = await section.getByLabel(`The new access token “${name}”`).inputValue();
  const callBasket = async () =>
    (await request.get('/api/basket', { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await callBasket()).toBe(200);

  await signIn(page, accounts.administrator, '/account/people');
  await page.getByRole('table', { name: 'People' }).getByRole('row', { name: 'demo|user' }).click();
  const person = page.getByRole('region', { name: 'demo|user' });
  await expect(person.getByRole('heading', { name: 'demo|user' })).toBeFocused();
  await expectAccessible(page);
  await person.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(person.getByRole('row', { name })).toHaveCount(0);
  expect(await callBasket()).toBe(401);

  // Other tests have sessions of the same account.
  for (const action of ['End sessions', 'Block', 'Remove']) {
    await person.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  await expect(person.getByRole('button', { name: 'Block' })).toBeVisible();
  await other.close();
});

test('others see why they may not see the people', async ({ page }) => {
  await signIn(page, accounts.user, '/account/people');
  await expect(page.getByText('People is for people with the role Administrator')).toBeVisible();
});
