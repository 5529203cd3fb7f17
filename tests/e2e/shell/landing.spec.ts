import { expect, test } from '@playwright/test';
import { recordShifts } from '../../support/layout-shifts.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';

const isVideo = ({ path }: { path: string }) => /\.(mp4|webm)$/.test(path);

test.describe('landing page', () => {
  test('stays within its budgets and loads no framework', async ({ page }) => {
    const loaded = await recordPageLoad(page, '/');
    const scripts = loaded.filter(isScript);
    expect(scripts.length).toBeGreaterThan(0);
    expect(sumSizes(scripts)).toBeLessThan(20_000);
    expect(sumSizes(loaded.filter((item) => !isVideo(item)))).toBeLessThan(100_000);
    const sources = await page.evaluate(
      async (paths) => {
        const texts = await Promise.all(paths.map(async (path) => (await fetch(path)).text()));
        return texts.join('\n');
      },
      scripts.map(({ path }) => path),
    );
    expect(sources).not.toMatch(/react|__SECRET_INTERNALS|createRoot/i);
    await expect(page.locator('astro-island')).toHaveCount(0);
  });

  test('keeps the video and its posters within 1.5 MB', async ({ request }) => {
    const names = ['basin.mp4', 'basin.webm', 'basin.avif', 'basin.webp'];
    const bodies = await Promise.all(names.map(async (name) => (await request.get(`/hero/${name}`)).body()));
    for (const body of bodies) expect(body.length).toBeGreaterThan(5_000);
    expect(bodies.reduce((total, body) => total + body.length, 0)).toBeLessThan(1_500_000);
    for (const poster of bodies.slice(2)) expect(poster.length).toBeLessThan(45_000);
  });

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`shifts nothing at ${viewport.width} px, even if the font loads late`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await recordShifts(page);
      const painted = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await painted.promise;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      painted.resolve();
      await page.evaluate(async () => {
        await document.fonts.load('400 16px "Source Sans 3 Variable"');
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      });
      await expect(page.getByText('Latest day with values')).toBeVisible();
      const shifts = await page.evaluate(() => ('shifts' in window ? window.shifts : undefined));
      expect(shifts).toEqual([]);
    });
  }

  test('has the texts of the specification', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('Monitoring Dashboard · Home');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monitoring Dashboard');
    await expect(
      page.getByText(
        'Access, visualize, & analyze hydrologic, meteorological and water management information.',
        { exact: true },
      ),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Leonard Rice Engineers' })).toHaveAttribute(
      'href',
      /^https:/,
    );
    await expect(page.getByRole('link', { name: 'Log in to Dashboard' })).toHaveAttribute(
      'href',
      '/secret#/watershed-overview/map-of-sites',
    );
    const access = page.getByRole('region', { name: 'Access the Platform' });
    await expect(access.getByRole('link', { name: 'View Dashboard' })).toHaveAttribute(
      'href',
      '/secret#/watershed-overview/map-of-sites',
    );
    await expect(access.getByRole('link', { name: 'Public Access' })).toHaveAttribute(
      'href',
      '/watershed-overview/map-of-sites',
    );
    await expect(page.getByRole('link', { name: /^(View Dashboard|Public Access)$/ })).toHaveCount(2);
    const footer = page.getByRole('contentinfo');
    for (const name of ['Documentation', 'Privacy', 'Terms of Service']) {
      await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
    }
  });

  test('shows the current year in the copyright line', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2031-06-15T12:00:00Z'));
    await page.goto('/');
    await expect(page.getByText('Copyright © 2031 Leonard Rice Engineers, Inc.')).toBeVisible();
    // New Year begins in UTC seven hours before it begins in the basin.
    await page.clock.setFixedTime(new Date('2032-01-01T03:00:00Z'));
    await page.reload();
    await expect(page.getByText('Copyright © 2031 Leonard Rice Engineers, Inc.')).toBeVisible();
  });

  test('says Login on a small screen, with both ways in before any scrolling and the builder in the footer', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    for (const name of ['View Dashboard', 'Public Access']) {
      await expect(page.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    }
    const builder = page.getByRole('link', { name: 'Leonard Rice Engineers' });
    await expect(page.getByRole('contentinfo').locator(builder)).toBeVisible();
    await expect(builder).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect(page.getByText('Log in to Dashboard')).toBeHidden();
  });
});

test.describe('the live figures', () => {
  test('are on the first screen, each with its day or unit, and say that they are demonstration data', async ({
    page,
  }) => {
    await page.goto('/');
    const figures = page.getByRole('region', { name: 'Latest figures' });
    await expect(figures).toContainText(/Monitoring sites\s*374\s*\d+ with values in the last 30 days/);
    await expect(figures).toContainText(
      /Storage in the upper Snake reservoirs\s*[\d,]+ AF\s*\d+ % full on \d\d\/\d\d\/\d{4}/,
    );
    await expect(figures).toContainText(
      /([+−][\d,]+ AF|unchanged) in 7 days\s*Provisional\s*Demonstration data/,
    );
    await expect(figures).toContainText(/Last update\s*\d\d\/\d\d\/\d{4}/);
    await expect(figures).toBeInViewport({ ratio: 1 });
  });

  for (const [outcome, fault] of [
    ['the server is away', { status: 503, body: '' }],
    ['the answer is not a headline', { json: { site_count: 'many' } }],
  ] as const) {
    test(`say so when ${outcome}, and are loaded by Try again`, async ({ page }) => {
      await page.route('**/api/headline', (route) => route.fulfill(fault), { times: 1 });
      await page.goto('/');
      const figures = page.getByRole('region', { name: 'Latest figures' });
      const { height } = (await figures.boundingBox()) ?? {};
      const status = figures.getByText('The latest figures cannot be shown');
      await expect(status).toBeVisible();
      await expect(figures.getByText('Monitoring sites')).toBeHidden();
      await figures.getByRole('button', { name: 'Try again' }).click();
      await expect(figures.getByText('374', { exact: true })).toBeVisible();
      await expect(status).toBeHidden();
      expect((await figures.boundingBox())?.height).toBe(height);
    });
  }
});

test.describe('hero video', () => {
  test('plays in a loop without sound, and can be paused', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    const video = page.locator('video');
    const pause = page.getByRole('button', { name: 'Pause background video' });
    await expect(pause).toBeVisible();
    const state = () =>
      video.evaluate((node) =>
        node instanceof HTMLVideoElement ? [node.muted, node.loop, node.paused] : [],
      );
    expect(await state()).toEqual([true, true, false]);
    await pause.click();
    await expect(page.getByRole('button', { name: 'Play background video' })).toBeVisible();
    expect(await state()).toEqual([true, true, true]);
  });

  test('is neither loaded nor played for reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const loaded = await recordPageLoad(page, '/');
    expect(loaded.some((item) => /basin\.(avif|webp)$/.test(item.path))).toBe(true);
    expect(loaded.filter(isVideo)).toEqual([]);
    await expect(page.getByRole('button', { name: 'Play background video' })).toBeVisible();
    await expect(page.locator('video source')).toHaveCount(0);
  });

  test('is not loaded if the visitor saves data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('video source')).toHaveCount(0);
  });
});
