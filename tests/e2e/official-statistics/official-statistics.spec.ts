import type { Page } from '@playwright/test';
import type {
  OfficialComparison,
  OfficialForecast,
  OfficialStatistics,
} from '#contract/official-statistics.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-access/official-statistics';

const heise: OfficialComparison = {
  loc_ndx: 1,
  loc_id: '13037500',
  loc_name: 'Snake River near Heise',
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  agency: 'usgs',
  is_demonstration: false,
  our_value: 6540,
  our_years: 30,
  agency_value: 6000,
  agency_years: 110,
  agency_period: 'period of record',
  agency_month_day: '04-01',
  difference: 540,
  difference_percent: 9,
  fetched_at: '2026-04-10T18:00:00Z',
};
const islandPark: OfficialComparison = {
  ...heise,
  loc_ndx: 2,
  loc_id: '546:ID:SNTL',
  loc_name: 'Island Park',
  parameter_ndx: 2,
  parameter_name: 'Snow Water Equivalent',
  units_name: 'in',
  agency: 'nrcs',
  our_value: 14.1,
  agency_value: 14,
  agency_years: null,
  agency_period: '1991–2020',
  difference: 0.1,
  difference_percent: 0.71428571,
};
const synthetic: OfficialComparison = {
  ...islandPark,
  loc_ndx: 3,
  loc_name: 'Lewis Lake Divide',
  is_demonstration: true,
  our_value: 30,
  difference: 16,
  difference_percent: 114.3,
};

const forecast: OfficialForecast = {
  loc_ndx: 1,
  loc_name: 'Snake River near Heise',
  station: '13037500:ID:USGS',
  point_name: 'Snake R nr Heise',
  publication_date: '2026-04-01',
  period_start: '04-01',
  period_end: '07-31',
  normal_af: 3_200_000,
  exceeded_90: 2_001_000,
  exceeded_70: 2_500_000,
  exceeded_50: 2_901_000,
  exceeded_30: 3_300_000,
  exceeded_10: null,
};

/** Answers as a portal does after an import; the demonstration has no official statistics. */
async function answerAsImported(page: Page): Promise<void> {
  await page.route('**/api/official-statistics?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const isPeak = query.get('statistic') === 'peak';
    const rows = isPeak ? [islandPark] : [heise, islandPark, synthetic];
    const answer: OfficialStatistics = {
      statistic: isPeak ? 'peak' : 'median',
      day: query.get('day') ?? '',
      is_imported: true,
      rows,
      summary: {
        compared: isPeak ? 1 : 2,
        agreeing: 1,
        without_percent: 0,
        demonstration: isPeak ? 0 : 1,
        largest: isPeak ? [] : [heise],
      },
    };
    return route.fulfill({ json: answer });
  });
  await page.route('**/api/official-forecasts', (route) => route.fulfill({ json: [forecast] }));
}

for (const [name, size] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`developers compare medians of a day and of the peak, on a ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await answerAsImported(page);
    await openSignedIn(page, accounts.developer, `${path}?day=2026-04-01`);
    const table = page.getByRole('table', { name: 'Medians of Apr 01' });
    await expect(table.getByRole('row')).toHaveCount(4);
    await expect(
      page.getByText('1 of 2 agree within 2 percent. 1 series with demonstration values is not counted.'),
    ).toBeVisible();
    await expect(
      page.getByText('Snake River near Heise, Streamflow: 6,540 cfs instead of 6,000 cfs (+9.0 %)'),
    ).toBeVisible();
    // The largest difference of measured values comes first.
    await expect(table.getByRole('row').nth(1)).toContainText('Snake River near Heise');
    await expect(page.getByRole('row', { name: /Lewis Lake Divide/ })).toContainText('demonstration');
    await expect(page.getByRole('row', { name: /Snake R nr Heise/ })).toContainText('2,901,000');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByLabel('Day of the year').fill('2024-02-29');
    await expect(page.getByRole('heading', { name: 'Medians of Feb 29' })).toBeVisible();
    await expect(page).toHaveURL(/\?day=2024-02-29$/);
    await page.getByLabel('Statistic').selectOption({ label: 'Median peak of snow' });
    const peaks = page.getByRole('table', { name: 'Median peaks of snow water equivalent' });
    await expect(peaks.getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/\?statistic=peak&day=2024-02-29$/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Medians of Feb 29' })).toBeVisible();
  });
}

test('a portal without an import says how to import', async ({ page }) => {
  await openSignedIn(page, accounts.developer, `${path}?day=2026-02-30`);
  await expect(page.getByText('No official statistics have been imported yet.')).toBeVisible();
  await expect(page.getByText('No official forecasts have been imported yet.')).toBeVisible();
  // A day that does not exist is as if none were given.
  await expect(page.getByLabel('Day of the year')).not.toHaveValue('2026-02-30');
  await expectAccessible(page);
});

test('a failed request can be repeated', async ({ page }) => {
  const statistics = '**/api/official-statistics?*';
  await page.route(statistics, (route) => route.abort('connectionfailed'));
  await openSignedIn(page, accounts.developer, path);
  await expect(page.getByText(/Official Statistics could not be loaded\./)).toBeVisible();
  await page.unroute(statistics);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No official statistics have been imported yet.')).toBeVisible();
});
