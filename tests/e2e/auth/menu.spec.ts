import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { recordShifts } from '../../support/layout-shifts.ts';
import { accounts, readStoredTokens, seedSession, signIn } from '../../support/sign-in.ts';

const everyone = ['About', 'Changelog', 'Your Account', 'Support', 'Log out'];

function menuOf(page: Page) {
  return page.getByRole('navigation', { name: 'Your menu' });
}

const people = [
  { email: accounts.user, name: 'Uma User', own: [], items: ['Default Dashboard', 'Blank Page'] },
  {
    email: accounts.administrator,
    name: 'Ada Administrator',
    own: [],
    items: ['Default Dashboard', 'Blank Page', 'Content', 'Well Production Data Entry', 'People'],
  },
  {
    email: accounts.developer,
    name: 'Dana Developer',
    own: ['Documentation'],
    items: ['Default Dashboard', 'Blank Page', 'Import Status', 'Documentation'],
  },
] as const;
const restricted = [
  'Import Status',
  'Default Dashboard',
  'Blank Page',
  'Content',
  'Well Production Data Entry',
  'People',
  'Documentation',
];

for (const { email, name, own, items } of people) {
  test(`the menus of ${name}`, async ({ page }) => {
    await signIn(page, email);
    await page.getByRole('button', { name: `Your menu, ${name}` }).click();
    const menu = menuOf(page);
    for (const entry of [...everyone, ...own]) {
      await expect(menu.getByRole('link', { name: entry })).toBeVisible();
    }
    await expect(menu.getByRole('listitem').filter({ visible: true })).toHaveCount(
      everyone.length + own.length,
    );
    await expect(menu.getByText(/\d+\.\d+\.\d+/)).toBeVisible();
    await expect(page.locator('#user-menu-panel').getByText(email)).toBeVisible();
    await page.keyboard.press('Escape');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    for (const label of restricted) {
      const isTheirs = items.some((item) => item === label);
      await expect(sidebar.getByRole('link', { name: label })).toHaveCount(isTheirs ? 1 : 0);
    }
    const isDeveloper = name === 'Dana Developer';
    await expect(page.getByRole('button', { name: 'Developer tools' })).toHaveCount(isDeveloper ? 1 : 0);
  });
}

test('a visitor is offered Log in, and no menu', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Your menu/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Developer tools' })).toHaveCount(0);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  for (const label of restricted) await expect(sidebar.getByRole('link', { name: label })).toHaveCount(0);
});

test('the menu is worked by keyboard, and closes on Escape and on a click elsewhere', async ({ page }) => {
  await seedSession(page, ['User']);
  await page.goto('/about');
  const button = page.getByRole('button', { name: 'Your menu, Seeded Person' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.user-head')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menuOf(page).getByRole('link', { name: 'About' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(menuOf(page).getByRole('link', { name: 'Log out' })).toBeFocused();
  await page.mouse.click(700, 600);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('nothing moves when the session becomes known', async ({ page }) => {
  await seedSession(page, ['Developer', 'Administrator']);
  await recordShifts(page);
  const painted = Promise.withResolvers<void>();
  await page.route('**/_assets/*.js', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto('/about', { waitUntil: 'commit' });
  // Before any script of the page has run, the menu and the items are there.
  await expect(page.getByRole('button', { name: 'Your menu, Seeded Person' })).toContainText('Seeded Person');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar.getByRole('link', { name: 'Content' })).toBeVisible();
  // What the font moved when it came is no matter of the session.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    if ('shifts' in window && Array.isArray(window.shifts)) window.shifts.length = 0;
  });
  painted.resolve();
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => ('shifts' in window ? window.shifts : undefined))).toEqual([]);
});

test('the profile shows who one is, here and to the server', async ({ page }) => {
  await signIn(page, accounts.all, '/account');
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  const identity = page.getByRole('region', { name: 'Identity' });
  await expect(identity.getByRole('definition')).toHaveText([
    'Demo Account',
    'demo@example.org',
    'demo|demo',
    'Developer, Administrator, User',
  ]);
  const server = page.getByRole('region', { name: 'As the server sees you' });
  await expect(server.getByRole('definition')).toHaveText(['demo|demo', 'Developer, Administrator, User']);
  const renewal = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await renewal).status()).toBe(200);
  await expect(page.getByText('Your profile is up to date.')).toBeVisible();
});

test('the developer tools show settings, answers and the user, and no token', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, accounts.developer, '/account/profile');
  await expect(page.getByRole('region', { name: 'As the server sees you' })).toContainText('demo|developer');
  expect(loaded.filter((address) => address.includes('developer-tools'))).toEqual([]);
  await page.getByRole('button', { name: 'Developer tools' }).click();
  const drawer = page.getByRole('dialog', { name: 'Developer tools' });
  for (const name of ['Environment', 'Last API data', 'User']) {
    await expect(drawer.getByRole('heading', { name })).toBeVisible();
  }
  await expect(drawer).toContainText('PUBLIC_AUTH0_CLIENT_ID');
  await drawer.getByText('GET /api/account/user').click();
  await expect(drawer.locator('pre')).toContainText('"sub": "demo|developer"');
  const text = (await drawer.textContent()) ?? '';
  const tokens = await readStoredTokens(page);
  for (const token of tokens) expect(text).not.toContain(token);
  expect(text).not.toMatch(/eyJ|Bearer/);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('on the map the developer tools are in the menu, and long answers are cut', async ({ page }) => {
  await signIn(page, accounts.developer, '/map');
  await expect(page.getByText(/sites in view/)).toBeVisible();
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('button', { name: 'Developer tools' }).click();
  const drawer = page.getByRole('dialog', { name: 'Developer tools' });
  await drawer.getByText('GET /api/public-map/wells').click();
  await expect(drawer.getByText(/^The first 20 KB of \d+ KB\.$/)).toBeVisible();
});
