import type { Locator, Page } from '@playwright/test';
import { expect } from './e2e.ts';
import { accounts } from './sign-in.ts';
import { openSignedIn } from './signed-in.ts';

export const path = '/data-analysis-tools/time-series-comparison';

/** A selection of the demo data: streamflow at two gages, depth to water at a well. */
export const selection = 'huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195';
export const twoYears = `${selection}&start=2020-10-01&end=2022-09-30`;

/** Opens the page signed in. Tests that save filters each use their own account. */
export async function goToScreen(
  page: Page,
  query = twoYears,
  email: string = accounts.developer,
): Promise<void> {
  await openSignedIn(page, email, `${path}?${query}`);
}

/** Opens the page and waits for the lists. A submitted selection has folded the filters. */
export async function openScreen(page: Page, query = twoYears, email?: string): Promise<void> {
  await goToScreen(page, query, email);
  if (query.includes('submitted=')) await expect(submit(page)).toHaveAttribute('aria-disabled', 'false');
  else await expect(parameter(page, 'left')).toBeEnabled();
}

export const submit = (page: Page): Locator => page.getByRole('button', { name: 'Submit' });
export const graph = (page: Page): Locator =>
  page.getByRole('group', { name: /^(Streamflow|Depth to Water)/ });
export const graphCanvas = (page: Page): Locator => graph(page).locator('canvas');

export const parameter = (page: Page, side: string): Locator =>
  page.getByRole('combobox', { name: `Parameter, ${side} axis` });
export const locations = (page: Page, side: string): Locator =>
  page.getByRole('combobox', { name: `Locations, ${side} axis` });
/** The names of the chosen locations. */
export const chosen = (page: Page, side: string): Locator =>
  page
    .getByRole('list', { name: `Locations, ${side} axis: chosen` })
    .getByRole('button', { name: /^Remove/ });

export async function submitAndWait(page: Page): Promise<void> {
  await submit(page).click();
  await expect(graphCanvas(page)).toBeVisible();
}

/** A pixel of the map's canvas with a point of a color. */
export async function findPoint(page: Page, color: string): Promise<{ x: number; y: number } | undefined> {
  return page.evaluate((hex) => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.map-canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return undefined;
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const points: { x: number; y: number }[] = [];
    for (let at = 0; at < data.length; at += 4) {
      if (wanted.every((channel, index) => Math.abs((data[at + index] ?? 0) - channel) < 4)) {
        points.push({ x: (at / 4) % width, y: Math.floor(at / 4 / width) });
      }
    }
    const middle = points[points.length >> 1];
    if (!middle) return undefined;
    const box = canvas.getBoundingClientRect();
    return { x: box.x + (middle.x / width) * box.width, y: box.y + (middle.y / height) * box.height };
  }, color);
}
