import { expect, type Page, test } from '@playwright/test';
import { routes } from '#config/routes.ts';
import { expectAccessible } from '../../support/e2e.ts';
import { accounts, fillLogin, seedSession } from '../../support/sign-in.ts';

/** These pages redirect at once; tests/e2e/auth tests them. */
const signInPages = ['/secret', '/auth/logout', '/account/logout'];

for (const guard of ['open', 'signed-in'] as const) {
  test(`every ${guard} route resolves`, { tag: '@quick' }, async ({ page }) => {
    if (guard === 'signed-in') await seedSession(page);
    const pages = routes.filter(
      (route) => route.guard === guard && route.path !== '/404' && !signInPages.includes(route.path),
    );
    expect(pages.length).toBeGreaterThan(10);
    for (const { path, label } of pages) {
      await test.step(path, async () => {
        // What is drawn afterwards is for the flows of each screen.
        const response = await page.goto(path, { waitUntil: 'domcontentloaded' });
        expect(response?.status()).toBe(200);
        // A screen may add what it shows, such as its day.
        const named = `Monitoring Dashboard · ${label}`.replaceAll(/[()]/g, '\\$&');
        await expect(page).toHaveTitle(new RegExp(`^${named}(,.+)?$`));
        await expect(page.locator('h1')).toHaveCount(1);
        // By element, because an open dialog makes the landmarks behind it inaccessible.
        await expect(page.locator('main')).toHaveCount(1);
        await expect(page.locator('body > header')).toHaveCount(1);
      });
    }
  });
}

test.describe('an address without a page', () => {
  for (const [address, status] of [
    ['/no-such-page', 404],
    ['/data-analysis-tools/nothing', 404],
    // The page itself has no address.
    ['/404', 404],
  ] as const) {
    test(`${address} says so`, async ({ page }) => {
      const response = await page.goto(address);
      expect(response?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
      await expect(page.getByText('Page not found.', { exact: true })).toBeVisible();
      await expect(
        page.getByText('The page you are looking for might have been removed.', { exact: true }),
      ).toBeVisible();
      const width = await page.locator('.auth-card').evaluate((card) => card.getBoundingClientRect().width);
      expect(width).toBe(520);
      await page.getByRole('link', { name: 'Return to home page', exact: true }).click();
      await expect(page).toHaveURL(/^https?:\/\/[^/]+\/$/);
    });
  }
});

test.describe('accessibility', () => {
  for (const address of ['/', '/no-such-page', '/models']) {
    test(`${address} has no violations`, async ({ page }) => {
      if (address === '/models') await seedSession(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(address);
      await expect(page.locator('h1')).toHaveCount(1);
      await expectAccessible(page);
    });
  }

  test('the open drawer and the open theme choices have no violations', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/about');
    await page.getByRole('button', { name: 'Theme' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expectAccessible(page);
  });

  for (const address of ['/', '/documents/public-docs']) {
    test(`${address} starts with a link that skips to the content`, async ({ page }) => {
      await page.goto(address);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });
  }
});

test('the map’s skip link skips the top bar once the disclaimer is accepted', async ({ page }) => {
  await page.goto('/map');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a new page opens at its top, and Back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/');
  // Its figures make it longer.
  await page.waitForLoadState('networkidle');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' });
  await link.scrollIntoViewIfNeeded();
  const scrollTop = await page.evaluate(() => Math.round(scrollY));
  expect(scrollTop).toBeGreaterThan(200);
  await link.click();
  await expect(page).toHaveURL(/\/documentation\/?$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(scrollTop);
});

test('logging in returns to the address with all its state', async ({ page }) => {
  await page.goto('/about?year=2020#part');
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL(/\/about\/?\?year=2020#part$/);
});

test('no bar covers the demonstration mark or a button on a phone', async ({ page }) => {
  await page.route('**/api/version', (route) => route.abort());
  for (const address of ['/', '/about', '/map', '/no-such-page']) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    for (const width of [320, 360, 399, 400, 640, 768, 900]) {
      await page.setViewportSize({ width, height: 700 });
      for (const share of ['yes', 'some', 'accounts']) {
        const faults = await topBarFaults(page, share);
        expect(faults, `${address} with ${share} at ${width} px`).toEqual([]);
      }
    }
  }
});

/** Lists what overlaps in the top bar, and what is cut off by the window, with a mark as of `demo-chip.ts`. */
function topBarFaults(page: Page, share: string): Promise<string[]> {
  return page.locator('body > header').evaluate((bar, demo) => {
    document.documentElement.dataset.demo = demo;
    const parts = [
      ...bar.querySelectorAll('.demo-chip, .page-label, .brand-name, button, .top-bar-tools > a'),
    ]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => ({
        name: part.textContent?.trim() || part.className,
        box: part.getBoundingClientRect(),
      }));
    const overlaps = parts.flatMap(({ name, box }, at) =>
      parts
        .slice(at + 1)
        .filter(({ box: other }) => {
          const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          return width > 1 && height > 1;
        })
        .map((other) => `${name} and ${other.name} overlap.`),
    );
    const cut = parts.filter(({ box }) => box.left < 0 || box.right > innerWidth);
    return [...overlaps, ...cut.map(({ name }) => `${name} is cut off.`)];
  }, share);
}

test.describe('the mark of demonstration data', () => {
  for (const [isDemo, outcome] of [
    [true, 'is shown'],
    [false, 'stays away'],
  ] as const) {
    test(`${outcome} when demo_data is ${isDemo}, requested once per session`, async ({ page }) => {
      let requestCount = 0;
      await page.route('**/api/version', (route) => {
        requestCount += 1;
        return route.fulfill({ json: { name: 'portal', version: '1.0.0', demo_data: isDemo } });
      });
      const note = page.locator('body > header').getByText('Demonstration data', { exact: true });
      for (const address of ['/', '/about', '/map', '/no-such-page']) {
        await page.goto(address);
        await expect(page.locator('html')).toHaveAttribute('data-demo', isDemo ? 'yes' : 'no');
        await expect(note).toBeVisible({ visible: isDemo });
        await page.waitForFunction(() => sessionStorage.getItem('demo-data') !== null);
      }
      expect(requestCount).toBe(1);
    });
  }

  test('names the accounts if only they are for demonstration', async ({ page }) => {
    await page.route('**/api/version', (route) =>
      route.fulfill({ json: { name: 'portal', version: '1.0.0', demo_data: false, demo_identity: true } }),
    );
    for (const address of ['/about', '/']) {
      await page.goto(address);
      await expect(page.getByText('Demonstration accounts', { exact: true })).toBeVisible();
      await expect(
        page.locator('body > header').getByText('Demonstration data', { exact: true }),
      ).toBeHidden();
    }
  });

  test('shows no mark while the server cannot be reached', async ({ page }) => {
    await page.route('**/api/version', (route) => route.abort());
    await page.goto('/about');
    await expect(page.locator('body > header').getByText('Demonstration data', { exact: true })).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.getItem('demo-data'))).toBeNull();
  });
});

for (const address of ['/', '/documents/public-docs']) {
  test(`${address} does not violate its Content-Security-Policy`, async ({ page }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text());
    });
    const response = await page.goto(address, { waitUntil: 'load' });
    expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
    // The head script has run, so its hash is right.
    await expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'LIGHT');
    await expect(page.locator('html')).toHaveAttribute('data-session', 'visitor');
    expect(violations).toEqual([]);
  });
}
