import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
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
  page: async ({ page, baseURL, outside, disclaimer, announcements }, use) => {
    const own = new URL(baseURL ?? 'http://localhost').hostname;
    const outsideRequests: string[] = [];
    const cors = { 'access-control-allow-origin': '*' };
    await page.context().route(
      (url) => url.hostname !== own && url.protocol.startsWith('http'),
      async (route) => {
        const url = new URL(route.request().url());
        if (tileHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))) {
          if (outside.tiles === 'unreachable') return route.abort('internetdisconnected');
          return route.fulfill({ contentType: 'image/png', body: tile, headers: cors });
        }
        const answer = outside.responses.find((each) => each.url.test(url.href));
        if (answer) return route.fulfill({ status: answer.status ?? 200, json: answer.body, headers: cors });
        outsideRequests.push(url.href);
        return route.abort('blockedbyclient');
      },
    );
    if (announcements === 'none') {
      await page.route('**/api/announcements', (route) => route.fulfill({ json: [] }));
    }
    if (disclaimer === 'accepted') {
      await page.addInitScript(() => sessionStorage.setItem('disclaimer-accepted', 'yes'));
    }
    await use(page);
    expect(outsideRequests, 'requests to outside hosts').toEqual([]);
  },
});

export async function acceptDisclaimer(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Disclaimer' }).getByRole('button', { name: 'Accept' }).click();
}

/** The rules of axe that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** No accessibility violations, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    // The legacy mode needs no second page; there are no frames. A theme changes colors and nothing else.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (theme === 'light' ? axe : axe.withRules(colorRules)).analyze();
    const found = violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => node.html).slice(0, 4),
    }));
    expect(found, `axe in the ${theme} theme`).toEqual([]);
  }
}
