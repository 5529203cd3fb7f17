import { expect, type Page } from '@playwright/test';

export const password = 'water-year';

/** The accounts of the built-in identity provider; they share one password. */
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

/** Signs in through the portal's own login page and ends at the address. */
export async function signIn(page: Page, email: string, address = '/account'): Promise<void> {
  await page.goto(`/secret#${address}`);
  await fillLogin(page, email);
  await page.waitForURL((url) => !/^\/(interaction|secret|authorize)/.test(url.pathname));
  await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in');
}

/**
 * Stores a session in the page's browser without signing in, for tests that send no signed request: the OpenID
 * client finds no token in it.
 */
export async function seedSession(page: Page, roles: readonly string[] = [], lifetime = 3600): Promise<void> {
  await page.addInitScript(
    ({ roles: all, seconds }) => {
      const claims = { sub: 'seeded', name: 'Seeded Person', 'https://monitoring-dashboard/roles': all };
      const expiresAt = Date.now() + seconds * 1000;
      const session = { claims, expiresAt, hasRefreshToken: true, entries: {} };
      localStorage.setItem('portal-session:portal', JSON.stringify(session));
    },
    { roles, seconds: lifetime },
  );
}

/** Milliseconds after which a token of 10 minutes is in its last minute, and still valid for the API. */
export const lastMinuteMs = 570_000;

/** Revokes the refresh token stored in the page's browser, as an administrator of the provider would. */
export async function revokeRefreshToken(page: Page): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('portal-session:portal'));
  const token = /"refresh_token":"([^"]+)"/.exec(session ?? '')?.[1] ?? '';
  expect(token).not.toBe('');
  const response = await page.request.post('/oauth/revoke', { form: { token, client_id: 'portal' } });
  expect(response.status()).toBe(200);
}

/** Reads the tokens that are stored in the page's browser: there are three. */
export async function readStoredTokens(page: Page): Promise<string[]> {
  const stored = await page.evaluate(() => JSON.stringify(Object.values({ ...localStorage })));
  const named = stored.matchAll(/"(?:access_token|refresh_token|id_token)\W+([^"\\]+)/g);
  const tokens = [...named].map(([, token]) => token ?? '');
  expect(tokens.length).toBeGreaterThanOrEqual(3);
  return tokens;
}

/** Records the addresses of the documents that the page's main frame loads. */
export function recordDocuments(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) addresses.push(request.url());
  });
  return addresses;
}

/** Records every address of the page's main frame, including those that a script only wrote into it. */
export function recordNavigations(page: Page): string[] {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url());
  });
  return addresses;
}
