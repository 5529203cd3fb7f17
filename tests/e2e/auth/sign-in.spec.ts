import { expect, expectAccessible, test } from '../../support/e2e.ts';
import {
  accounts,
  fillLogin,
  readStoredTokens,
  recordDocuments,
  recordNavigations,
  signIn,
} from '../../support/sign-in.ts';

const map = '/watershed-overview/map-of-sites';

test('View Dashboard leads through login to the map', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'View Dashboard' }).click();
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL(new RegExp(`${map}/?$`));
  await expect(page.getByRole('button', { name: 'Your menu, Uma User' })).toBeVisible();
});

test('someone signed in goes straight from the landing page to the map', async ({ page }) => {
  await signIn(page, accounts.user);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.getByRole('link', { name: 'Log in to Dashboard' }).click();
  await expect(page).toHaveURL(new RegExp(`${map}/?$`));
  expect(requestedPaths).not.toContain('/authorize');
});

test('a deep link survives the login with its query and hash, and no address ever contains a token', async ({
  page,
}) => {
  const addresses = recordNavigations(page);
  await page.goto('/account/profile?year=2020&unit=cfs#part');
  await fillLogin(page, accounts.administrator);
  await expect(page).toHaveURL(/\/account\/profile\/?\?year=2020&unit=cfs#part$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  expect(addresses.some((address) => address.includes('/secret'))).toBe(true);
  const tokens = await readStoredTokens(page);
  for (const token of tokens) for (const address of addresses) expect(address).not.toContain(token);
  for (const address of addresses) expect(address).not.toMatch(/access_token|id_token|refresh_token|eyJ/);
});

test('a link that a colleague copied says without an account what it opens, and where to sign in', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, accounts.user, '/data-analysis-tools/snotel-swe-data?group=Wood+and+Lost+Rivers');
  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText('The link was copied. It opens what this page shows.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(
    '/data-analysis-tools/water-year-comparison?parameter=1&location=1&series=2021&submitted=yes',
  );
  const intro = page.locator('[data-sign-in-intro]');
  await expect(intro.getByRole('heading', { name: 'Water Year Comparisons' })).toBeVisible();
  await expect(intro).toContainText(/Streamflow at .*: [\d,]+ cfs on \w+ \d+.*\./);
  await expect(intro.locator('img:visible')).toHaveCount(1);
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL(/water-year-comparison\/?\?parameter=1&location=1&series=2021/);
});

test('Back on the login page leads to the previous page', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/account');
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/about\/?$/);
});

test('a reload stays signed in, without asking the provider', async ({ page }) => {
  await signIn(page, accounts.user);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Account');
  await expect(page.getByRole('button', { name: 'Your menu, Uma User' })).toBeVisible();
  expect(requestedPaths.filter((path) => /authorize|oauth|interaction/.test(path))).toEqual([]);
});

test('a wrong password shows a message, and the right one signs in', { tag: '@quick' }, async ({ page }) => {
  await page.goto('/account');
  await fillLogin(page, accounts.user, 'water-month');
  await expect(page.getByText('Please check your email and password')).toBeVisible();
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL(/\/account\/?$/);
});

for (const goal of ['//evil.example', '/\t/evil.example']) {
  test(`signing in toward ${JSON.stringify(goal)} stays on the portal`, async ({ page, baseURL }) => {
    await page.goto(`/secret#${goal}`);
    await fillLogin(page, accounts.user);
    await page.waitForURL((url) => !/^\/(interaction|secret|authorize)/.test(url.pathname));
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
    // The same for someone already signed in.
    await page.goto('/about');
    await page.goto(`/secret#${goal}`);
    await page.waitForURL((url) => url.pathname !== '/secret' && url.pathname !== '/secret/');
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
  });
}

test('never returns to a page that signs in or out', async ({ page }) => {
  await signIn(page, accounts.user);
  for (const goal of ['/auth/logout', '/account/logout', '/secret']) {
    await page.goto('/about');
    await page.goto(`/secret#${goal}`);
    await expect(page).toHaveURL('/');
  }
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Account');
});

test.describe('a sign-in that fails', () => {
  test('shows one message, without a loop, and Try again starts over', async ({ page }) => {
    const addresses = recordDocuments(page);
    await page.goto('/secret?error=access_denied&error_description=Call+555-0100#/about');
    const message = page.getByRole('alert').filter({ hasText: 'Signing in was refused or cancelled.' });
    await expect(message).toBeVisible();
    await expect(page.getByText('555-0100')).toHaveCount(0);
    await expect(page).toHaveURL(/\/secret\/?#\/about$/);
    expect(addresses).toHaveLength(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await fillLogin(page, accounts.user);
    await expect(page).toHaveURL(/\/about\/?$/);
  });

  test('at the provider keeps the address to return to', async ({ page }) => {
    await page.route('**/authorize?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      await route.fulfill({
        status: 303,
        headers: {
          location: `/secret?error=access_denied&state=${encodeURIComponent(searchParams.get('state') ?? '')}`,
        },
      });
    });
    await page.goto('/account/profile?a=1#b');
    await expect(page.getByText('Signing in was refused or cancelled.')).toBeVisible();
    await page.unroute('**/authorize?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await fillLogin(page, accounts.user);
    await expect(page).toHaveURL(/\/account\/profile\/?\?a=1#b$/);
  });

  test('because its link was used twice says so', async ({ page }) => {
    const addresses = recordDocuments(page);
    await page.goto('/secret?code=used&state=used');
    await expect(page.getByText('This sign-in link has been used or is too old.')).toBeVisible();
    expect(addresses).toHaveLength(1);
  });

  test('for an unknown error shows no more than its code', async ({ page }) => {
    await page.goto('/secret?error=odd_thing');
    await expect(page.getByText('Signing in failed (odd_thing).')).toBeVisible();
    await page.goto('/secret?error=%3Cimg%20src%3Dx%3E');
    await expect(page.getByText('Signing in failed.', { exact: true })).toBeVisible();
  });

  test('for lack of a network says so', async ({ page }) => {
    await page.route('**/oauth/token', (route) => route.abort('internetdisconnected'));
    await page.goto('/account');
    await fillLogin(page, accounts.user);
    await expect(page.getByText('The sign-in service cannot be reached.')).toBeVisible();
  });

  test('because of a wrong clock names the difference', async ({ page }) => {
    await page.clock.setFixedTime(Date.now() + 12 * 3_600_000);
    await page.goto('/account');
    await fillLogin(page, accounts.user);
    await expect(
      page.getByText('This computer’s clock is 12 hours ahead. Correct it, then sign in again.'),
    ).toBeVisible();
  });

  test('because the browser stores nothing does not loop', async ({ page }) => {
    await page.goto('/account');
    const addresses = recordDocuments(page);
    await page.addInitScript(() => {
      for (const name of Object.keys(localStorage))
        if (name.startsWith('portal-session')) localStorage.removeItem(name);
    });
    await fillLogin(page, accounts.user);
    await expect(page.getByText(/this browser did not store the session/)).toBeVisible();
    expect(addresses.filter((address) => address.includes('/secret?code='))).toHaveLength(1);
  });
});
