import { expect, test } from '@playwright/test';
import puppeteer, { type Page } from 'puppeteer-core';
import { routes } from '#config/routes.ts';
import { systemFirefox } from '../../../src/commands/support/firefox.mjs';
import { accounts, password } from '../../support/sign-in.ts';

// The portal in Firefox, which Playwright drives only in a version of its own: each screen opened, a tool of each kind
// submitted, drawn and printed.

/** These redirect at once. */
const signInPages = ['/secret', '/auth/logout', '/account/logout'];

/** The screens that draw, with a choice of the demonstration where a form needs one. */
const drawn = new Map([
  [
    '/data-analysis-tools/water-year-comparison',
    '?parameter=1&location=14&series=Minimum,Median,Maximum,2025',
  ],
  [
    '/data-analysis-tools/time-series-comparison',
    '?parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2020-10-01&end=2022-09-30',
  ],
  ['/data-analysis-tools/reach-gains-comparison', '?location=369&series=Minimum,Median,Maximum,2025'],
  ['/data-analysis-tools/forecast-supply', ''],
  ['/data-analysis-tools/tributary-forecast', ''],
  ['/data-analysis-tools/snotel-swe-data', ''],
  ['/watershed-overview/river', ''],
  ['/watershed-overview/today', ''],
]);

/** Presses Submit once it can be pressed. */
const submit = () => {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
  const button = buttons.find((each) => each.textContent?.trim() === 'Submit' && each.offsetParent !== null);
  if (!button || button.disabled || button.getAttribute('aria-disabled') === 'true') return false;
  button.click();
  return true;
};

/** A print of one blank sheet has fewer bytes. */
const minPrintBytes = 12_000;

/** Whether a picture in the page has more than one color. */
const hasPicture = () =>
  [...document.querySelectorAll('main canvas, main svg')].some((each) => {
    const { width, height } = each.getBoundingClientRect();
    if (width < 150 || height < 80) return false;
    if (!(each instanceof HTMLCanvasElement)) return each.querySelectorAll('path, rect, circle').length > 3;
    const context = each.getContext('2d');
    const pixels = new Set(
      new Uint32Array(context?.getImageData(0, 0, each.width, each.height).data.buffer ?? new ArrayBuffer(0)),
    );
    return pixels.size > 2;
  });

async function signIn(page: Page, origin: string) {
  await page.goto(`${origin}/secret#/account`);
  await page.waitForSelector('input[type=password]');
  await page.type('input[type=email]', accounts.all);
  await page.type('input[type=password]', password);
  await page.keyboard.press('Enter');
  // Several pages follow each other, and one that is left answers with an error.
  const state = () =>
    page
      .evaluate(() => [location.pathname, document.readyState, document.documentElement.dataset.session])
      .catch(() => []);
  await expect.poll(state).toEqual(['/account', 'complete', 'signed-in']);
}

test('every screen opens, draws and prints in Firefox', async ({ baseURL }) => {
  test.setTimeout(1_200_000);
  const executablePath = systemFirefox();
  test.skip(executablePath === undefined, 'There is no Firefox.');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    // Nothing but the portal is asked: the map has its own ground without tiles.
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
    },
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(240_000);
    await page.setViewport({ width: 1440, height: 900 });
    const errors: string[] = [];
    page.on('pageerror', (error) => {
      // Tiles that do not come are none of the portal's.
      if (!/https:\/\//.test(String(error))) errors.push(`${page.url()}: ${String(error)}`);
    });
    const origin = baseURL ?? '';
    await signIn(page, origin);
    for (const { path } of routes.filter((each) => !signInPages.includes(each.path))) {
      await test.step(path, async () => {
        const query = drawn.get(path);
        const response = await page.goto(origin + path + (query ?? ''), { waitUntil: 'domcontentloaded' });
        // 304 for a page that the browser has from the sign-in.
        expect(path === '/404' ? [404] : [200, 304]).toContain(response?.status());
        await page.waitForSelector('h1');
        if (query === undefined) return;
        const hasForm = path.startsWith('/data-analysis-tools/') && !path.includes('snotel');
        if (hasForm) await page.waitForFunction(submit);
        await page.waitForFunction(hasPicture);
        const print = await page.pdf({ format: 'letter', landscape: true });
        expect(print.length, `bytes of the print of ${path}`).toBeGreaterThan(minPrintBytes);
      });
      expect(errors).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});
