import type { Page } from '@playwright/test';
import { chooseRadio, expect, expectAccessible, test } from '../../support/e2e.ts';
import { clickMiddleSite, openLayers, openMap, writtenOnCanvas } from './map.ts';

/** On the course of the Snake River, miles from any site. */
const onSnakeRiver = '?view=42.6579,-113.008,11';

const sitesOf = (page: Page, river: string) =>
  page.getByRole('dialog', { name: river }).getByRole('list').getByRole('button');

test('a click on a river lists its sites from the source down, and a row shows the site', async ({
  page,
}) => {
  await openMap(page, onSnakeRiver);
  await clickMiddleSite(page);
  const rows = sitesOf(page, 'Snake River');
  await expect(rows.first()).toContainText('Snake River above Jackson Lake at Flagg Ranch');
  await expect(rows.first()).toContainText(' cfs');
  const names = (await rows.allInnerTexts()).map((text) => text.split('\n')[0]);
  const places = [
    'Jackson Lake',
    'Palisades Reservoir',
    'Snake River near Heise',
    'American Falls Reservoir',
  ];
  const order = places.map((name) => names.indexOf(name));
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order.toSorted((one, other) => one - other)).toEqual(order);
  await expectAccessible(page);
  await rows.filter({ hasText: 'Palisades Reservoir' }).click();
  await expect(page.getByRole('dialog', { name: 'Palisades Reservoir' })).toBeVisible();
});

test('the sites of a river are reached by keyboard, from the layers', async ({ page }) => {
  await openLayers(page, '?open=Rivers+and+Reservoirs');
  const rivers = page.getByRole('list', { name: 'Sites along a river' }).getByRole('button');
  await expect(rivers.first()).toHaveText('Snake River');
  // Rivers outside the basin, and those of which the basin file has no site, are not offered.
  for (const name of await rivers.allInnerTexts()) expect(['Bear River', 'Camas Creek']).not.toContain(name);
  await rivers.filter({ hasText: 'Henrys Fork' }).focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Henrys Fork' });
  await expect(popup).toBeFocused();
  await expect(sitesOf(page, 'Henrys Fork').first()).toContainText('Henrys Lake');
  await sitesOf(page, 'Henrys Fork').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Henrys Fork near Lake/ })).toBeVisible();
});

test('a site that has its popup is not named a second time behind it', async ({ page }) => {
  await openMap(page, '?color=default');
  const row = page.getByRole('list', { name: 'Sites in view' }).getByRole('button').first();
  await row.hover();
  await row.focus();
  await expect(page.locator('.map-name')).toHaveAttribute('data-shown', '');
  await page.keyboard.press('Enter');
  await expect(page.locator('.leaflet-popup')).toBeVisible();
  await expect(page.locator('.map-name')).not.toHaveAttribute('data-shown');
});

test('Plain asks for no tiles, says nothing of failures, and names the states', async ({ page }) => {
  const tiles: string[] = [];
  page.on('request', (request) => {
    if (/nationalmap|openstreetmap|cartocdn|mapbox/.test(request.url())) tiles.push(request.url());
  });
  await openLayers(page, '?basemap=plain');
  const written = await writtenOnCanvas(page);
  await expect(page.getByRole('radio', { name: 'Plain' })).toBeChecked();
  await expect(page.locator('.leaflet-container')).toHaveAttribute('data-basemap', 'outlines');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  for (const name of ['IDAHO', 'WYOMING', 'MONTANA', 'UTAH']) {
    await expect.poll(written).toContain(name);
  }
  expect(tiles).toEqual([]);
  await expect(page.getByText('The background map cannot be loaded.')).toHaveCount(0);
  await chooseRadio(page.getByRole('radio', { name: 'Outdoors' }));
  await expect(page.locator('.leaflet-container')).toHaveAttribute('data-basemap', 'tiles');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap on a river lists its sites in the sheet', async ({ page }) => {
    await openMap(page, onSnakeRiver);
    await clickMiddleSite(page);
    await expect(sitesOf(page, 'Snake River').first()).toBeVisible();
    await sitesOf(page, 'Snake River').nth(1).click();
    await expect(page.getByRole('dialog', { name: 'Jackson Lake' })).toBeVisible();
  });

  test('the legend is folded on the map, opens over it, and leaves the controls free', async ({ page }) => {
    await openMap(page, '?color=type');
    const legend = page.getByRole('list', { name: 'Legend: Location Types' });
    const summary = page.getByText('Legend', { exact: true });
    await expect(summary).toBeInViewport();
    await expect(legend).toBeHidden();
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await summary.click();
    await expect(legend.getByRole('listitem').filter({ hasText: 'Stream Gage' })).toBeInViewport();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await summary.click();
    await expect(legend).toBeHidden();
  });
});
