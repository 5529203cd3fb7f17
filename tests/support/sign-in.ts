import { expect, type Page } from '@playwright/test';

export const password = 'water-year';

/** The accounts of the built-in identity provider; all have the one password. */
export const accounts = {
  all: 'demo@example.org',
  developer: 'developer@example.org',
  administrator: 'administrator@example.org',
  user: 'user@example.org',
} as const;

/** Fills in the login page that is open. */
export async function fillLogin(page: Page, email: string, passwordText = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(passwordText);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by the portal's own login page, and ends at the address. */
export async function signIn(page: Page, email: string, address = '/account'): Promise<void> {
  await page.goto(`/secret#${address}`);
  await fillLogin(page, email);
  await page.waitForURL((url) => !/^\/(interaction|secret|authorize)/.test(url.pathname));
  await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in');
}

/**
 * A session as the sign-in library keeps it, without signing in: for pages that are looked at and not called.
 * Its token is no token; the API refuses it.
 */
export async function seedSession(page: Page, roles: readonly string[] = [], lifetime = 3600): Promise<void> {
  await page.addInitScript(
    ({ roles: all, seconds }) => {
      const prefix = '@@auth0spajs@@::portal::';
      const user = { sub: 'seeded', name: 'Seeded Person', 'https://monitoring-dashboard/roles': all };
      const tokens = { access_token: 'not-a-token', refresh_token: 'not-a-token', expires_in: seconds };
      const expiresAt = Math.floor(Date.now() / 1000) + seconds;
      localStorage.setItem(`${prefix}@@user@@`, JSON.stringify({ id_token: '', decodedToken: { user } }));
      localStorage.setItem(`${prefix}api::openid`, JSON.stringify({ body: tokens, expiresAt }));
    },
    { roles, seconds: lifetime },
  );
}

/** Milliseconds by which a stored token is put into its last minute, and stays good for the API. */
export const almostAnHourMs = 3_570_000;

/** Revokes the refresh token that the page's browser keeps, as an administrator of the provider would. */
export async function revokeRefreshToken(page: Page): Promise<void> {
  const token = await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) {
      const found = /"refresh_token":"([^"]+)"/.exec(localStorage.getItem(name) ?? '');
      if (found) return found[1] ?? '';
    }
    return '';
  });
  expect(token).not.toBe('');
  const response = await page.request.post('/oauth/revoke', { form: { token, client_id: 'portal' } });
  expect(response.status()).toBe(200);
}

/** Addresses of the documents that the page's main frame loaded. */
export function recordDocuments(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) addresses.push(request.url());
  });
  return addresses;
}

/** Addresses the page's main frame had, those that only the page's script wrote among them. */
export function recordNavigations(page: Page): string[] {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url());
  });
  return addresses;
}
