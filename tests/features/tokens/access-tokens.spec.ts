import { answerProblem, expect, expectAccessibleInAllSizes, test } from '../../support/e2e.ts';
import { accounts, signIn } from '../../support/sign-in.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a token is created, copied, used by a script and revoked', async ({ page, request }) => {
  const name = `Nightly report ${Date.now()}`;
  const callBasket = async (token: string) =>
    (await request.get('/api/basket', { headers: { authorization: `Bearer ${token}` } })).status();
  await signIn(page, accounts.all, '/account/profile');
  const section = page.getByRole('region', { name: 'Access tokens' });
  await section.getByLabel('Name').fill(name);
  await section.getByLabel('Ends').selectOption('30');
  await section.getByLabel('Name').press('Enter');

  const secret = section.getByLabel(`The new access token “${name}”`);
  await expect(secret).toBeFocused();
  await expect(section).toContainText('Copy it now: it is not shown again.');
  await section.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The access token was copied to your clipboard.')).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toBe(await secret.inputValue());
  expect(await callBasket(token)).toBe(200);

  await section.getByRole('button', { name: 'Done' }).click();
  await expect(section.getByLabel('Name')).toBeFocused();
  await page.reload();
  const row = section.getByRole('row', { name });
  await expect(row).toContainText(token.slice(0, 11));
  await expect(row).not.toContainText('Never');
  await expect(page.locator('body')).not.toContainText(token);

  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
  await expect(section.getByRole('heading', { name: 'Access tokens' })).toBeFocused();
  expect(await callBasket(token)).toBe(401);
});

test('the section has no violations in any state, and fits all sizes', async ({ page }) => {
  // The longest name there may be, and that of no other run.
  const name = String(Date.now()).padStart(60, 'W');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, accounts.user, '/account/profile');
  const section = page.getByRole('region', { name: 'Access tokens' });
  await section.getByRole('button', { name: 'Create token' }).click();
  await expect(section.getByLabel('Name')).toBeFocused();
  await expect(section).toContainText('Enter a name of 1 to 60 characters.');
  await section.getByLabel('Ends').selectOption('date');
  await section.getByLabel('Name').fill(name);
  await section.getByLabel('Last day').fill('2020-01-01');
  await section.getByRole('button', { name: 'Create token' }).click();
  await expect(section.getByLabel('Last day')).toBeFocused();
  await expect(section).toContainText('Choose a day from');
  await expectAccessibleInAllSizes(page);
  await section.getByLabel('Ends').selectOption({ index: 0 });
  await section.getByRole('button', { name: 'Create token' }).click();
  await expect(section.getByLabel(/^The new access token/)).toBeVisible();
  await expectAccessibleInAllSizes(page);
  await section.getByRole('button', { name: `Revoke ${name}` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInAllSizes(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(section.getByLabel(/^The new access token/)).toHaveCount(0);
});

test('says why the tokens cannot be loaded, and that there are enough of them', async ({ page }) => {
  let isDown = true;
  const tokens = Array.from({ length: 20 }, (_, at) => ({
    id: `00000000-0000-4000-8000-0000000000${10 + at}`,
    name: `Script ${at}`,
    starts_with: 'usrb_abcdef',
    created_at: '2026-11-01T12:00:00.000Z',
    ends_on: '2027-01-01',
    has_ended: false,
    last_used_at: null,
  }));
  await page.route('**/api/tokens', (route) =>
    isDown
      ? answerProblem(route, 503, 'The database cannot be reached. Try again in a moment.')
      : route.fulfill({ json: tokens }),
  );
  await signIn(page, accounts.user, '/account/profile');
  const section = page.getByRole('region', { name: 'Access tokens' });
  await expect(section.getByRole('alert')).toContainText(
    'Your access tokens could not be loaded. The database cannot be reached.',
  );
  isDown = false;
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section).toContainText('You already have 20 access tokens. Revoke one to create another.');
  await expect(section.getByRole('row')).toHaveCount(21);
  await expect(section.getByLabel('Name')).toHaveCount(0);
});
