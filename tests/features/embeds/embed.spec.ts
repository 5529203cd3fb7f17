import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '#server/app.ts';
import { openStore } from '#server/db/open-store.ts';
import { briefRequest, insertBriefFixture } from '../../support/brief-fixture.ts';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { testConfig } from '../../support/test-app.ts';

/** A portal that allows the frames of one of two other sites. */
type FigurePortal = {
  readonly origin: string;
  /** Pages with a frame of a figure. */
  readonly listedSite: string;
  readonly otherSite: string;
  close(): Promise<void>;
};

const figurePath = '/embed/season?site=G1&parameter=Streamflow';

async function openFigurePortal(): Promise<FigurePortal> {
  let origin = '';
  const html = () =>
    `<!doctype html><html lang="en"><title>Canal company</title><h1>Canal company</h1><iframe title="Streamflow" width="700" height="700" src="${origin}${figurePath}"></iframe></html>`;
  const sites = [createSite(html), createSite(html)] as const;
  const [listedSite, otherSite] = await Promise.all(sites.map(listen));
  const store = await openStore('memory://');
  await insertBriefFixture(store);
  const app = createApp({
    store,
    config: testConfig({ EMBED_ORIGINS: listedSite ?? '', DIST_DIR: 'dist' }),
    brief: briefRequest,
    openProviders: ['USBR HydroMet'],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return {
    origin,
    listedSite: listedSite ?? '',
    otherSite: otherSite ?? '',
    close: async () => {
      for (const site of sites) site.close().closeAllConnections();
      app.server.closeAllConnections();
      await app.close();
      await store.close();
    },
  };
}

function createSite(html: () => string): Server {
  return createServer((_, response) => response.setHeader('content-type', 'text/html').end(html()));
}

/** @returns the origin, on another site than `localhost` */
function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

test.describe('a figure in the page of another site', () => {
  let portal: FigurePortal;

  test.beforeAll(async () => {
    portal = await openFigurePortal();
  });

  test.afterAll(async () => {
    await portal?.close();
  });

  test('shows chart, numbers and a link, and cannot reach the session', async ({ page }) => {
    await page.goto(`${portal.origin}/api/version`);
    await page.context().addCookies([{ name: 'session', value: 'secret', url: portal.origin }]);
    await page.evaluate(() => localStorage.setItem('session', 'secret'));
    const requested = page.waitForRequest((request) => request.url().includes('/embed/'));
    await page.goto(portal.listedSite);
    const figure = page.frameLocator('iframe');
    await expect(figure.getByRole('heading', { name: 'Streamflow at Site G1', level: 1 })).toBeVisible();
    await expect(figure.locator('canvas, svg[class*=marks]').first()).toBeVisible();
    await expect(figure.getByRole('row', { name: 'Last value, Jun 30, 2022 122 cfs' })).toBeVisible();
    const request = await requested;
    const headers = await request.allHeaders();
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
    expect(await (await request.response())?.headerValue('set-cookie')).toBeNull();
    const found = await page.frames()[1]?.evaluate(() => {
      const nameOfError = (read: () => unknown) => {
        try {
          return read();
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [nameOfError(() => localStorage.length), nameOfError(() => document.cookie), self.origin];
    });
    expect(found).toEqual(['SecurityError', 'SecurityError', 'null']);
    const opened = page.context().waitForEvent('page');
    await figure.getByRole('link', { name: 'Open in the portal' }).click();
    const tab = await opened;
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  });

  test('is refused to a site that is not listed', async ({ page }) => {
    await page.goto(portal.otherSite);
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    await expect(page.frameLocator('iframe').getByRole('heading', { name: /Streamflow/ })).toHaveCount(0);
  });

  for (const theme of ['light', 'dark'] as const)
    test(`is accessible and fits 280 pixels, ${theme} theme`, async ({ page }) => {
      await page.setViewportSize({ width: 280, height: 600 });
      await page.goto(`${portal.origin}${figurePath}&theme=${theme}`);
      await expect(page.getByRole('heading', { name: 'Streamflow at Site G1', level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(280);
      await expectAccessible(page, [theme]);
      await page.setViewportSize({ width: 1200, height: 800 });
      await expectAccessible(page, [theme]);
    });

  for (const [address, fault] of [
    ['/embed/nothing', 'There is no figure of this name.'],
    ['/embed/season?site=NOWHERE&parameter=Streamflow', 'The portal shows no site with this id.'],
    ['/embed/brief?theme=blue', 'The theme of a figure is light or dark.'],
    ['/embed/brief?width=800', 'width'],
  ] as const)
    test(`says what is wrong with ${address}`, async ({ page }) => {
      await page.goto(portal.origin + address);
      await expect(page.getByRole('heading', { name: 'No figure' })).toBeVisible();
      await expect(page.getByText(fault)).toBeVisible();
      await expectAccessible(page, ['light']);
    });
});
