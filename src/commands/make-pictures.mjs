// Takes the screenshots of the user's guide from a running portal with the demonstration data:
// `npm run pictures`, with PORTAL_ORIGIN if the portal is not at http://localhost:4321.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { launchOptions } from './support/chromium.mjs';

const origin = process.env.PORTAL_ORIGIN ?? 'http://localhost:4321';
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'content/documentation/images/guide');
const [width, height] = [1280, 800];

/** @typedef {import('playwright').Page} Page */

/** The first graph: a group with a canvas in it. @param {Page} page */
const graph = (page) =>
  page
    .getByRole('group')
    .filter({ has: page.locator('canvas') })
    .first();

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/**
 * The screens of the guide: the address of each, and what to do before the screenshot.
 * @type {Record<string, { address: string; prepare?: (page: Page) => Promise<unknown> }>}
 */
const screens = {
  'public-map': { address: '/watershed-overview/map-of-sites' },
  'site-summary-table': { address: '/watershed-overview/site-summary-table' },
  'time-series-comparison': {
    address: '/data-analysis-tools/time-series-comparison',
    prepare: submitAndShow,
  },
  'water-year-comparison': {
    address: '/data-analysis-tools/water-year-comparison',
    prepare: async (page) => {
      await choose(page, 'Location', 'Snake River near Heise');
      await submitAndShow(page);
    },
  },
  'reach-gains-comparison': {
    address: '/data-analysis-tools/reach-gains-comparison',
    prepare: async (page) => {
      await choose(page, 'Location', undefined);
      await submitAndShow(page);
    },
  },
  'forecast-supply': { address: '/data-analysis-tools/forecast-supply', prepare: submitAndShow },
  'tributary-forecast': { address: '/data-analysis-tools/tributary-forecast', prepare: submitAndShow },
  'snotel-swe-data': { address: '/data-analysis-tools/snotel-swe-data' },
  'sentinel-well-dashboard': { address: '/data-analysis-tools/sentinel-well-dashboard' },
  files: { address: '/documents/public-docs' },
  'content-records': {
    address: '/models/announcements',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Demonstration data' }).first().click();
      await page.getByRole('heading', { name: 'Versions' }).waitFor();
    },
  },
  'well-production': { address: '/data-access/well-production-data-entry' },
  'signing-in': { address: '/account/profile' },
};

/** Chooses an option of a select by its name, or the first one. @param {Page} page @param {string} label @param {string | undefined} name */
async function choose(page, label, name) {
  const select = page.getByLabel(label, { exact: true }).first();
  await page.waitForFunction((element) => (element?.children.length ?? 0) > 1, await select.elementHandle());
  await select.selectOption(name === undefined ? { index: 1 } : { label: name });
}

/** @param {Page} page */
async function submitAndShow(page) {
  await press(page, 'Submit');
  await graph(page).waitFor();
  await graph(page).evaluate((element) => element.scrollIntoView({ block: 'end' }));
}

const plainTile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#e4ebdd' } })
  .png()
  .toBuffer();

const browser = await chromium.launch(launchOptions());
try {
  await mkdir(folder, { recursive: true });
  const page = await browser.newPage({
    viewport: { width, height },
    locale: 'en-US',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
  });
  await page.addInitScript(() => sessionStorage.setItem('disclaimer-accepted', 'yes'));
  // An announcement would cover part of every screen.
  await page.route('**/api/announcements', (route) =>
    route.request().resourceType() === 'fetch' && !page.url().includes('/models')
      ? route.fulfill({ json: [] })
      : route.continue(),
  );
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      // Plain tiles replace those of an unreachable basemap.
      const answer = await route.fetch({ timeout: 5000 }).catch(() => undefined);
      await (answer
        ? route.fulfill({ response: answer })
        : route.fulfill({ body: plainTile, contentType: 'image/png' }));
    },
  );
  await page.goto(`${origin}/secret#/account`);
  await page.getByLabel('Email').fill('demo@example.org');
  await page.getByLabel('Password').fill('water-year');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/account/);
  const wanted = process.argv.slice(2);
  for (const [name, { address, prepare }] of Object.entries(screens)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.goto(origin + address);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.locator('[data-announcements] button').evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    for (const close of await page.getByRole('button', { name: 'Close message' }).all()) await close.click();
    const picture = await page.screenshot({ animations: 'disabled' });
    await sharp(picture)
      .webp({ quality: 78, effort: 6 })
      .toFile(path.join(folder, `${name}.webp`));
    console.log(`${name}.webp`);
  }
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  const social = await page.screenshot({ animations: 'disabled' });
  await sharp(social)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(path.join(root, 'public/images/social.jpg'));
} finally {
  await browser.close();
}
