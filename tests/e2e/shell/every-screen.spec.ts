import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

// A busy machine takes long for a whole screen.
test.setTimeout(600_000);
test.use({ navigationTimeout: 120_000 });

/**
 * A screen of each kind, at an address that shows as much of it as possible. That no component leaves a text for the
 * translation to take is tested with `jsx-runtime.ts`, of which all of them are made.
 */
const screens = [
  '/',
  '/watershed-overview/map-of-sites',
  '/watershed-overview/today?sites=1,14',
  '/data-analysis-tools/water-year-comparison?location=14&parameter=1&submitted=yes',
  '/data-analysis-tools/snotel-swe-data?s.size=5&h.size=5',
  '/data-access/well-production-data-entry',
];

/** Moves each text node into two elements, as the translation of a browser does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.data.trim() !== '' && !text.parentElement?.closest('script, style, svg, font'))
        texts.push(text);
    }
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(`ES ${text.data}`);
    }
  });

const settle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));

for (const address of screens) {
  test(`${address.split('?')[0]} can be used while the browser translates it`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message, stack }) => errors.push(`${message} ${stack}`));
    await openSignedIn(page, accounts.all, address);
    await page.waitForLoadState('networkidle');
    const place = page.url();
    const controls = page.locator(
      'main :is(button, summary, input[type=checkbox], input[type=radio], th, [role=combobox], select)',
    );
    // Six of them, from the first to the last: rows of one table are alike.
    const count = await controls.count();
    const step = Math.max(1, count / 6);
    for (let turn = 0; Math.floor(turn * step) < count; turn += 1) {
      const at = Math.floor(turn * step);
      await translate(page);
      const control = controls.nth(at);
      const label = (await control.textContent({ timeout: 1000 }).catch(() => '')) ?? '';
      // What changes data would change what other flows see: an import of all sources asked the agencies for minutes.
      if (/reload|print|delete|remove|log out|download|csv|start|block|publish|save/i.test(label)) continue;
      await control.click({ timeout: 500, noWaitAfter: true }).catch(() => {});
      await settle(page);
      await translate(page);
      await page.keyboard.press('Escape');
      await settle(page);
      expect(errors, `after ${label}`).toEqual([]);
      if (new URL(page.url()).pathname !== new URL(place).pathname) await page.goto(place);
    }
    for (const island of await page.locator('astro-island').all())
      expect(await island.evaluate((element) => element.childElementCount)).toBeGreaterThan(0);
    await expect(page.getByText('has stopped working')).toHaveCount(0);
  });
}

test('a table that the browser translates has the right rows after it is sorted', async ({ page }) => {
  await openSignedIn(page, accounts.user, '/watershed-overview/site-summary-table?size=10');
  // Without the foot, which is printed only.
  const names = page.locator('tbody tr td:first-child').filter({ visible: true });
  await expect(names.nth(4)).toBeVisible();
  const read = async () => (await names.allTextContents()).map((text) => text.replaceAll('ES ', ''));
  const sort = page.locator('th').first().getByRole('button').first();
  await translate(page);
  await sort.click();
  await sort.click();
  await expect(page).toHaveURL(/sort=-name/);
  // After the first click they are in the other order.
  await expect.poll(async () => String((await read())[0])).toMatch(/^[S-Z]/);
  const sorted = await read();
  await page.reload();
  await expect(names.nth(4)).toBeVisible();
  await expect.poll(read).toEqual(sorted);
});
