import { expect, test } from '../../support/e2e.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { mapPath, openMap, siteCount } from './map.ts';

test('loads few scripts of at most 180 KB before anything is opened', async ({ page }) => {
  const loaded = await recordPageLoad(page, mapPath, 'networkidle');
  await expect(siteCount(page)).toBeVisible();
  const scripts = loaded.filter(isScript);
  expect(sumSizes(scripts)).toBeLessThanOrEqual(180_000);
  expect(scripts.length).toBeLessThanOrEqual(18);
});

test('draws beyond the edges of the map once it is dragged', async ({ page }) => {
  await openMap(page);
  const canvas = page.locator('.leaflet-styled-layers-pane canvas');
  const map = await page.getByRole('region', { name: 'Map of monitoring sites' }).boundingBox();
  if (!map) throw new Error('There is no map.');
  await expect.poll(() => canvas.boundingBox()).toEqual(map);
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width / 2 + 40, map.y + map.height / 2 + 30, { steps: 4 });
  const drawn = await canvas.boundingBox();
  if (!drawn) throw new Error('There is no canvas.');
  expect(drawn.x).toBeLessThan(map.x);
  expect(drawn.y).toBeLessThan(map.y);
  expect(drawn.x + drawn.width).toBeGreaterThan(map.x + map.width);
  expect(drawn.y + drawn.height).toBeGreaterThan(map.y + map.height);
  await page.mouse.up();
});
