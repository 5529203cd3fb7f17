import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { recordShifts } from '../../support/layout-shifts.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';

const isVideo = ({ path }: { path: string }) => /\.(mp4|webm)$/.test(path);

test.describe('landing page', () => {
  test('stays within its budgets and loads no framework', async ({ page }) => {
    const loaded = await recordPageLoad(page, '/');
    const scripts = loaded.filter(isScript);
    expect(scripts.length).toBeGreaterThan(0);
    expect(sumSizes(scripts)).toBeLessThan(11_200);
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

  test('has the texts of the specification', { tag: '@quick' }, async ({ page }) => {
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
    await expect(access.getByRole('link')).toHaveCount(2);
    const today = page.getByRole('region', { name: 'Latest figures' }).getByRole('link', { name: 'Today' });
    await expect(today).toHaveAttribute('href', '/watershed-overview/today');
    const { y = 0 } = (await today.boundingBox()) ?? {};
    const figures = await page.locator('.figures-list').boundingBox();
    expect(y).toBeGreaterThanOrEqual((figures?.y ?? 0) + (figures?.height ?? 0));
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

  test('says Login on a small screen, with every way in before any scrolling and the builder in the footer', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    for (const name of ['View Dashboard', 'Public Access']) {
      await expect(page.getByRole('link', { name }).first()).toBeInViewport({ ratio: 1 });
    }
    const builder = page.getByRole('link', { name: 'Leonard Rice Engineers' });
    await expect(page.getByRole('contentinfo').locator(builder)).toBeVisible();
    await expect(builder).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect(page.getByText('Log in to Dashboard')).toBeHidden();
  });
});

test.describe('the picture of the basin', () => {
  const pictureOf = (page: Page) => page.getByRole('region', { name: 'Latest figures' });

  test('has three figures on the first screen, each with its day and place, and says what they are made of', async ({
    page,
  }) => {
    await page.goto('/');
    const picture = pictureOf(page);
    await expect(picture).toContainText(
      /Storage in the upper Snake reservoirs\s*[\d.]+ MAF\s*\d+ % full on [A-Z][a-z]{2} \d+, \d{4}/,
    );
    await expect(picture).toContainText(/Snow, Snake above Heise\s*\d+ %\s*of the median on/);
    await expect(picture).toContainText(
      /Streamflow, Snake River near Heise\s*[\d,]+ cfs\s*on [A-Z][a-z]{2} \d/,
    );
    await expect(picture).toContainText(/\d+ of 374 monitoring sites with values in the last 30 days/);
    await expect(picture).toContainText('Provisional values.');
    await expect(picture).toBeInViewport({ ratio: 1 });
  });

  test('shows each record with a normal once, and says in words what it shows', async ({ page }) => {
    await page.goto('/');
    const map = pictureOf(page).getByRole('img');
    await expect(map).toHaveAccessibleName(
      /^Map of the basin\. [\d,]+ sites? with a normal: \d+ below normal, \d+ normal, \d+ above\.$/,
    );
    const [said] = /\d+/.exec((await map.getAttribute('aria-label')) ?? '') ?? [];
    const drawn = await map
      .locator('[data-marks] path')
      .evaluateAll((paths) =>
        paths
          .map((path) => path.getAttribute('d')?.split('M').length ?? 0)
          .reduce((sum, n) => sum + n - 1, 0),
      );
    expect(drawn).toBe(Number(said));
  });

  for (const [outcome, fault] of [
    ['the server is away', { status: 503, body: '' }],
    ['the answer is not a headline', { json: { site_count: 'many' } }],
  ] as const) {
    test(`stays a map and says so when ${outcome}, and is filled in by Try again`, async ({ page }) => {
      await page.route('**/api/headline', (route) => route.fulfill(fault), { times: 1 });
      await page.goto('/');
      const picture = pictureOf(page);
      const { height } = (await picture.boundingBox()) ?? {};
      const status = picture.getByText('The latest figures cannot be shown');
      await expect(status).toBeVisible();
      await expect(picture.getByText('Snow, Snake above Heise')).toBeHidden();
      await expect(picture.getByRole('img', { name: 'Map of the basin' })).toBeVisible();
      await expect(picture.locator('[data-marks] path')).toHaveCount(0);
      await picture.getByRole('button', { name: 'Try again' }).click();
      await expect(picture.getByText(/of 374 monitoring sites/)).toBeVisible();
      await expect(status).toBeHidden();
      expect((await picture.boundingBox())?.height).toBe(height);
    });
  }

  for (const theme of ['light', 'dark'] as const) {
    test(`meets WCAG AA with the figures and without them, ${theme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.addInitScript(() => localStorage.setItem('theme', 'DEFAULT'));
      await page.goto('/');
      await expect(pictureOf(page).getByText(/of 374 monitoring sites/)).toBeVisible();
      await expectAccessible(page);
      await page.route('**/api/headline', (route) => route.abort());
      await page.reload();
      await expect(pictureOf(page).getByText('The latest figures cannot be shown')).toBeVisible();
      await expectAccessible(page);
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
