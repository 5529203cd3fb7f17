import { expect, type Page, test } from '@playwright/test';

const address = '/about';

async function choose(page: Page, label: string) {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('radio', { name: label }).check();
  await page.keyboard.press('Escape');
}

function collectWarnings(page: Page): string[] {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  return warnings;
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test.describe('theme', () => {
  test('is light by default, even on a dark system', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(address);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  test('is remembered on the next page and in the next visit', { tag: '@quick' }, async ({ page }) => {
    await page.goto(address);
    await choose(page, 'Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  test('follows the system if Default is chosen', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(address);
    await choose(page, 'Default');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  test('is set before the body, so that nothing flashes', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('theme', 'DARK');
      localStorage.setItem('sidebar', 'closed');
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        const { theme, sidebar } = document.documentElement.dataset;
        Object.assign(window, { atBody: [theme, sidebar] });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(address);
    expect(await page.evaluate(() => ('atBody' in window ? window.atBody : undefined))).toEqual([
      'dark',
      'closed',
    ]);
  });

  test('warns once of an unknown name and falls back to the default', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(() => localStorage.setItem('theme', 'PURPLE'));
    const warnings = collectWarnings(page);
    await page.goto(address);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('radio', { name: 'Default' })).toBeChecked();
    expect(warnings).toEqual(['Unknown theme "PURPLE"; the default theme is used.']);
  });

  test('tolerates corrupt storage', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('theme', '\u0000{"');
      localStorage.setItem('sidebar', '<script>');
      sessionStorage.setItem('demo-data', '[object Object]');
    });
    const errors = collectErrors(page);
    await page.goto(address);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await choose(page, 'Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(errors).toEqual([]);
  });

  test('works in memory if storage is blocked', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied.', 'SecurityError');
          },
        });
      }
    });
    const errors = collectErrors(page);
    await page.goto(address);
    await choose(page, 'Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    expect(errors).toEqual([]);
  });

  test('changes the other tabs at once', async ({ page, context }) => {
    await page.goto(address);
    const other = await context.newPage();
    await other.goto('/support');
    await choose(page, 'Dark');
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('sets the color of the browser’s frame', async ({ page }) => {
    await page.goto(address);
    const frame = page.locator('meta[name="theme-color"]').first();
    const light = await frame.getAttribute('content');
    await choose(page, 'Dark');
    await expect(frame).not.toHaveAttribute('content', light ?? '');
  });
});
