import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { accounts, signIn } from '../../support/sign-in.ts';

test('someone makes an alert on the page of a site, sees its past, mutes, changes and deletes it', async ({
  page,
}) => {
  // Earlier runs may have left theirs.
  const name = `Low <b>Falls</b> ${crypto.randomUUID()}`;
  await signIn(page, accounts.user, '/sites/AMF');
  await page.getByRole('button', { name: /^Alert me/ }).click();
  const panel = page.getByRole('dialog', { name: /^Alert for American Falls/ });
  await expect(panel.getByText(/ below 30 % of capacity would (not )?have fired/)).toBeVisible();
  await expect(panel.getByRole('region', { name: /below 30 % of capacity/ })).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel('Level (%)').fill('low');
  await panel.getByRole('button', { name: 'Save alert' }).click();
  await expect(panel.getByText('Enter a number.')).toBeVisible();
  await expect(panel.getByLabel('Level (%)')).toBeFocused();
  await panel.getByLabel('Level (%)').fill('25');
  await panel.getByLabel('Name (optional)').fill(name);
  await expect(panel.getByText(/ below 25 % of capacity would (not )?have fired/)).toBeVisible();
  await panel.getByRole('button', { name: 'Save alert' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText(/^The alert was saved: /)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Alert me/ })).toBeFocused();

  await page.goto('/account/profile');
  const list = page.getByRole('list', { name: 'Your alerts' });
  const mine = list.getByRole('listitem').filter({ hasText: name });
  await expect(mine).toContainText(/below 25 % of capacity.*never fired/);
  await mine.getByRole('button', { name: /^Mute / }).click();
  await page.getByRole('button', { name: 'For 7 days' }).click();
  await expect(mine).toContainText('muted until');
  await mine.getByRole('button', { name: 'Unmute' }).click();
  await expect(mine).not.toContainText('muted until');
  await mine.getByRole('button', { name: /^Change / }).click();
  const change = page.getByRole('dialog', { name: /^Change the alert for American Falls/ });
  await expect(change.getByLabel('Level (%)')).toHaveValue('25');
  await page.keyboard.press('Escape');
  await expect(change).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await mine.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(mine).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeFocused();
});

test('a visitor is asked to log in, from the cup of a reservoir too', async ({ page }) => {
  await page.goto('/watershed-overview/today');
  const cups = page.getByRole('list', { name: 'Reservoirs' });
  await cups.getByRole('button', { name: 'Alert me about American Falls' }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: /^Alert for American Falls/ });
  await expect(panel.getByRole('link', { name: 'Log in to make one' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('a past that cannot be loaded says so, and is tried again; silence has one, too', async ({ page }) => {
  await signIn(page, accounts.user, '/sites/AMF');
  await page.route('**/api/alerts/preview*', (route) => route.abort());
  await page.getByRole('button', { name: /^Alert me/ }).click();
  const panel = page.getByRole('dialog', { name: /^Alert for American Falls/ });
  await expect(panel.getByText(/^Its past could not be loaded\./)).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/alerts/preview*');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByText(/would (not )?have fired/)).toBeVisible();
  await panel.getByRole('radio', { name: 'Falls silent' }).focus();
  await page.keyboard.press('Space');
  await expect(panel.getByText(/no new reservoir storage for 5 days would (not )?have fired/)).toBeVisible();
  await panel.getByLabel(/^Usual intervals/).fill('1');
  await expect(panel.getByText('Enter a whole number from 2 to 100.')).toBeVisible();
  await page.route('**/api/alerts/rules', (route) => route.abort());
  await page.goto('/account/profile');
  await expect(page.getByText(/^Your alerts could not be loaded\./)).toBeVisible();
  await page.unroute('**/api/alerts/rules');
  await page
    .getByRole('region', { name: 'Alerts', exact: true })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect(page.getByText(/^Your alerts could not be loaded\./)).toBeHidden();
});
