import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { frozenAt } from '../support/frozen-clock.ts';
import { accounts } from '../support/sign-in.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { type Screen, screens } from './screens.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;
/** Where `npm run compare` wants the pictures. */
const folder = process.env.COMPARE_FOLDER ?? '';

const nameOf = (screen: Screen, width: number, theme: string) => `${screen.name} ${width} ${theme}`;

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(frozenAt);
  await page.addInitScript(() => localStorage.setItem('theme', 'DEFAULT'));
  // Another test may have submitted another selection.
  await page.route('**/api/timeseries-user-filters', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/people', (route) => route.fulfill({ json: [] }));
});

for (const screen of screens) {
  test(screen.name, async ({ page }) => {
    test.setTimeout(180_000);
    const isQuiet = watchRequests(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light' });
      if (screen.isVisitor || size !== sizes[0]) await page.goto(screen.address);
      else await openSignedIn(page, accounts.all, screen.address);
      await settle(page, isQuiet);
      if (screen.prepare) {
        await screen.prepare(page);
        await settle(page, isQuiet);
      }
      await scrollThrough(page);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        const name = nameOf(screen, size.width, theme);
        const picture = await takePicture(page, isQuiet);
        mkdirSync(folder, { recursive: true });
        writeFileSync(path.join(folder, `${name.replaceAll(' ', '-')}.png`), picture);
      }
    }
  });
}

/** Watches a page's requests. @returns whether none is on its way */
function watchRequests(page: Page): () => boolean {
  const open = new Set<unknown>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size === 0;
}

/** Waits until the page has loaded what it shows. */
async function settle(page: Page, isQuiet: () => boolean): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  let quietSince: number | undefined;
  await expect(async () => {
    const isBusy = !isQuiet() || (await page.locator('[aria-busy="true"]:visible').count()) > 0;
    quietSince = isBusy ? undefined : (quietSince ?? performance.now());
    expect(performance.now() - (quietSince ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(150);
  }).toPass({ intervals: [50], timeout: 60_000 });
}

/** Graphs load when they come near the window. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = innerHeight / 2; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise((done) => setTimeout(done, 40));
    }
    scrollTo(0, 0);
  });
}

/** Takes pictures of the whole page until two are the same. */
async function takePicture(page: Page, isQuiet: () => boolean): Promise<Buffer> {
  let last: Buffer | undefined;
  for (let count = 0; count < 15; count += 1) {
    await settle(page, isQuiet);
    const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
    if (last?.equals(picture)) return picture;
    last = picture;
  }
  throw new Error('The page does not come to rest.');
}
