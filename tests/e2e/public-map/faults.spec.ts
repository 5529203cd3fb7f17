import { expect, test } from '../../support/e2e.ts';
import { mapPath, openMap } from './map.ts';

test('with the server away each loss is named, and Try again brings it back', async ({ page }) => {
  let away = true;
  await page.route('**/api/public-map/**', (route) =>
    away ? route.abort('connectionrefused') : route.fallback(),
  );
  await page.goto(mapPath);
  for (const what of [
    'The monitoring sites',
    'The map layers',
    'The sources of the map layers',
    'The filter lists',
  ]) {
    await expect(
      page.getByText(`${what} could not be loaded. The server cannot be reached.`, { exact: true }),
    ).toBeVisible();
  }
  away = false;
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toHaveCount(4);
  for (let left = 4; left > 0; left -= 1) {
    await again.first().click();
    await expect(again).toHaveCount(left - 1);
  }
  await expect(page.getByText(/^\d+ of \d{3} sites in view$/)).toBeVisible();
});

test('without the filter lists the filters come from the sites', async ({ page }) => {
  const problem = {
    type: 'about:blank',
    title: 'x',
    status: 503,
    detail: 'The database is away.',
    instance: '/',
  };
  await page.route('**/api/public-map/filters', (route) =>
    route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' }),
  );
  await openMap(page);
  await expect(page.getByText('The filter lists could not be loaded. The database is away.')).toBeVisible();
  await page.getByRole('button', { name: 'Location Types' }).click();
  await expect(page.getByRole('checkbox', { name: 'Reservoir' })).toBeVisible();
});

test('offline is said, and what was loaded stays', async ({ page, context }) => {
  await openMap(page);
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sites in view' }).getByRole('button').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toBeHidden();
});
