import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { accounts, fillLogin, recordDocuments } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test.use({ disclaimer: 'asked' });

const wanted = '/account/profile?year=2020#part';
const blocked =
  'This browser blocks storage for this site, so you cannot be signed in. Allow cookies and site data for it, then try again.';
const full =
  'The browser’s storage is full, so you cannot be signed in. Delete site data in the browser’s settings, then try again.';

/** Blocks storages from the next page on, as a browser does that is set to, until `allow` is called. */
async function block(page: Page, names: readonly ('localStorage' | 'sessionStorage')[]): Promise<void> {
  await page.addInitScript((all) => {
    if (window.name === 'allowed') return;
    for (const name of all) {
      Object.defineProperty(window, name, {
        get: () => {
          if (window.name === 'allowed') throw new Error('Reload the page first.');
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  }, names);
}

/** Leaves less room in the storage than a session needs. */
async function fill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let length = 4 * 1024 * 1024; length >= 256; length /= 2) {
      for (let count = 0; count < 2; count += 1) {
        try {
          localStorage.setItem(`filler-${length}-${count}`, 'x'.repeat(length));
        } catch {
          break;
        }
      }
    }
  });
}

async function empty(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith('filler-')) localStorage.removeItem(name);
    }
  });
}

/** Whether the page waits for the right person at the address that was asked for. */
async function expectArrival(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/account\/profile\/?\?year=2020#part$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
}

test('a browser that blocks all storage is named before the login, and the wanted address stays', async ({
  page,
}) => {
  await block(page, ['localStorage', 'sessionStorage']);
  const addresses = recordDocuments(page);
  await page.goto(wanted);
  await expect(page.getByRole('alert').filter({ hasText: blocked })).toBeVisible();
  await expect(page).toHaveURL(/\/secret\/?#\/account\/profile\/?\?year=2020#part$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(blocked)).toBeVisible();
  expect(addresses.filter((address) => /authorize|interaction/.test(address))).toEqual([]);
  // The person allows storage, and loads the page again.
  await page.evaluate(() => {
    window.name = 'allowed';
  });
  await page.reload();
  await fillLogin(page, accounts.user);
  await expectArrival(page);
});

test('a sign-in needs no storage of the tab', async ({ page }) => {
  await block(page, ['sessionStorage']);
  await page.goto(wanted);
  await fillLogin(page, accounts.user);
  await expectArrival(page);
});

test('an address that is too long for a cookie is returned to, too', async ({ page }) => {
  await block(page, ['sessionStorage']);
  const ids = Array.from({ length: 700 }, (_, index) => index + 1000).join(',');
  await page.goto(`/account/profile?ids=${ids}#part`);
  await fillLogin(page, accounts.user);
  await expect(page).toHaveURL(new RegExp(`/account/profile/?\\?ids=${ids}#part$`));
});

test('a full storage is named before the login', async ({ page }) => {
  await page.goto('/about');
  await fill(page);
  await page.goto(wanted);
  await expect(page.getByRole('alert').filter({ hasText: full })).toBeVisible();
  await empty(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await fillLogin(page, accounts.user);
  await expectArrival(page);
});

test('plain http is named before the login', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.goto(wanted);
  await expect(page.getByRole('alert').filter({ hasText: 'Signing in needs https' })).toBeVisible();
});

test('a storage that fills up during the login is named after it, and the wanted address stays', async ({
  page,
}) => {
  await page.goto(wanted);
  await expect(page.getByLabel('Email')).toBeVisible();
  await fill(page);
  await fillLogin(page, accounts.user);
  await expect(page.getByRole('alert').filter({ hasText: full })).toBeVisible();
  await expect(page).toHaveURL(/\/secret\/?#\/account\/profile\/?\?year=2020#part$/);
  await empty(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectArrival(page);
});

test('a choice that cannot be stored says how long it lasts', async ({ page }) => {
  await block(page, ['localStorage', 'sessionStorage']);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(
    page.getByText(
      'This browser blocks storage for this site, so the theme lasts until you leave this page.',
    ),
  ).toBeVisible();
});

test('a form says that what is typed into it is not stored', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, '/models/announcements/add');
  await fill(page);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Half a sentence, and much more than there is room for. '.repeat(8));
  await expect(
    page.getByText(
      'The browser’s storage is full, so what you type is lost when this page closes. Save it before you leave.',
    ),
  ).toBeVisible();
  await empty(page);
  await message.press('End');
  await page.keyboard.type(' More.');
  await expect(page.getByText('The browser’s storage is full')).toBeHidden();
});
