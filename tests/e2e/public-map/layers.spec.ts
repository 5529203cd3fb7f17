import { chooseRadio, expect, test } from '../../support/e2e.ts';
import { drawnPixels, openLayers, siteCount } from './map.ts';

test('layer groups are switched as a unit and start as specified', async ({ page }) => {
  await openLayers(page, '?color=type');
  await expect(page.getByRole('button', { name: 'Data Points', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(page.getByRole('button', { name: 'Data Points Labels' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(page.getByRole('button', { name: 'HUC8 Boundaries' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  await page.getByRole('checkbox', { name: 'Show Data Points', exact: true }).uncheck();
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBe(0);
  await expect(page).toHaveURL(/hide=Data\+Points/);
  await page.getByRole('checkbox', { name: 'Show Data Points', exact: true }).check();
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  await expect(page).not.toHaveURL(/hide=/);
});

test('a row of the legend brings its sites forward', async ({ page }) => {
  await openLayers(page, '?color=type');
  const rows = page.getByRole('list', { name: 'Legend: Location Types' }).getByRole('button');
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  await rows.filter({ hasText: 'SNOTEL' }).hover();
  // Where the marks of two gages overlap, a few pixels of dimmed edges add up to the full color.
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeLessThan(10);
  expect(await drawnPixels(page, '#5c2391')).toBeGreaterThan(1000);
  await page.getByLabel('Color by').hover();
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await expect.poll(() => drawnPixels(page, '#5c2391')).toBe(0);
});

test('hidden data points are not announced as being on the map', async ({ page }) => {
  await openLayers(page, '?hide=Data+Points');
  await expect(page.getByText('The data points are hidden.')).toBeAttached();
  await expect(page.getByText(/sites on the map/)).toHaveCount(0);
});

test('an empty legend says “No layers found”', async ({ page }) => {
  await page.route('**/api/public-map/layers', (route) => route.fulfill({ json: [] }));
  await openLayers(page);
  await expect(page.getByText('No layers found')).toBeVisible();
});

test('a failure to load the layers is not shown as an empty legend', async ({ page }) => {
  await page.route('**/api/public-map/layers', (route) => route.abort());
  await openLayers(page);
  await expect(page.getByText('The layers could not be loaded.')).toBeVisible();
  await expect(page.getByText('No layers found')).toBeHidden();
});

test('the note of a collapsed group’s shapes is shown below it', async ({ page }) => {
  await page.route('**/api/public-map/geo/huc8', (route) =>
    route.fulfill({ json: { type: 'FeatureCollection', note: 'Approximate areas.', features: [] } }),
  );
  await openLayers(page);
  await expect(page.getByRole('button', { name: 'HUC8 Boundaries' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect(page.getByText('Approximate areas.')).toBeVisible();
});

test('shapes are fetched only once their group is visible', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/public-map/geo/')) fetched.push(new URL(request.url()).pathname);
  });
  await openLayers(page, '?color=type&hide=HUC8+Boundaries');
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  await expect.poll(() => fetched).toContain('/api/public-map/geo/rivers');
  expect(fetched).not.toContain('/api/public-map/geo/huc8');
  await page.getByRole('checkbox', { name: 'Show HUC8 Boundaries' }).check();
  await expect.poll(() => fetched).toContain('/api/public-map/geo/huc8');
});

test('five basemaps, each with its tiles', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await openLayers(page);
  const group = page.getByRole('radiogroup', { name: 'Basemap' });
  await expect(group.getByRole('radio')).toHaveCount(6);
  await expect(group.getByRole('radio', { name: 'Outdoors' })).toBeChecked();
  await chooseRadio(group.getByRole('radio', { name: 'Streets' }));
  await expect.poll(() => [...hosts]).toContain('tile.openstreetmap.org');
  await expect(page).toHaveURL(/basemap=streets/);
  await expect(page.locator('.leaflet-control-attribution')).toContainText('OpenStreetMap contributors');
  await expect(page.locator('.leaflet-control-attribution')).not.toContainText('Tiles: USGS');
});

test('outlines and a note replace tiles that cannot be loaded', async ({ page, outside }) => {
  outside.tiles = 'unreachable';
  await openLayers(page);
  await expect(
    page.getByText('The background map cannot be loaded. The basemap Plain is shown.'),
  ).toBeVisible();
  const note = page.getByText('The background map cannot be loaded.');
  await page.getByRole('button', { name: 'Close the note' }).click();
  await expect(note).toHaveCount(0);
  const ground = () =>
    page.locator('.leaflet-container').evaluate((map) => getComputedStyle(map).backgroundColor);
  const grounds = [await ground()];
  for (const name of ['Streets', 'Satellite', 'Light', 'Dark']) {
    await chooseRadio(page.getByRole('radio', { name }));
    await expect(page.locator('.leaflet-container')).toHaveAttribute('data-basemap-id', name.toLowerCase());
    grounds.push(await ground());
  }
  expect(new Set(grounds).size).toBe(5);
  // The note is of a new failure only, and the credits are of what is shown.
  await expect(note).toHaveCount(0);
  const credits = page.locator('.leaflet-control-attribution');
  await expect(credits).toContainText('State and county lines: U.S. Census Bureau');
  await expect(credits).not.toContainText(/Tiles|CARTO|OpenStreetMap/);
  await expect(siteCount(page)).toBeVisible();
});
