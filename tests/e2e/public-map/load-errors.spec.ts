import { answerProblem, expect, test } from '../../support/e2e.ts';
import { mapPath, openMap } from './map.ts';

test('when the server fails, each missing part is named, and Try again loads it', async ({ page }) => {
  let isUnavailable = true;
  await page.route('**/api/public-map/**', (route) =>
    isUnavailable ? route.abort('connectionrefused') : route.fallback(),
  );
  await page.goto(mapPath);
  const lost =
    'The monitoring sites, the latest values, the map layers, the sources of the map layers, and the filter lists';
  await expect(page.getByText(`${lost} could not be loaded. The server cannot be reached.`)).toBeVisible();
  await expect(page.getByText('The sites could not be loaded.')).toBeVisible();
  isUnavailable = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expect(page.getByText(/^\d+ of \d{3} sites in view$/)).toBeVisible();
});

test('without the filter lists the options come from the sites', async ({ page }) => {
  await page.route('**/api/public-map/filters', (route) =>
    answerProblem(route, 503, 'The database is away.'),
  );
  await openMap(page);
  await expect(page.getByText('The filter lists could not be loaded. The database is away.')).toBeVisible();
  await page.getByRole('button', { name: 'Location Types' }).click();
  await expect(page.getByRole('checkbox', { name: /^Reservoir/ })).toBeVisible();
});

test('going offline shows a notice, and loaded data stay', async ({ page, context }) => {
  await openMap(page);
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sites in view' }).getByRole('button').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toBeHidden();
});

test('only the part that failed is named, and the rest of the map works', async ({ page }) => {
  let isUnavailable = true;
  await page.route('**/api/public-map/geo/huc8', (route) =>
    isUnavailable ? route.abort() : route.fallback(),
  );
  await openMap(page);
  await expect(
    page.getByText('The shapes of “huc8” could not be loaded. The server cannot be reached.'),
  ).toBeVisible();
  await page.getByRole('list', { name: 'Sites in view' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  isUnavailable = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/could not be loaded/)).toBeHidden();
});
