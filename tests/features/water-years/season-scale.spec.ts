import type { WaterYearRecord } from '#contract/season/water-year.ts';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const volume =
  '/data-analysis-tools/water-year-comparison?parameter=1&location=14&series=Median,2026&measure=volume&submitted=yes';

test('a year that has begun opens on its days and the next 60, and the whole year is one click away', async ({
  page,
}) => {
  // As of November 26, whatever day it is.
  await page.route('**/api/wy-analysis-comparison/**', async (route) => {
    const response = await route.fetch();
    const records: WaterYearRecord[] = await response.json();
    const json = records.filter((each) => each.series_desc !== '2026' || each.day_order <= 57);
    await route.fulfill({ response, json });
  });
  await openSignedIn(page, accounts.developer, volume);
  const whole = page.getByRole('button', { name: 'Whole year' });
  await expect(whole).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]x=/);
  await whole.click();
  await expect(whole).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]x=1\.\.366/);
  await page.reload();
  await expect(page.locator('[aria-roledescription=chart] canvas')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Whole year|Show all)$/ })).toHaveCount(0);
  await (await chartButton(page, 'More of', /^Last 60 days of the chart/)).click();
  await expect(whole).toBeVisible();
});
