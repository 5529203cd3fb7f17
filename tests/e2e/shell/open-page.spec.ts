import type { Page, Request } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

// A busy machine takes long for a whole screen.
test.setTimeout(300_000);
test.use({ navigationTimeout: 120_000, actionTimeout: 60_000 });

const screens = [
  '/watershed-overview/today',
  '/watershed-overview/river',
  '/sites/14',
  '/watershed-overview/map-of-sites',
] as const;

/** Records the requests for data of a page, and which of all its requests are not answered. */
function recordCalls(page: Page): { readonly names: string[]; readonly open: ReadonlySet<Request> } {
  const [names, open]: [string[], Set<Request>] = [[], new Set()];
  page.on('request', (request) => {
    open.add(request);
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?!announcements|version|basket|tokens)/.test(pathname)) names.push(pathname);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => open.delete(request));
  return { names, open };
}

for (const path of screens) {
  test(`${path} asks again while it stays open, and leaves the focus and the scroll`, async ({ page }) => {
    await page.clock.install({ time: new Date() });
    await page.goto(path);
    await page.clock.runFor(2000);
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(2000);
    // A busy portal may have refused at first.
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(async () => {
      for (const each of await again.all()) await each.click({ timeout: 1000 });
      await page.clock.runFor(2000);
      await expect(again).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    const target = page.locator('main :is(a, button):visible').last();
    await target.focus();
    const label = await target.textContent();
    const scrolled = await page.evaluate(() => scrollY);
    const address = page.url();
    const calls = recordCalls(page);
    await page.clock.fastForward('00:20:00');
    await expect.poll(() => calls.names.length).toBeGreaterThan(0);
    // A call that is open is not repeated.
    await expect.poll(() => calls.open.size).toBe(0);
    await page.clock.runFor(2000);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(label);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    expect(page.url()).toBe(address);
    await expect(page.locator('[aria-busy="true"], [data-dimmed]')).toHaveCount(0);
    await expect.poll(() => calls.open.size).toBe(0);
    calls.names.length = 0;
    await page.clock.fastForward('26:00:00');
    await expect.poll(() => calls.names.length).toBeGreaterThan(0);
  });
}

test('Today is the new day after midnight in the basin', async ({ page }) => {
  // The portal's own day stays, so the answer is that of a portal whose day has changed, too.
  await page.clock.install({ time: new Date() });
  await page.goto('/watershed-overview/today');
  await page.clock.runFor(2000);
  const date = page.locator('[data-date] strong');
  await expect(date).not.toBeEmpty();
  const before = await date.textContent();
  await page.route('**/api/brief*', async (route) => {
    const answer = await route.fetch();
    const brief = await answer.json();
    const next = new Date(Date.parse(`${brief.on}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    await route.fulfill({ response: answer, json: { ...brief, on: next } });
  });
  await page.clock.fastForward('24:00:00');
  await expect(async () => {
    await page.clock.runFor(500);
    expect(await date.textContent()).not.toBe(before);
  }).toPass();
});

/** Makes whatever a screen formats fail, as an answer does that nobody has thought of. */
const breakScreens = (page: Page) =>
  page.addInitScript(() => {
    const fail = () => {
      throw new TypeError('broken by a test');
    };
    Number.prototype.toLocaleString = fail;
    Number.prototype.toFixed = fail;
    Intl.NumberFormat.prototype.formatToParts = fail;
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', { get: fail });
  });

for (const path of ['/sites/14', '/watershed-overview/site-summary-table', '/watershed-overview/today']) {
  test(`${path} says that it has stopped working, and the portal hears of it`, async ({ page }) => {
    await openSignedIn(page, accounts.user, '/account');
    await breakScreens(page);
    const reports: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/page-errors')) reports.push(request.postDataJSON());
    });
    await page.goto(path);
    const notice = page.getByRole('alert').filter({ hasText: 'has stopped working' }).first();
    await expect(notice).toBeVisible();
    await expect.poll(() => reports).toContainEqual(expect.objectContaining({ type: 'TypeError' }));
    expect(JSON.stringify(reports)).not.toContain('broken by a test');
    const loaded = page.waitForEvent('load');
    await notice.getByRole('button', { name: 'Reload' }).click();
    await loaded;
  });
}

test('a button of the map keeps the focus after a press of the mouse', async ({ page }) => {
  await page.goto('/watershed-overview/map-of-sites');
  for (const name of ['Zoom in', 'Zoom out', 'Return to default view']) {
    const button = page.getByRole('button', { name });
    await button.click();
    await expect(button).toBeFocused();
  }
});
