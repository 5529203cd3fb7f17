import type { Page } from '@playwright/test';
import { DailyColumns } from '#contract/daily-data.ts';
import { dayNumber } from '#lib/calendar.ts';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, readSavedCsv, test } from '../../support/e2e.ts';
import { graph, graphCanvas, openScreen, twoYears } from '../../support/time-series-page.ts';

const spike = '2021-04-10';

/** Opens the graph of a month with one flagged value. */
async function openFlagged(page: Page): Promise<void> {
  await page.route('**/api/timeseries-daily-data/1/**', async (route) => {
    const response = await route.fetch();
    const { parameter, series } = DailyColumns.parse(await response.json());
    await route.fulfill({ response, json: { parameter, series: series.map(withSpike) } });
  });
  await openScreen(page, `${twoYears}&submitted=yes&x=2021-04-01..2021-04-30`);
  await expect(graphCanvas(page)).toBeVisible();
}

function withSpike(series: DailyColumns['series'][number]): DailyColumns['series'][number] {
  const day = dayNumber(spike) - dayNumber(series.start);
  const isOtherDay = (_: unknown, at: number) => series.dates[at] !== day;
  return {
    ...series,
    dates: series.dates.filter(isOtherDay),
    values: series.values.filter(isOtherDay),
    approval: [...series.approval].filter(isOtherDay).join(''),
    flagged: [{ day, value: 987_654, flag: 'spike', approval: 'A' }],
  };
}

test('a flagged value has its reason, is counted under the graph, and is marked on request, in the table and in the file', async ({
  page,
}) => {
  await openFlagged(page);
  await graph(page).focus();
  for (let day = 1; day <= 10; day += 1) await page.keyboard.press('ArrowRight');
  await expect(graph(page)).toContainText('04-10-2021');
  await expect(graph(page)).toContainText('987,654 cfs');
  await expect(graph(page)).toContainText('Flagged: a jump that is undone within days');
  await expect(
    page.getByText(/^1 value of Snake River near Heise was flagged by quality rules/),
  ).toBeVisible();

  await expect(page.getByText(/^Flagged: /)).toHaveCount(0);
  await (await chartButton(page, 'More of', /^Flagged values of the chart/)).click();
  await expect(page).toHaveURL(/flagged=yes/);
  await expect(page.getByText(/^Flagged: /).first()).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (await chartButton(page, 'Export', /^Download CSV/)).click(),
  ]);
  const lines = (await readSavedCsv(download)).split('\r\n');
  expect(lines.find((line) => line.startsWith('Date,'))).toContain('Snake River near Heise (cfs) Flagged');
  expect(lines.find((line) => line.startsWith(spike))).toMatch(/^2021-04-10,{2,}987654,Flagged: a jump/);

  await page.getByRole('searchbox').fill('a jump that is undone');
  const row = page.getByRole('row', { name: /04\/10\/2021/ });
  await expect(row).toContainText('987654.00');
  await expect(row).toContainText('flagged');
});
