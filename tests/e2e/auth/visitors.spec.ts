import type { Page } from '@playwright/test';
import { routes } from '#config/routes.ts';
import { acceptDisclaimer, expect, test } from '../../support/e2e.ts';
import { accounts, seedSession, signIn } from '../../support/sign-in.ts';
import { siteCount } from '../public-map/map.ts';

/** Strings that occur only in the sign-in library. */
const library = /Missing Refresh Token|code_challenge_method/;

async function scriptsOf(page: Page, address: string): Promise<string[]> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\.m?js(\?|$)/.test(response.url())) bodies.push(response.text());
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  return Promise.all(bodies);
}

for (const address of ['/', '/documentation', '/map']) {
  test(`a visitor of ${address} downloads no sign-in library`, async ({ page }) => {
    const scripts = await scriptsOf(page, address);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.some((script) => library.test(script))).toBe(false);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'visitor');
  });
}

test('these strings do identify the library, which loads when someone signs in', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/account');
  await expect(page.getByLabel('Email')).toBeVisible();
  const bodies = await Promise.all(
    [...new Set(scripts)].map(async (address) => (await page.request.get(address)).text()),
  );
  expect(bodies.filter((body) => library.test(body))).toHaveLength(1);
});

test.describe('guarded pages', () => {
  const guarded = routes.filter(({ guard }) => guard === 'signed-in');

  test('have their guard in the markup of each', async ({ request }) => {
    expect(guarded.length).toBeGreaterThan(10);
    for (const { path } of guarded) {
      const markup = await (await request.get(path)).text();
      expect(markup, path).toMatch(/<body[^>]* data-guard="signed-in"/);
    }
  });

  // Of different layouts and features: the script that acts on the guard is the same for all.
  for (const path of [
    '/account',
    '/models',
    '/data-analysis-tools/time-series-comparison',
    '/data-analysis-tools/snotel-swe-data',
    '/watershed-overview/site-summary-table',
  ]) {
    test(`${path} sends a visitor to sign in, without calling the API`, async ({ page }) => {
      const requestedPaths: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        // The page of the sign-in says what is open to everyone of what was opened.
        if (new URL(request.frame().url()).pathname.startsWith('/interaction/')) return;
        if (pathname.startsWith('/api/') && pathname !== '/api/version') requestedPaths.push(pathname);
      });
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        const recordHeading = () => {
          const heading = document.querySelector<HTMLElement>('main h1');
          if (document.body?.dataset.guard && heading?.checkVisibility())
            seen.push(heading.textContent ?? '');
          if (seen.length > 0) console.warn('flash of content');
          requestAnimationFrame(recordHeading);
        };
        recordHeading();
      });
      const warnings: string[] = [];
      page.on('console', (message) => warnings.push(message.text()));
      await page.goto(`${path}?a=1#b`);
      await expect(page.getByLabel('Email')).toBeVisible();
      expect(requestedPaths).toEqual([]);
      expect(warnings).not.toContain('flash of content');
    });
  }

  test('show a loader until the session is known', async ({ page }) => {
    await page.route('**/_assets/*.js', (route) => route.abort());
    await page.goto('/account');
    await expect(page.getByText('Checking who is signed in…')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  });

  test('show their content at once to someone with a stored session', async ({ page }) => {
    await seedSession(page);
    await page.route('**/_assets/*.js', (route) => route.abort());
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Account');
    await expect(page.getByText('Checking who is signed in…')).toBeHidden();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, disclaimer: 'asked' });

  for (const address of ['/account', '/secret', '/auth/logout']) {
    test(`${address} says what it needs`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByText(/needs JavaScript/)).toBeVisible();
    });
  }
});

test.describe('the map', () => {
  test.use({ disclaimer: 'asked' });

  test('shows reach lines to signed-in people only, and no disclaimer', async ({ page }) => {
    await page.goto('/map?panels=sites,layers');
    await acceptDisclaimer(page);
    await expect(page.getByRole('checkbox', { name: 'Show HUC8 Boundaries' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Show Stream Reaches' })).toHaveCount(0);

    await page.evaluate(() => sessionStorage.removeItem('disclaimer-accepted'));
    await signIn(page, accounts.user);
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[role="dialog"], dialog[open]')) console.warn('a dialog was opened');
      }).observe(document, { attributeFilter: ['open'], childList: true, subtree: true });
    });
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await page.goto('/map?panels=sites,layers');
    await expect(page.getByRole('checkbox', { name: 'Show Stream Reaches' })).toBeVisible();
    await expect(siteCount(page)).toBeVisible();
    expect(warnings).not.toContain('a dialog was opened');
  });

  test('gains and loses the reach lines as another tab signs in and out', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('disclaimer-accepted', 'yes'));
    await page.goto('/map?panels=sites,layers');
    await expect(siteCount(page)).toBeVisible();
    const reaches = page.getByRole('checkbox', { name: 'Show Stream Reaches' });
    await expect(reaches).toHaveCount(0);
    const other = await page.context().newPage();
    const shapes = page.waitForResponse((response) => response.url().endsWith('/geo/reaches'));
    await signIn(other, accounts.user);
    await expect(reaches).toBeVisible();
    await reaches.check();
    expect((await shapes).status()).toBe(200);
    await other.goto('/auth/logout');
    await expect(other).toHaveURL('/');
    await expect(reaches).toHaveCount(0);
  });
});
