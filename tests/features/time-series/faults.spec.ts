import { answerProblem, expect, test } from '../../support/e2e.ts';
import {
  goToScreen,
  graphCanvas,
  openScreen,
  submit,
  submitAndWait,
} from '../../support/time-series-page.ts';

const daily = '**/api/timeseries-daily-data/**';
const rightAxis = '**/api/timeseries-daily-data/7/**';

test('draws one axis if the other fails, and Try again loads only the failed one', async ({ page }) => {
  await openScreen(page);
  let leftRequests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/timeseries-daily-data/1/')) leftRequests += 1;
  });
  await page.route(rightAxis, (route) => route.abort('connectionfailed'));
  await submitAndWait(page);
  await expect(
    page.getByText(/The right axis is missing\. An error has occurred: The server cannot be reached/),
  ).toBeVisible();
  await page.unroute(rightAxis);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('group', { name: 'Streamflow and Depth to Water' }).locator('canvas'),
  ).toBeVisible();
  expect(leftRequests).toBe(1);
});

test('reports that both axes failed', async ({ page }) => {
  await openScreen(page);
  await page.route(daily, (route) => answerProblem(route, 503, 'The database cannot be reached.'));
  await submit(page).click();
  await expect(page.getByText('An error has occurred: The database cannot be reached.')).toBeVisible();
  await page.unroute(daily);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(graphCanvas(page)).toBeVisible();
});

test('shows the progress of a slow response, cancels it, and ignores a second Submit', async ({ page }) => {
  await openScreen(page);
  let requestCount = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(rightAxis, async (route) => {
    requestCount += 1;
    await held;
    await route.continue().catch(() => {});
  });
  await submit(page).click();
  await submit(page).click();
  await expect(page.getByText('The left axis is loaded, waiting for the right axis…')).toBeVisible();
  expect(requestCount).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/will be drawn here/)).toBeVisible();
  release();
  await page.unroute(rightAxis);
  await submitAndWait(page);
});

test('reports filters that were not saved, and draws the graph', async ({ page }) => {
  await openScreen(page);
  await page.route('**/api/timeseries-user-filters', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
  );
  await submitAndWait(page);
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
});

test('replaces saved filters that cannot be parsed with the default', async ({ page }) => {
  await page.route('**/api/timeseries-user-filters', async (route) => {
    const response = await route.fetch();
    const rows: unknown[] = await response.json();
    const [row] = rows;
    const sub =
      'sub' in Object(row)
        ? ''
        : await page.evaluate(() => {
            for (const name of Object.keys(localStorage)) {
              const found = /"sub":"([^"]+)"/.exec(localStorage.getItem(name) ?? '');
              if (found) return found[1] ?? '';
            }
            return '';
          });
    const broken = {
      huc8s: [],
      parameter_left: null,
      parameter_right: null,
      locations_left: [],
      locations_right: [],
      start_date: null,
      end_date: null,
    };
    await route.fulfill({ response, json: [row, { user_uuid: sub, ...broken, unreadable: true }] });
  });
  await openScreen(page, '');
  await expect(page.getByText(/filters you saved could not be read/)).toBeVisible();
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'false');
});

test('reports a list that failed to load, and retries', async ({ page }) => {
  const list = '**/api/timeseries-daily-data-dropdown-locations-assoc-param';
  let refuse = true;
  await page.route(list, (route) => (refuse ? route.abort('connectionfailed') : route.continue()));
  await goToScreen(page);
  await expect(
    page.getByText('The list of locations could not be loaded. The server cannot be reached.'),
  ).toBeVisible();
  await expect(submit(page)).toHaveAccessibleDescription('The list of locations could not be loaded.');
  refuse = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await submitAndWait(page);
});
