import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, test } from '../../support/e2e.ts';
import { copyLink, downloadRows, fetchRows, openAuthorized, rowsOf } from './link-page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const tools = '/data-analysis-tools';
/** Each screen with what its downloads are of. */
const screens: readonly (readonly [name: string, address: string, of: readonly string[]])[] = [
  [
    'Time Series Comparisons',
    `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2021-03-01&end=2021-04-30&submitted=yes`,
    ['Daily Groundwater Elevation Timeseries Table'],
  ],
  [
    'Water Year Comparisons',
    `${tools}/water-year-comparison?parameter=1&location=14&series=Median,2025&submitted=yes&t.sort=-result`,
    ['Water Year Comparison Table'],
  ],
  [
    'Reach Gains Comparisons',
    `${tools}/reach-gains-comparison?location=369&series=Median,2025&unit=percent&since=oct&submitted=yes`,
    ['the cumulative gain', 'Monthly Reach Gains by Year', 'Reach Gains of the Chosen Series'],
  ],
  [
    'SNOTEL SWE Data',
    `${tools}/snotel-swe-data?percent=peak&s.size=5&h.size=5`,
    ['Data Points Table', 'HUC8 Table'],
  ],
  [
    'Outlook',
    `${tools}/forecast-supply?view=outlook&point=heise&issued=2021-04-01`,
    [
      'Volumes by exceedance',
      'Season',
      'Predictors',
      'Coefficients',
      'Residuals',
      'Training data',
      'the chart Record: April–July volume, Snake River near Heise',
    ],
  ],
  [
    'What it takes to fill',
    `${tools}/forecast-supply?view=fill&reservoir=system&issued=2021-04-01&target=0.9`,
    ['Figures', 'Past years', 'the chart Gains of past years: '],
  ],
  [
    'Site Summary Table',
    '/watershed-overview/site-summary-table?f.type=Spring&sort=-name&hide=lat',
    ['Site Summary Table'],
  ],
];

test.describe('Link to this data', () => {
  for (const [name, address, of] of screens) {
    test(`fetches the rows of the downloads of ${name}`, async ({ page, request }) => {
      const authorization = await openAuthorized(page, address);
      for (const subject of of) {
        const isChart = subject.startsWith('the chart ');
        const place = page
          .locator('section')
          .filter({ hasText: subject.slice('the chart '.length) })
          .last();
        const find = (name: string) =>
          isChart
            ? chartButton(page, 'Export', `${name} of ${subject}`, place)
            : page.getByRole('button', { name: `${name} of ${subject}` });
        const link = await copyLink(page, await find('Link to this data'));
        const download = await find('Download CSV');
        await expect(download).not.toHaveAttribute('aria-disabled', 'true');
        const rows = await downloadRows(page, download);
        expect(rows.length).toBeGreaterThan(2);
        expect(await fetchRows(request, link, authorization)).toEqual(rows);
      }
    });
  }

  test('fetches the brief of Today and a site’s values with curl, without a token', async ({
    page,
    request,
  }) => {
    await page.goto('/watershed-overview/today?on=2021-05-14');
    const csv = page.getByRole('button', { name: 'Download CSV' });
    await expect(page.locator('[data-today]')).toHaveAttribute('data-state', 'shown');
    const menu = page.getByText('Export', { exact: true });
    await menu.click();
    const link = await copyLink(page, page.getByRole('button', { name: 'Link to this data' }));
    await menu.click();
    expect(await fetchRows(request, link)).toEqual(await downloadRows(page, csv));

    await page.goto('/sites/14');
    await page.getByRole('button', { name: /^Values as a table/ }).click();
    const daily = await copyLink(
      page,
      page.getByRole('button', { name: 'Link to this data of Streamflow, daily values' }),
    );
    const { stdout } = await promisify(execFile)('curl', ['-fsS', `${daily}&from=2021-05-14&to=2021-05-15`]);
    expect(stdout).toContain('# Source: USGS');
    expect(rowsOf(stdout)).toHaveLength(3);
  });
});

test('a block of code of the guide is copied as it is', async ({ page }) => {
  await page.goto('/documentation/guide/data-access');
  await page.getByRole('button', { name: 'Copy' }).nth(1).click();
  await expect(page.getByText('The code was copied to your clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'curl -fsS -H "Authorization: Bearer usrb_…" "https://portal.example.org/api/data/daily.csv?site=AQI-AB1&parameter=Depth+to+Water"',
  );
});
