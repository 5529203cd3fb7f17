import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { mapPath, openMap } from './map.ts';

/** The middle of a HUC8 area, where every stray click would open a popup. */
const inside = '?view=43.50000,-112.50000,12';
const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Measurements' });
const popups = (page: Page): Locator => page.locator('.leaflet-popup');

/** Waits for the sites; a narrow map does not show the list that other tests wait for. */
async function openNarrow(page: Page): Promise<void> {
  await page.goto(mapPath + inside);
  await expect(page.getByText(/^\d+ of \d+ sites on the map/)).toBeAttached();
}

type Hand = {
  press(target: Locator): Promise<void>;
  tap(x: number, y: number): Promise<void>;
  drag(from: [number, number], to: [number, number]): Promise<void>;
};

function mouseOf(page: Page): Hand {
  return {
    press: (target) => target.click(),
    tap: (x, y) => page.mouse.click(x, y),
    drag: async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    },
  };
}

async function fingerOf(page: Page): Promise<Hand> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
  return {
    press: (target) => target.tap(),
    tap: (x, y) => page.touchscreen.tap(x, y),
    drag: async (from, to) => {
      await touch('touchStart', from);
      // A finger moves over several frames; events within one frame are merged into one move.
      for (const share of [0.25, 0.5, 1, 1]) {
        await touch('touchMove', [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      }
      await touch('touchEnd');
    },
  };
}

/** Reads a measurement without its unit. */
async function figure(page: Page, row: string, unit: string): Promise<number> {
  const text = (await panelOf(page).getByRole('listitem').filter({ hasText: row }).textContent()) ?? '';
  return Number.parseFloat(
    new RegExp(`([\\d,.]+) ${unit}$|([\\d,.]+) ${unit}`)
      .exec(text.replace(row, ''))?.[0]
      ?.replaceAll(',', '') ?? '',
  );
}

/** Sets points one by one: the library ignores a second one within 50 ms. */
async function setPoints(
  page: Page,
  hand: Hand,
  points: readonly [number, number][],
  before = 0,
): Promise<void> {
  const handles = page.locator('.map-handle');
  for (const [index, [x, y]] of points.entries()) {
    await expect(async () => {
      if ((await handles.count()) <= before + index) await hand.tap(x, y);
      expect(await handles.count()).toBe(before + index + 1);
    }).toPass({ intervals: [60] });
  }
}

/** Draws one of each kind within 120 by 120 pixels; at this zoom a pixel is 13.87 m or 45.5 ft. */
async function drawAll(page: Page, hand: Hand, x: number, y: number): Promise<void> {
  const tool = (name: string) => page.getByRole('button', { name, exact: true });
  const finish = tool('Finish');
  const hint = page.getByRole('region', { name: 'Drawing' });
  await hand.press(tool('Measure'));
  await hand.press(tool('Draw a line'));
  await expect(hint).toBeVisible();
  await setPoints(page, hand, [
    [x, y],
    [x + 100, y],
  ]);
  await hand.press(finish);
  await expect(panelOf(page)).toContainText('1. Line');

  await hand.press(tool('Draw a polygon'));
  await expect(finish).toBeDisabled();
  await setPoints(page, hand, [
    [x, y + 20],
    [x + 100, y + 20],
    [x + 100, y + 120],
    [x, y + 120],
  ]);
  await hand.press(finish);
  await expect(panelOf(page)).toContainText('2. Polygon');

  await hand.press(tool('Draw a rectangle'));
  await expect(hint).toContainText('corner to corner');
  await hand.drag([x + 10, y + 30], [x + 90, y + 110]);
  await expect(panelOf(page)).toContainText('3. Rectangle');

  await hand.press(tool('Draw a circle'));
  await expect(hint).toContainText('from the middle');
  await hand.drag([x + 50, y + 70], [x + 50, y + 110]);
  await expect(panelOf(page)).toContainText('4. Circle');

  await hand.press(tool('Set a marker'));
  await expect(hint).toContainText('set the marker');
  await hand.tap(x + 50, y + 10);
  await expect(panelOf(page)).toContainText('5. Marker');
  await expect(popups(page)).toHaveCount(0);

  const foot = 45.5;
  const acre = 43_560;
  const near = (value: number, wanted: number) => {
    expect(value / wanted).toBeGreaterThan(0.93);
    expect(value / wanted).toBeLessThan(1.07);
  };
  near(await figure(page, '1. Line', 'ft'), 100 * foot);
  near(await figure(page, '2. Polygon', 'acres'), (100 * foot) ** 2 / acre);
  near(await figure(page, '3. Rectangle', 'acres'), (80 * foot) ** 2 / acre);
  near(await figure(page, '4. Circle', 'ft'), 40 * foot);
  expect(await panelOf(page).textContent()).toMatch(/5\. Marker.*Latitude43\.\d{5}Longitude-112\.\d{5}/);
  await expect(page.locator('.map-number')).toHaveText(['1', '2', '3', '4', '5']);
}

test('draws five shapes by mouse; clicks on the toolbar and the panel do not reach the map', async ({
  page,
}) => {
  await openMap(page, inside);
  const viewOf = () => new URL(page.url()).searchParams.get('view');
  const view = viewOf();
  await drawAll(page, mouseOf(page), 600, 420);
  const heading = panelOf(page).getByRole('heading');
  await heading.click();
  await heading.dblclick();
  await heading.hover();
  await page.mouse.wheel(0, 300);
  const box = await heading.boundingBox();
  if (!box) throw new Error('The panel is not there.');
  await mouseOf(page).drag([box.x + 4, box.y + 4], [box.x + 90, box.y - 60]);
  await expect(page.getByRole('img', { name: 'Marker 5' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit drawings' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(popups(page)).toHaveCount(0);
  expect(viewOf()).toBe(view);

  await page.getByRole('button', { name: 'Remove 2. Polygon' }).click();
  await expect(panelOf(page).getByRole('listitem')).toHaveCount(4);
  await expect(panelOf(page)).toContainText('2. Rectangle');
  await expect(page.locator('.map-number')).toHaveCount(4);
  await panelOf(page).getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('button', { name: 'Show measurements' }).click();
  await expect(popups(page)).toHaveCount(0);
});

test('a slip makes no shape and keeps the tool active; points can be undone', async ({ page }) => {
  await openMap(page, inside);
  const hand = mouseOf(page);
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  const line = page.getByRole('button', { name: 'Draw a line' });
  await line.click();
  const hint = page.getByRole('region', { name: 'Drawing' });
  await expect(hint).toContainText('Click to add points');
  await setPoints(page, hand, [[600, 420]]);
  await expect(async () => {
    await hand.tap(600, 420);
    expect(await hint.textContent()).toContain('too small to measure');
  }).toPass({ intervals: [60] });
  await expect(line).toHaveAttribute('aria-pressed', 'true');
  await expect(panelOf(page)).toBeHidden();

  const undo = hint.getByRole('button', { name: 'Undo point' });
  await setPoints(page, hand, [
    [620, 420],
    [700, 420],
  ]);
  await expect(hint.getByRole('button', { name: 'Finish' })).toBeEnabled();
  await undo.click();
  await expect(hint.getByRole('button', { name: 'Finish' })).toBeDisabled();
  await undo.click();
  await expect(undo).toBeDisabled();
  await hint.getByRole('button', { name: 'Cancel' }).click();
  await expect(hint).toBeHidden();

  await page.getByRole('button', { name: 'Draw a circle' }).click();
  await expect(hint).toContainText('from the middle');
  await hand.tap(600, 420);
  await expect(hint).toContainText('too small to measure');
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  await expect(panelOf(page)).toBeHidden();
  await expect(popups(page)).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('draws five shapes; Hide and Reset stay visible', async ({ page }) => {
    await openNarrow(page);
    const hand = await fingerOf(page);
    await drawAll(page, hand, 140, 260);
    await expect(panelOf(page).getByRole('button', { name: 'Reset' })).toBeInViewport({ ratio: 1 });
    await hand.press(panelOf(page).getByRole('button', { name: 'Reset' }));
    await expect(panelOf(page)).toBeHidden();
    await expect(page.locator('.map-number')).toHaveCount(0);
    await expect(popups(page)).toHaveCount(0);
  });

  test('a finger sets points and still moves the map; points are undone without a double tap', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await openNarrow(page);
    const hand = await fingerOf(page);
    const tool = (name: string) => page.getByRole('button', { name, exact: true });
    await hand.press(tool('Measure'));
    await hand.press(tool('Draw a polygon'));
    const hint = page.getByRole('region', { name: 'Drawing' });
    await expect(hint).toBeVisible();
    for (const name of ['Finish', 'Undo point', 'Cancel']) {
      const box = await tool(name).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
      await expect(tool(name)).toBeInViewport({ ratio: 1 });
    }
    await setPoints(page, hand, [[300, 230]]);
    const view = page.url();
    await hand.drag([500, 260], [560, 230]);
    await expect.poll(() => page.url()).not.toBe(view);
    await expect(page.locator('.map-handle')).toHaveCount(1);
    await setPoints(page, hand, [[460, 210]], 1);
    await hand.press(tool('Undo point'));
    await expect(page.locator('.map-handle')).toHaveCount(1);
    await setPoints(
      page,
      hand,
      [
        [460, 210],
        [470, 255],
      ],
      1,
    );
    await hand.press(tool('Finish'));
    await expect(panelOf(page)).toContainText('1. Polygon');
    await expect(popups(page)).toHaveCount(0);
  });

  test('the hint says “Tap” and stays inside the map', async ({ page }) => {
    await openNarrow(page);
    const hand = await fingerOf(page);
    await hand.press(page.getByRole('button', { name: 'Measure', exact: true }));
    await hand.press(page.getByRole('button', { name: 'Draw a polygon' }));
    const hint = page.getByRole('region', { name: 'Drawing' });
    await expect(hint).toContainText('Tap to add points');
    await hand.tap(300, 300);
    await expect(page.locator('.leaflet-draw-tooltip')).toBeHidden();
    const box = await hint.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await hand.press(hint.getByRole('button', { name: 'Cancel' }));
    await expect(hint).toBeHidden();
  });
});

test('Escape closes a popup wherever the focus is, but not from a dialog or the search', async ({ page }) => {
  await openMap(page, '?site=158');
  await expect(popups(page)).toHaveCount(1);
  await page.getByRole('combobox').first().focus();
  await page.keyboard.press('Escape');
  await expect(popups(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export the map' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Export the map' })).toBeHidden();
  await expect(popups(page)).toHaveCount(1);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Escape');
  await expect(popups(page)).toHaveCount(0);
});
