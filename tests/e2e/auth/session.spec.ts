import type { Page } from '@playwright/test';
import { answerProblem, expect, expectAccessible, test } from '../../support/e2e.ts';
import {
  accounts,
  fillLogin,
  lastMinuteMs,
  recordNavigations,
  revokeRefreshToken,
  signIn,
} from '../../support/sign-in.ts';
import { searchField, siteCount } from '../public-map/map.ts';

const endedMessage =
  'Your session has ended. Sign in again to continue; what you have entered is still here.';

/** The pixels from the end of one part of the page to the start of another; negative where they overlap. */
function gapBelow(page: Page, upper: string, lower: string): Promise<number> {
  return page.evaluate(
    ([one = '', other = '']) => {
      const bottom = document.querySelector(one)?.getBoundingClientRect().bottom ?? Number.NaN;
      const top = document.querySelector(other)?.getBoundingClientRect().top ?? Number.NaN;
      return Math.round(top - bottom);
    },
    [upper, lower],
  );
}

test('a token in its last minute is renewed silently, and the API answers', async ({ page }) => {
  await signIn(page, accounts.user);
  await page.clock.setFixedTime(Date.now() + lastMinuteMs);
  const addresses = recordNavigations(page);
  const renewal = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/account/user'));
  await page.goto('/account/profile');
  expect((await renewal).request().postData()).toContain('grant_type=refresh_token');
  expect((await answer).status()).toBe(200);
  await expect(page.getByRole('region', { name: 'As the server sees you' })).toContainText('demo|user');
  expect(addresses).toHaveLength(1);
});

test('a token that the API refuses is renewed once', async ({ page }) => {
  await signIn(page, accounts.user);
  let refusals = 0;
  await page.route('**/api/account/user', async (route) => {
    if (refusals > 0) return route.continue();
    refusals += 1;
    return answerProblem(route, 401, 'The access token is not valid.');
  });
  const renewal = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
  await page.goto('/account/profile');
  expect((await renewal).status()).toBe(200);
  await expect(page.getByRole('region', { name: 'As the server sees you' })).toContainText('demo|user');
  expect(refusals).toBe(1);
});

test('a session revoked while working shows a banner; everything entered stays, and signing in again resumes it', async ({
  page,
}) => {
  await signIn(
    page,
    accounts.user,
    '/watershed-overview/map-of-sites?panels=sites,layers&hide=HUC8+Boundaries',
  );
  await expect(siteCount(page)).toBeVisible();
  await searchField(page).fill('heise');
  await page.getByLabel('Color by').selectOption({ label: 'Data Providers' });
  await revokeRefreshToken(page);
  await page.clock.setFixedTime(Date.now() + lastMinuteMs);
  await page.getByRole('checkbox', { name: 'Show HUC8 Boundaries' }).check();

  const banner = page.getByRole('region', { name: 'Your session' });
  await expect(banner).toContainText(endedMessage);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => gapBelow(page, '[data-session-ended]', 'body > header')).toBe(0);
  }
  await expect(searchField(page)).toHaveValue('heise');
  await expect(page.getByLabel('Color by')).toHaveValue(/dataProviders/);
  await expect(page.getByRole('checkbox', { name: 'Show HUC8 Boundaries' })).toBeChecked();

  const opened = page.waitForEvent('popup');
  await banner.getByRole('link', { name: 'Sign in again' }).click();
  const second = await opened;
  // The provider may still know the browser, or ask; both lead to the account page.
  await Promise.race([
    second.waitForURL(/\/account\/?$/),
    second
      .getByLabel('Email')
      .waitFor()
      .then(() => fillLogin(second, accounts.user)),
  ]).catch(() => {});
  await expect(second).toHaveURL(/\/account\/?$/);

  await expect(banner).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in');
  await expect(searchField(page)).toHaveValue('heise');
  await expect(page.getByLabel('Color by')).toHaveValue(/dataProviders/);
});

test('a guarded page with a revoked stored session goes to sign-in, without a banner', async ({ page }) => {
  await signIn(page, accounts.user);
  await revokeRefreshToken(page);
  await page.clock.setFixedTime(Date.now() + lastMinuteMs);
  await page.context().clearCookies();
  await page.goto('/account/profile?a=1');
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL(/\/account\/profile\/?\?a=1$/);
});

test('a lost network does not end the session', async ({ page }) => {
  await signIn(page, accounts.user);
  // First, because a request of this page may already renew the token.
  await page.route('**/oauth/token', (route) => route.abort('internetdisconnected'));
  await page.clock.setFixedTime(Date.now() + lastMinuteMs);
  await page.goto('/account/profile');
  await expect(page.getByText('Your server identity could not be loaded.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in');
  await page.unroute('**/oauth/token');
  const identity = page.getByRole('region', { name: 'As the server sees you' });
  await identity.getByRole('button', { name: 'Try again' }).click();
  await expect(identity).toContainText('demo|user');
});

test('logging out ends the session in every tab', async ({ page }) => {
  await signIn(page, accounts.user, '/account/profile');
  await expect(page.getByRole('region', { name: 'As the server sees you' })).toContainText('demo|user');
  // Each lookup table is fetched once after signing in, whatever the page.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('lookups:demo|user')))
    .toContain('"wells"');
  const context = page.context();
  const open = await context.newPage();
  await open.goto('/about');
  await expect(open.getByRole('button', { name: 'Your menu, Uma User' })).toBeVisible();
  const leaving = await context.newPage();
  await leaving.goto('/account');
  await leaving.getByRole('button', { name: 'Your menu, Uma User' }).click();
  await leaving.getByRole('link', { name: 'Log out' }).first().click();
  await expect(leaving).toHaveURL('/');

  // Nothing of the person stays on the guarded page, which nobody touched.
  await expect(
    page.getByRole('alert').filter({ hasText: 'You have logged out in another tab.' }),
  ).toBeVisible();
  await expect(page.getByText('demo|user')).toHaveCount(0);
  await expect(page).toHaveURL(/\/secret\/?\?logged-out#\/account\/profile/);
  await expectAccessible(page);
  await expect(open.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
  await expect(open.getByRole('region', { name: 'Your session' })).toBeHidden();

  // The provider has ended its own session, too, and asks for the password.
  await open.getByRole('link', { name: 'Log in', exact: true }).click();
  await fillLogin(open, accounts.user);
  await expect(open).toHaveURL(/\/about\/?$/);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/account\/profile\/?$/);
  await expect(page.getByRole('region', { name: 'As the server sees you' })).toContainText('demo|user');
});

test('Leave leaves an ended session', async ({ page }) => {
  await signIn(page, accounts.user);
  const other = await page.context().newPage();
  await other.goto('/about');
  // As a session ends that another tab could not renew: nobody has logged out.
  await other.evaluate(() => localStorage.removeItem('portal-session:portal'));
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveAttribute('data-session', 'visitor');
});

for (const address of ['/auth/logout', '/account/logout']) {
  test(`${address} logs out at once and ends at the landing page`, async ({ page }) => {
    await signIn(page, accounts.user);
    await page.goto(address);
    await expect(page).toHaveURL('/');
    const storedKeys = await page.evaluate(() =>
      Object.keys(localStorage).filter((name) => name.startsWith('portal-session')),
    );
    expect(storedKeys).toEqual([]);
    await page.goto('/account');
    await expect(page.getByLabel('Email')).toBeVisible();
  });
}

test('logging out as a visitor leads to the landing page', async ({ page }) => {
  await page.goto('/auth/logout');
  await expect(page).toHaveURL('/');
});

test('Back after logging out shows nothing of a guarded page', async ({ page }) => {
  await signIn(page, accounts.user);
  await page.goto('/account/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await page.goto('/auth/logout');
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByLabel('Email')).toBeVisible();
});
