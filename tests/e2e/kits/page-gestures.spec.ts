import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const wheelHint = 'Use Ctrl and the wheel, or click the map, to zoom';
const touchHint = 'Use two fingers to move the map';

/** Opens a tool. @returns its map, and what scrolls it into view and gives a place on it that nothing covers */
async function openMap(page: Page, path: string, name: string | RegExp) {
  await openSignedIn(page, accounts.developer, path);
  const map = page.getByRole('region', { name }).and(page.locator('.leaflet-container'));
  await expect(map).toBeVisible();
  // The page is then long enough to scroll both ways.
  await expect(page.locator('canvas.map-canvas')).toBeVisible();
  await page.evaluate(() => {
    document.body.style.paddingBlock = '150vh';
  });
  const place = async () => {
    await map.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const box = await map.boundingBox();
    if (!box) throw new Error('The map has no box.');
    return { x: box.x + box.width * 0.3, y: box.y + box.height * 0.5 };
  };
  return { map, place };
}

/** Three months of two years, so that it can move both ways. */
const zoomedChart =
  '/data-analysis-tools/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2020-10-01&end=2022-09-30&submitted=yes&x=2021-04-01..2021-06-30';

type Finger = { x: number; y: number; id?: number };

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

/** A page scrolls on for a moment after a swipe. */
async function expectStillPage(page: Page) {
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = await scrollTop(page);
      return last === before;
    })
    .toBe(true);
}

/** The drawn points, which move with the map. */
const pictureOf = (map: Locator) =>
  map.locator('canvas.map-canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
const scaleOf = (map: Locator) => map.locator('.leaflet-control-scale-line').textContent();

test('the wheel over a map scrolls the page until the map is clicked', async ({ page }) => {
  const { map, place } = await openMap(
    page,
    '/data-analysis-tools/water-year-comparison',
    'Locations to compare',
  );
  const scale = await scaleOf(map);
  const at = await place();
  await page.mouse.move(at.x, at.y);

  const before = await scrollTop(page);
  const hint = page.getByText(wheelHint).waitFor();
  await page.mouse.wheel(0, 120);
  await hint;
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(before);
  expect(await scaleOf(map)).toBe(scale);
  await expect(page.getByText(wheelHint)).toBeHidden();

  // With Ctrl, it zooms, and the page stays.
  const { x, y } = await place();
  await page.mouse.move(x, y);
  const top = await scrollTop(page);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -240);
  await page.keyboard.up('Control');
  await expect.poll(() => scaleOf(map)).not.toBe(scale);
  expect(await scrollTop(page)).toBe(top);

  // After a click, it zooms without Ctrl.
  await page.mouse.click(x, y + 60);
  await page.keyboard.press('Escape');
  await page.mouse.click(x, y + 60);
  await expect(map).toHaveClass(/map-has-wheel/);
  const zoomed = await scaleOf(map);
  await page.mouse.move(x - 100, y - 60);
  await page.mouse.wheel(0, 240);
  await expect.poll(() => scaleOf(map)).not.toBe(zoomed);
  expect(await scrollTop(page)).toBe(top);

  // Escape gives the wheel back, and so does a click beside the map.
  await page.keyboard.press('Escape');
  await expect(map).not.toHaveClass(/map-has-wheel/);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(top);
  const again = await place();
  await page.mouse.click(again.x, again.y + 60);
  await expect(map).toHaveClass(/map-has-wheel/);
  await page.mouse.click(again.x, 2);
  await expect(map).not.toHaveClass(/map-has-wheel/);
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  // On a phone the map of points is a sheet, over a page that does not scroll.
  test('one finger over a map scrolls the page, and two move the map', async ({ page }) => {
    const { map, place } = await openMap(
      page,
      '/data-analysis-tools/snotel-swe-data?year=2020&s.size=5&h.size=5',
      /^Percent of median/,
    );
    const at = await place();
    const client = await page.context().newCDPSession(page);
    const picture = await pictureOf(map);
    const top = await scrollTop(page);

    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: [...fingers] });
    const hint = page.getByText(touchHint).waitFor();
    await touch('touchStart', [at]);
    for (const by of [20, 60, 100, 140, 200]) await touch('touchMove', [{ x: at.x, y: at.y - by }]);
    await touch('touchEnd', []);
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(top + 100);
    await hint;
    expect((await pictureOf(map)) === picture, 'the map stays').toBe(true);
    await expectStillPage(page);

    const { x, y } = await place();
    const held = await scrollTop(page);
    const two = (by: number) => [
      { x: x - 25, y: y - by, id: 1 },
      { x: x + 25, y: y - by, id: 2 },
    ];
    await touch('touchStart', two(0));
    for (const by of [10, 25, 40, 60]) await touch('touchMove', two(by));
    await touch('touchEnd', []);
    await expect.poll(async () => (await pictureOf(map)) !== picture, 'the map moves').toBe(true);
    expect(await scrollTop(page)).toBe(held);
  });

  test('one finger over a chart scrolls the page; after a tap it moves the chart sideways, and two zoom', async ({
    page,
  }) => {
    await openSignedIn(page, accounts.developer, zoomedChart);
    const chart = page.locator('[aria-roledescription=chart]');
    const canvas = chart.locator('canvas');
    await expect(canvas).toBeVisible();
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: [...fingers] });
    /** Moves fingers that are `apart` by steps from the middle of the chart. */
    const swipe = async (steps: readonly (readonly [x: number, y: number, apart?: number])[]) => {
      await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await expectStillPage(page);
      const box = await canvas.boundingBox();
      if (!box) throw new Error('The chart has no box.');
      const fingersAt = ([x, y, apart]: readonly [x: number, y: number, apart?: number]) => {
        const at = { x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y };
        if (apart === undefined) return [at];
        return [-apart, apart].map((by, id) => ({ x: at.x + by, y: at.y, id }));
      };
      await touch('touchStart', fingersAt(steps[0] ?? [0, 0]));
      for (const step of steps.slice(1)) await touch('touchMove', fingersAt(step));
      await touch('touchEnd', []);
    };
    const upward = [0, 20, 60, 100, 140].map((by) => [0, -by] as const);
    const sideways = [0, 15, 40, 70, 100].map((by) => [by, 0] as const);
    const shown = () => new URL(page.url()).searchParams.get('x');
    const first = shown();

    // Before a tap, the page has every finger.
    await swipe(sideways);
    const top = await scrollTop(page);
    await swipe(upward);
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(top + 50);
    expect(shown()).toBe(first);
    await expect(chart).toContainText('latest');
    await expect(page.getByText('Tap the chart to read it')).toBeVisible();

    // A finger on a page that still scrolls stops it, and is no tap.
    await expect(async () => {
      await swipe([[0, 0]]);
      await expect(chart).not.toContainText('latest', { timeout: 5000 });
    }).toPass({ timeout: 75_000 });
    await expect(page.getByText('One finger moves the chart sideways')).toBeVisible();
    await swipe(sideways);
    await expect.poll(shown).not.toBe(first);
    const moved = shown();
    await swipe([40, 60, 90, 120].map((apart) => [0, 0, apart] as const));
    await expect.poll(shown).not.toBe(moved);
    // The address follows the fingers, and comes to rest after them.
    let zoomed = moved;
    const rests = () => {
      const before = zoomed;
      zoomed = shown();
      return zoomed === before;
    };
    await expect.poll(rests, { intervals: [500] }).toBe(true);

    // Up and down, the page still scrolls.
    const before = await scrollTop(page);
    await swipe(upward);
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(before);
    expect(shown()).toBe(zoomed);

    // The heading is for screen readers only: beside the chart is the free edge of the page.
    await page.locator('main').tap({ position: { x: 4, y: 4 } });
    await expect(page.getByText('Tap the chart to read it')).toBeVisible();
    await swipe(sideways);
    expect(shown()).toBe(zoomed);
  });
});
