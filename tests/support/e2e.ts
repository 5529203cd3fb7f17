import { readFile } from 'node:fs/promises';
import { test as base, type Download, expect, type Locator, type Page, type Route } from '@playwright/test';
import axe from 'axe-core';
import { plainPng } from './png.ts';

export { expect };

/** The color of the map tiles in tests. */
export const tileColor = [222, 232, 212] as const;
const tile = plainPng(256, tileColor);

const tileHosts = [
  'basemap.nationalmap.gov',
  'tile.openstreetmap.org',
  'basemaps.cartocdn.com',
  'api.mapbox.com',
];

type OutsideWorld = {
  /** Whether map tiles arrive. */
  tiles: 'served' | 'unreachable';
  /** The first answer that fits is given to a request to another host. */
  responses: { url: RegExp; body: unknown; status?: number }[];
};

type Fixtures = {
  outside: OutsideWorld;
  disclaimer: 'accepted' | 'asked';
  /** `none`: there are no announcements over the page. */
  announcements: 'none' | 'shown';
};

/**
 * Playwright's test without the outside world: tiles are small plain pictures, answers of other hosts have to
 * be given by the test, and any other request to another host fails it. The disclaimer counts as accepted
 * unless `test.use({ disclaimer: 'asked' })`, and there are no announcements unless
 * `test.use({ announcements: 'shown' })`.
 */
export const test = base.extend<Fixtures>({
  disclaimer: ['accepted', { option: true }],
  announcements: ['none', { option: true }],
  outside: async ({ baseURL: _ }, use) => {
    await use({ tiles: 'served', responses: [] });
  },
  page: async ({ page, outside, disclaimer, announcements }, use) => {
    const outsideRequests: string[] = [];
    const intercept = (each: Page) => interceptRequests(each, { outside, announcements, outsideRequests });
    page.context().on('page', intercept);
    await intercept(page);
    if (disclaimer === 'accepted') {
      await page.addInitScript(() => sessionStorage.setItem('disclaimer-accepted', 'yes'));
    }
    await use(page);
    expect(outsideRequests, 'requests to outside hosts').toEqual([]);
  },
});

type Interception = Pick<Fixtures, 'outside' | 'announcements'> & { outsideRequests: string[] };

/**
 * Answers a page's requests to other hosts. Playwright's `route` would take every request, and switch the
 * browser's cache off.
 */
async function interceptRequests(
  page: Page,
  { outside, announcements, outsideRequests }: Interception,
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const respond = (requestId: string, type: string, body: Buffer, status = 200) =>
    client.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: [
        { name: 'content-type', value: type },
        { name: 'access-control-allow-origin', value: '*' },
      ],
      body: body.toString('base64'),
    });
  const respondJson = (requestId: string, value: unknown, status?: number) =>
    respond(requestId, 'application/json', Buffer.from(JSON.stringify(value)), status);

  client.on('Fetch.requestPaused', async ({ requestId, request }): Promise<unknown> => {
    const url = new URL(request.url);
    try {
      if (url.pathname === '/api/announcements') return await respondJson(requestId, []);
      if (tileHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))) {
        if (outside.tiles === 'served') return await respond(requestId, 'image/png', tile);
        return await client.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' });
      }
      const answer = outside.responses.find((each) => each.url.test(url.href));
      if (answer) return await respondJson(requestId, answer.body, answer.status);
      outsideRequests.push(url.href);
      return await client.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    } catch {
      // The page was closed meanwhile.
      return undefined;
    }
  });
  const patterns = [{ urlPattern: 'https://*' }];
  if (announcements === 'none') patterns.push({ urlPattern: '*/api/announcements' });
  await client.send('Fetch.enable', { patterns });
}

/** Opens the bar of announcements until the one with this text is seen: other flows may announce something meanwhile. */
export async function openAnnouncement(page: Page, text: string): Promise<Locator> {
  const bar = page.getByRole('region', { name: 'Announcements' });
  const item = bar.getByRole('article').filter({ hasText: text }).first();
  await expect(async () => {
    // A line of it may be in the closed bar already.
    const more = bar.getByRole('button', { name: /^Show (all \d+|more)$/ });
    if (await more.isVisible()) await more.click({ timeout: 2000 });
    await expect(item).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 75_000 });
  return item;
}

export async function acceptDisclaimer(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Disclaimer' }).getByRole('button', { name: 'Accept' }).click();
}

/** The rules of axe that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

type Axe = {
  run: (options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

const bothThemes = ['light', 'dark'] as const;

/** No accessibility violations, in the light and in the dark theme, or in that of a page that has only one. */
export async function expectAccessible(
  page: Page,
  themes: readonly (typeof bothThemes)[number][] = bothThemes,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const [at, theme] of themes.entries()) {
    // A theme changes colors and nothing else.
    const runOnly = at > 0 ? { runOnly: colorRules } : {};
    const options = { ...runOnly, resultTypes: ['violations'], preload: false };
    const found = await page.evaluate(
      async ([name, axeOptions]) => {
        document.documentElement.setAttribute('data-theme', name);
        // Charts follow the choice of the visitor, as if it was made in another tab.
        dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name.toUpperCase() }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        const { violations } = await (window as unknown as { axe: Axe }).axe.run(axeOptions);
        return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html).slice(0, 4) }));
      },
      [theme, options] as const,
    );
    expect(found, `axe in the ${theme} theme`).toEqual([]);
  }
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page, where = page.url()): Promise<void> {
  const [scrollWidth, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(scrollWidth, where).toBeLessThanOrEqual(width ?? 0);
}

/** The open page is accessible, and no wider than its window, on a phone in the light and on a desktop in the dark theme. */
export async function expectAccessibleInAllSizes(page: Page): Promise<void> {
  for (const [width, height, theme] of [
    [390, 844, 'light'],
    [1440, 900, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page, [theme]);
    await expectNoSidewaysScroll(page);
  }
}

/** Answers a request of the page as the API does where it cannot. */
export const answerProblem = (route: Route, status: number, detail: string) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title: 'x', status, detail, instance: '/' },
  });

/** Answers as if the saved time series were another one, of days long before every record. */
export async function saveHostileFilter(page: Page, parameter: number, location: number): Promise<void> {
  const hostile = {
    user_uuid: 'default',
    huc8s: [3],
    parameter_left: parameter,
    parameter_right: 7,
    locations_left: [location],
    locations_right: [195],
    start_date: '1901-01-01',
    end_date: '1901-01-02',
  };
  await page.route('**/api/timeseries-user-filters', (route) => route.fulfill({ json: [hostile] }));
}

/** Chooses a radio button that lies over its label, which is clicked when it stands still. Its state may follow a moment later. */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.locator('..').click();
  await expect(radio).toBeChecked();
}

/** Moves the pointer until the code of the printed address is drawn: what draws it is loaded when the page is first used. */
export async function expectPrintCode(page: Page): Promise<void> {
  let step = 0;
  await expect(async () => {
    step += 1;
    await page.mouse.move(300 + (step % 2) * 10, 300);
    await expect(page.locator('[data-print-foot] svg')).toHaveCount(1, { timeout: 1000 });
  }).toPass({ timeout: 75_000 });
}

/** Reads a CSV file that a page has saved, without what makes Excel read it right. */
export async function readSavedCsv(download: Download): Promise<string> {
  const text = await readFile(await download.path(), 'utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  return text.slice(1).replace(/"=""(\d+)"""/g, '$1');
}
