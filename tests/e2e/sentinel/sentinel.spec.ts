import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-analysis-tools/sentinel-well-dashboard';

test('links to the dashboard; every well has its depth, its change and a link', async ({ page }) => {
  await openSignedIn(page, accounts.developer, path);
  const button = page.getByRole('link', { name: /^Sentinel Well Dash \(/ });
  await expect(button).toHaveAttribute('rel', 'noopener');
  const picture = page.getByRole('link', { name: /A dashboard of well hydrographs/ });
  expect(await picture.getAttribute('href')).toBe(await button.getAttribute('href'));
  const wells = page.getByRole('article');
  await expect(wells.first()).toContainText(/\d+\.\d\d ft on \d\d\/\d\d\/\d{4}/);
  await expect(wells.first()).toContainText(/one year earlier/);
  expect(await wells.count()).toBeGreaterThan(5);
  const name = (await wells.first().getByRole('heading').textContent()) ?? '';
  await wells
    .first()
    .getByRole('link', { name: /^Compare/ })
    .click();
  await expect(page.getByRole('list', { name: 'Locations, left axis: chosen' })).toContainText(name);
});

test('reports a failure and retries', { tag: '@full' }, async ({ page }) => {
  const daily = '**/api/timeseries-daily-data/7/**';
  await page.route(daily, (route) => route.abort('connectionfailed'));
  await openSignedIn(page, accounts.developer, path);
  await expect(page.getByText('The wells could not be loaded. The server cannot be reached.')).toBeVisible();
  await page.unroute(daily);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

for (const [name, size] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`accessible on a ${name}`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize(size);
    await openSignedIn(page, accounts.developer, path);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  });
}
