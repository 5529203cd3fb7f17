// Takes the screenshots of the user's guide, `npm run pictures -- today`, and the pictures of the first printed sheet of each
// screen, `npm run pictures -- print-today`, or compares the present screens and sheets with those that are stored:
// `npm run pictures -- --check`; `prints` names all sheets. They are of a portal of its own, whose clock stands still, with the
// demonstration data in DATA_DIR.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { frozenAt } from '../../tests/support/frozen-clock.ts';
import { launchOptions } from './support/chromium.mjs';
import { describeDifference, toGrid } from './support/picture-grid.ts';
import { printedScreens, showFirstSheet } from './support/printed-screens.mjs';
import { root } from './support/process.mjs';

const port = '4371';
const origin = `http://localhost:${port}`;
const folder = path.join(root, 'content/documentation/images/guide');
const printFolder = path.join(root, 'tests/full/prints');
/** The windows of the pictures: a large screen, the width of the guide's text, and a phone. */
const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const themes = /** @type {const} */ (['light', 'dark']);

/** @typedef {import('playwright').Page} Page */

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/**
 * The screens of the guide: the address of each, and what to do before the screenshot. Wide tables are only
 * taken on a large screen.
 * @type {Record<string, { address: string; isWide?: true; prepare?: (page: Page) => Promise<unknown> }>}
 */
const screens = {
  today: { address: '/watershed-overview/today' },
  'site-page': { address: '/sites/14' },
  'public-map': { address: '/watershed-overview/map-of-sites' },
  'site-summary-table': { address: '/watershed-overview/site-summary-table' },
  'time-series-comparison': {
    address: '/data-analysis-tools/time-series-comparison',
    prepare: submitAndShow,
  },
  'water-year-comparison': {
    address:
      '/data-analysis-tools/water-year-comparison?parameter=1&location=14&series=Minimum,Median,Maximum,2026,2025',
    prepare: submitAndShow,
  },
  'reach-gains-comparison': {
    address:
      '/data-analysis-tools/reach-gains-comparison?location=369&series=Minimum,Median,Maximum,2026,2025',
    prepare: submitAndShow,
  },
  'forecast-supply': {
    address: '/data-analysis-tools/forecast-supply',
    prepare: submitAndShow,
  },
  'supply-outlook': {
    address: '/data-analysis-tools/forecast-supply?view=outlook&issued=2026-04-01',
    prepare: (page) => page.locator('[aria-roledescription=chart] canvas').first().waitFor(),
  },
  'tributary-forecast': {
    address: '/data-analysis-tools/tributary-forecast',
    prepare: submitAndShow,
  },
  'snotel-swe-data': { address: '/data-analysis-tools/snotel-swe-data' },
  'sentinel-well-dashboard': { address: '/data-analysis-tools/sentinel-well-dashboard' },
  files: { address: '/documents/public-docs' },
  'content-records': {
    address: '/models/datasets?view=list',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Monitoring Sites' }).first().click();
      await page.getByRole('heading', { name: 'Versions' }).waitFor();
    },
  },
  'well-production': {
    address: '/data-access/well-production-data-entry?month=2026-04',
    isWide: true,
    prepare: async (page) => {
      const wells = page.getByLabel('Well', { exact: true });
      await choose(page, 'Well', undefined);
      // The last wells of the list have no delivered hours, which would lock their days.
      await wells.selectOption((await wells.getByRole('option').last().getAttribute('value')) ?? '');
      await page.getByLabel('Hours Pumped, Apr 1, 2026').click();
      for (const hours of ['11.5', '24', '24', '6', '25', '0']) {
        await page.keyboard.type(hours);
        await page.keyboard.press('Enter');
      }
    },
  },
  'signing-in': { address: '/account/profile' },
  'import-status': { address: '/data-access/import-status', isWide: true },
};

/** Chooses an option of a select by its name, or the first one. @param {Page} page @param {string} label @param {string | undefined} name */
async function choose(page, label, name) {
  const select = page.getByLabel(label, { exact: true }).first();
  await page.waitForFunction((element) => (element?.children.length ?? 0) > 1, await select.elementHandle());
  await select.selectOption(name === undefined ? { index: 1 } : { label: name });
}

/**
 * Submits and waits for the first graph; in a narrow window, where the form is above it, scrolls to it.
 * @param {Page} page
 */
async function submitAndShow(page) {
  await press(page, 'Submit');
  const graph = page
    .getByRole('group')
    .filter({ has: page.locator('canvas') })
    .first();
  const isDrawn = () =>
    graph
      .waitFor({ timeout: 5000 })
      .then(() => true)
      .catch(() => false);
  // A graph loads when it comes near the window.
  while (!(await isDrawn())) await page.mouse.wheel(0, 400);
  // On a slow machine the wheel has moved it.
  if ((page.viewportSize()?.width ?? 0) >= 1000) return page.evaluate(() => window.scrollTo(0, 0));
  await graph.evaluate((element) => element.closest('section')?.scrollIntoView({ block: 'start' }));
  await page.evaluate(() => window.scrollBy(0, -140));
}

/**
 * A signed-in page in one theme. Nothing covers it: no disclaimer, no announcement. Where a
 * basemap cannot be reached, the map draws its outlines.
 * @param {import('playwright').Browser} browser @param {'light' | 'dark'} theme
 */
async function openPage(browser, theme) {
  const page = await browser.newPage({
    locale: 'en-US',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
  });
  await page.clock.setFixedTime(frozenAt);
  await page.addInitScript((choice) => {
    sessionStorage.setItem('disclaimer-accepted', 'yes');
    localStorage.setItem('theme', choice);
  }, theme.toUpperCase());
  await page.route('**/api/announcements', (route) =>
    route.request().resourceType() === 'fetch' && !page.url().includes('/models')
      ? route.fulfill({ json: [] })
      : route.continue(),
  );
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      const response = await route.fetch({ timeout: 5000 }).catch(() => undefined);
      await (response ? route.fulfill({ response }) : route.abort());
    },
  );
  await page.goto(`${origin}/secret#/account`);
  await page.getByLabel('Email').fill('demo@example.org');
  await page.getByLabel('Password').fill('water-year');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/account/);
  return page;
}

/** Shows the letters of the page in its own font, for which a page on a busy machine may not have waited. @param {Page} page */
async function showOwnFont(page) {
  await page.evaluate(async () => {
    const link = document.querySelector('link[rel="preload"][as="font"]');
    const source = `url(${link?.getAttribute('href')})`;
    const face = new FontFace('Source Sans 3 Variable', source, { weight: '200 900' });
    document.fonts.add(await face.load());
  });
}

/** Forgets what the tools had last, in the page. */
function forgetChoices() {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('last-choice ')) localStorage.removeItem(key);
}

/**
 * Takes pictures of a part until two are the same.
 * @param {Page} page @param {() => Promise<{ x: number; y: number; width: number; height: number }>} readBox
 */
async function takeUntilSame(page, readBox) {
  await showOwnFont(page);
  let last = await page.screenshot({ animations: 'disabled', clip: await readBox() });
  for (let count = 0; count < 10; count += 1) {
    const next = await page.screenshot({ animations: 'disabled', clip: await readBox() });
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}

/**
 * The part of the window beside the menu and below the bar.
 * @param {Page} page
 */
async function contentBox(page) {
  const size = page.viewportSize();
  const box = await page.locator('main').boundingBox();
  if (!size || !box) throw new Error(`${page.url()} has no content to take a picture of.`);
  const y = Math.max(0, box.y);
  return {
    x: box.x,
    y,
    width: Math.min(box.width, size.width - box.x),
    height: Math.min(box.height, size.height - y),
  };
}

const isChecking = process.argv.includes('--check');
const wanted = process.argv
  .slice(2)
  .filter((each) => each !== '--check')
  .flatMap((each) => (each === 'prints' ? Object.keys(printedScreens) : [each]));
const unknown = wanted.filter((name) => !(name in screens || name in printedScreens));
/** @param {string} name */
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
if (unknown.length > 0) {
  console.error(
    `No page of the guide and no sheet is called ${unknown.join(', ')}. There are: ${Object.keys({ ...screens, ...printedScreens }).join(', ')}.`,
  );
  process.exit(1);
}

/** Starts the portal that the pictures are of. */
async function startPortal() {
  const frozen = ['--import', './tests/support/freeze-clock.ts'];
  const child = spawn(process.execPath, [...frozen, 'src/commands/serve.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      PORTAL_ORIGIN: origin,
      LOG_LEVEL: 'warn',
      // One address asks for all screens.
      RATE_LIMIT_PER_MINUTE: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('ready')) break;
  child.stdout.resume();
  return child;
}

/** The edges of letters are smoothed another way from time to time. */
const smoothedShare = 0.015;

/**
 * The windows that a screen is shown in. The check of all has one for each: a large one in the light or, for every other
 * screen, a phone in the dark.
 * @param {string} name @param {'light' | 'dark'} theme
 */
function windowsOf(name, theme) {
  const { isWide } = screens[name] ?? {};
  if (isChecking && wanted.length === 0) {
    const isOnPhone = !isWide && Object.keys(screens).indexOf(name) % 2 === 1;
    if (isOnPhone !== (theme === 'dark')) return [];
    return isOnPhone ? windows.slice(-1) : windows.slice(0, 1);
  }
  return isWide ? windows.slice(0, 1) : windows;
}

/** @type {string[]} */
const changed = [];

/**
 * Stores a picture, or compares it with the stored one.
 * @param {Buffer} picture @param {string} file
 */
async function storeOrCompare(picture, file) {
  const name = path.basename(file);
  // Compressed alike, the same screen gives the same picture. Less effort makes a larger file of the same grays.
  const compressed = await sharp(picture)
    .webp({ quality: 78, effort: isChecking ? 1 : 6 })
    .toBuffer();
  if (!isChecking) {
    await writeFile(file, compressed);
    console.log(name);
    return;
  }
  const difference = existsSync(file)
    ? describeDifference(await toGrid(file), await toGrid(compressed), smoothedShare)
    : 'is missing';
  if (difference !== undefined) changed.push(`${name} ${difference}`);
}

const portal = await startPortal();
const browser = await chromium.launch(launchOptions());
try {
  for (const each of [folder, printFolder]) await mkdir(each, { recursive: true });
  for (const theme of themes) {
    const page = await openPage(browser, theme);
    for (const [name, { address, prepare }] of Object.entries(screens)) {
      if (!isWanted(name)) continue;
      for (const size of windowsOf(name, theme)) {
        await page.setViewportSize(size);
        // No picture depends on those before it.
        await page.evaluate(forgetChoices);
        await page.goto(origin + address);
        await page.waitForLoadState('networkidle');
        await prepare?.(page);
        await page.waitForLoadState('networkidle');
        for (const close of await page.getByRole('button', { name: 'Close message' }).all())
          await close.click();
        await page.mouse.move(0, 0);
        const picture = await takeUntilSame(page, () => contentBox(page));
        await storeOrCompare(picture, path.join(folder, `${name}-${size.width}-${theme}.webp`));
      }
    }
    await page.close();
  }
  // The theme of the screen is none of the paper's business.
  const printed = await openPage(browser, 'dark');
  for (const [name, { address, paper }] of Object.entries(printedScreens).filter(([name]) =>
    isWanted(name),
  )) {
    await printed.emulateMedia({ media: null });
    await printed.setViewportSize({ width: 1440, height: 900 });
    await printed.goto(origin + address);
    await showFirstSheet(printed, paper);
    const picture = await takeUntilSame(printed, async () => ({ x: 0, y: 0, ...paper }));
    await storeOrCompare(picture, path.join(printFolder, `${name}.webp`));
  }
  await printed.close();
  if (wanted.length === 0 && !isChecking) {
    const page = await openPage(browser, 'light');
    await page.setViewportSize({ width: 1200, height: 630 });
    await page.goto(origin);
    await page.waitForLoadState('networkidle');
    const social = await page.screenshot({ animations: 'disabled' });
    await sharp(social)
      .jpeg({ quality: 80, mozjpeg: true })
      .toFile(path.join(root, 'public/images/social.jpg'));
  }
} finally {
  await browser.close();
  portal.kill('SIGTERM');
  if (portal.exitCode === null) await once(portal, 'exit');
}
if (changed.length > 0) {
  console.error(
    `The screens or their prints have changed since these pictures were taken; npm run pictures takes them again:\n${changed.join('\n')}`,
  );
  process.exitCode = 1;
}
