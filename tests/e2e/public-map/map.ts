import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/e2e.ts';

export const mapPath = '/watershed-overview/map-of-sites';

/** The heading of the list, which counts the sites: `359 of 374 sites in view`. */
export const siteCount = (page: Page): Locator => page.getByText(/^\d+ of \d+ sites? in view$/);

export async function openMap(page: Page, query = ''): Promise<void> {
  await page.goto(mapPath + query);
  await expect(siteCount(page)).toBeVisible();
}

/** Opens the map with its layers beside it. */
export const openLayers = (page: Page, query = ''): Promise<void> =>
  openMap(page, `?panels=sites,layers${query.replace('?', '&')}`);

/** Clicks the site in the middle of the map once its mark is drawn: the list shows before the marks do. */
export async function clickMiddleSite(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('canvas.map-canvas');
        const context = canvas?.getContext('2d');
        if (!canvas || !context) return false;
        const { data } = context.getImageData(canvas.width / 2 - 12, canvas.height / 2 - 12, 24, 24);
        return data.some((value, at) => at % 4 === 3 && value > 200);
      }),
    )
    .toBe(true);
  await page.locator('.leaflet-container').click();
}

/** @returns `[in view, matching the filters]` */
export async function countsOf(page: Page): Promise<[number, number]> {
  const [inView = Number.NaN, all = Number.NaN] = ((await siteCount(page).textContent()) ?? '')
    .split(' of ')
    .map((part) => Number.parseInt(part, 10));
  return [inView, all];
}

export const searchField = (page: Page): Locator =>
  page.getByRole('combobox', { name: /^(Search|Show) sites/ });

/** Counts the pixels of a color on the layers' canvas, inside the page. */
export async function drawnPixels(page: Page, color: string): Promise<number> {
  return page.evaluate((hex) => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.map-canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return -1;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const off =
        Math.abs((data[at] ?? 0) - (red ?? 0)) +
        Math.abs((data[at + 1] ?? 0) - (green ?? 0)) +
        Math.abs((data[at + 2] ?? 0) - (blue ?? 0));
      if ((data[at + 3] ?? 0) > 200 && off < 24) count += 1;
    }
    return count;
  }, color);
}

/** Counts the pixels of the bounding box shown for comma-separated ids. */
export async function boxPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-bounds-box-pane canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at]) count += 1;
    return count;
  });
}

/** Records the text drawn on canvases from now on, in order. */
export async function writtenOnCanvas(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const written: string[] = [];
    Reflect.set(window, 'writtenOnCanvas', written);
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, maxWidth) {
      written.push(text);
      if (maxWidth === undefined) write.call(this, text, x, y);
      else write.call(this, text, x, y, maxWidth);
    };
  });
  return () => page.evaluate((): string[] => Reflect.get(window, 'writtenOnCanvas'));
}
