import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInAllSizes,
  expectNoSidewaysScroll,
  readSavedCsv,
  test,
} from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-analysis-tools/snotel-swe-data';
const slider = (page: Page) =>
  page.getByRole('slider', { name: 'Select a Year to Visualize its Data on the Map' });

async function open(page: Page, query = '') {
  await openSignedIn(page, accounts.developer, path + query);
  await expect(slider(page)).toBeVisible();
  await expect(page.getByRole('table', { name: 'HUC8 Table' }).getByRole('row').nth(1)).toBeVisible();
}

/** Of an address, where no table matters: they are most of the page. */
const shortTables = '&s.size=5&h.size=5';

/** The requests for data from here on. The lists of the form may still arrive on a slow machine. */
function collectDataRequests(page: Page) {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(?!lookups\/)/.test(request.url())) urls.push(request.url());
  });
  return urls;
}

/** Clicks on a HUC8 of the map. */
async function clickMap(page: Page) {
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await map.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await map.boundingBox();
  if (!box) throw new Error('There is no map.');
  await page.mouse.click(box.x + box.width * 0.24, box.y + box.height * 0.56);
}

/** The pixels of the map. */
const picture = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLCanvasElement>('canvas.map-canvas')?.toDataURL() ?? '');

test('Today leads to the groups of snow sites: what the snow did since days ago, and the curve of one', async ({
  page,
}) => {
  await openSignedIn(page, accounts.developer, '/watershed-overview/today');
  await page.getByRole('link', { name: 'Snake above Heise' }).first().click();
  const groups = page.getByRole('region', { name: 'Groups of snow sites' });
  const rows = groups.getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(
    groups.getByRole('columnheader', { name: /^7 days since [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+$/ }),
  ).toBeVisible();
  await expect(rows.filter({ hasText: 'Snake above Heise' })).toContainText(/[+−]?\d+\.\d in/);
  const chart = (name: string) =>
    page.getByRole('group', { name: new RegExp(`, ${name}, water year \\d{4}$`) });
  await expect(chart('Snake above Heise').locator('canvas')).toBeVisible();
  await groups.getByRole('button', { name: 'Wood and Lost Rivers' }).click();
  await expect(chart('Wood and Lost Rivers').locator('canvas')).toBeVisible();
  await expect(page).toHaveURL(/year=\d{4}&group=Wood\+and\+Lost\+Rivers$/);
});

test('another day has the fan to the peak, and a day or group that is none is said', async ({ page }) => {
  await open(page, `?on=2026-02-10${shortTables}`);
  await expect(page.getByText('Peak, if past years came again')).toBeVisible();
  await expect(page.getByText(/^The fan is no forecast/)).toBeVisible();
  const groups = page.getByRole('region', { name: 'Groups of snow sites' });
  await groups.getByRole('button', { name: 'The day after' }).click();
  await expect(page).toHaveURL(/on=2026-02-11/);
  await expect(groups.getByText('Wednesday, Feb 11, 2026')).toBeVisible();
  const bands = page.getByRole('table', { name: 'Percent of the median by elevation' });
  await expect(bands.getByRole('row')).toHaveCount(4);
  await openSignedIn(page, accounts.developer, `${path}?group=Nowhere&on=2026-02-30${shortTables}`);
  await expect(page.getByText('There is no group of snow sites “Nowhere”')).toBeVisible();
  await expect(page.getByText('The address names no day')).toBeVisible();
  // Before every value, also of the hours that other flows enter from 1900 on.
  await openSignedIn(page, accounts.developer, `${path}?on=1850-01-01${shortTables}`);
  await expect(
    page.getByText(/^The groups could not be loaded\. The snow of the groups needs a day from/),
  ).toBeVisible();
});

test('what fails for one reason is said once, and one button loads all of it', async ({ page }) => {
  const calls = /\/api\/(hydro-health|snow-board|public-map\/geo\/huc8)/;
  await page.route(calls, (route) => route.abort('connectionfailed'));
  await openSignedIn(page, accounts.developer, path);
  await expect(
    page.getByText(
      'The water years, the SNOTEL sites, the HUC8s, the HUC8 boundaries, and the groups could not be loaded.',
    ),
  ).toBeVisible();
  await expect(page.getByText('could not be loaded')).toHaveCount(1);
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
  await expect(slider(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Data Points Table' })).toBeVisible();
});

test('the slider, its buttons and keys change the year, repaint the map without a request, and stop at the ends', {
  tag: '@quick',
}, async ({ page }) => {
  await open(page, '?year=2020');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Water year 2020');
  const requests = collectDataRequests(page);
  const before = await picture(page);
  await slider(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Water year 2021');
  await expect.poll(() => picture(page)).not.toBe(before);
  await page.getByRole('button', { name: /one step on$/ }).click();
  await expect(page).toHaveURL(/year=2022/);
  await page.keyboard.press('Tab');
  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: /one step back$/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /one step back$/ }).click({ force: true });
  await expect(slider(page)).toHaveAttribute(
    'aria-valuetext',
    `Water year ${await slider(page).getAttribute('min')}`,
  );
  expect(requests).toEqual([]);
});

test('the map has a legend, black where there is no data, and the place of a row; a click on it has its row', async ({
  page,
}) => {
  await open(page, '?year=2020');
  await expect(page.getByText('Percent of Median Peak')).toBeVisible();
  await expect(page.locator('#snotel-legend li')).toHaveText([
    '< 50',
    '50–69',
    '70–89',
    '90–109',
    '110–129',
    '130–149',
    '150–1000',
    'Above 1000',
    'No data',
    'Rivers',
    'Lakes and Reservoirs',
    'Towns',
  ]);
  const legend = page.locator('#snotel-legend');
  await expect(legend.getByRole('listitem').filter({ hasText: 'No data' }).locator('rect')).toHaveAttribute(
    'fill',
    '#000000',
  );
  // Black outlines are on the map, and no black area.
  const shares = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.map-canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return undefined;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [solid, faint] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] !== 0 || data[at + 1] !== 0 || data[at + 2] !== 0) continue;
      if (data[at + 3] === 255) solid += 1;
      else if ((data[at + 3] ?? 0) > 20 && (data[at + 3] ?? 0) < 90) faint += 1;
    }
    return { solid, faint };
  });
  expect(shares?.solid).toBeGreaterThan(200);
  expect(shares?.faint).toBeGreaterThan(5 * (shares?.solid ?? 0));

  const hucs = page.getByRole('table', { name: 'HUC8 Table' });
  const row = hucs.getByRole('row').nth(2);
  const name = (await row.getByRole('cell').first().textContent())?.replace(/\(.*/, '').trim() ?? '';
  await row.getByRole('cell').nth(1).click();
  const popup = page.locator('.leaflet-popup');
  await expect(popup).toBeVisible();
  expect(name.startsWith((await popup.locator('strong').textContent()) ?? '?')).toBe(true);
  await expect(row).toHaveAttribute('aria-current', /.+/);
  await expect(page).toHaveURL(/chosen=huc8-\d+/);
  await page.reload();
  await expect(popup).toBeVisible();
  // The page is then as long as it will be, and the map stays where it is.
  await expect(row).toHaveAttribute('aria-current', /.+/);
  await clickMap(page);
  await expect.poll(() => popup.locator('strong').textContent()).not.toBe(name);
  const chosen = page.locator('tr[aria-current]');
  await expect(chosen).toHaveCount(1);
  await expect(chosen).toContainText((await popup.locator('strong').textContent()) ?? '');
  await expect(popup).toContainText(
    /Water year 2020: (\d+ % of median peak, \d+\.\d in peak|No SNOTEL data available)/,
  );
  await page.getByRole('button', { name: 'Hide legend' }).click();
  await expect(page.getByText('Percent of Median Peak')).toHaveCount(0);
});

test('the tables have a column for each year and 30 rows per page; they, the map, the legend and the address follow the switch', async ({
  page,
}) => {
  await open(page);
  const date = page.getByRole('radio', { name: 'For the date' });
  const peak = page.getByRole('radio', { name: 'Of the median peak' });
  const sites = page.getByRole('table', { name: 'Data Points Table' });
  await expect(sites.getByRole('row')).toHaveCount(31);
  const heads = await sites.getByRole('columnheader').allTextContents();
  expect(heads.slice(0, 2)).toEqual(['Location', 'HUC8']);
  const years = heads.slice(2).map((head) => Number.parseInt(head, 10));
  expect(years).toEqual(years.toSorted((one, other) => other - one));
  const cells = () => sites.getByRole('row').nth(1).getByRole('cell').allTextContents();
  await expect(peak).toBeChecked();
  const [pictureBefore, cellsBefore] = [await picture(page), await cells()];
  await peak.focus();
  await page.keyboard.press('ArrowRight');
  await expect(date).toBeChecked();
  await expect(date).toBeFocused();
  await expect(page).toHaveURL(/year=\d{4}&percent=date/);
  await expect(page.getByText('Percent of Median for the Date', { exact: true })).toBeVisible();
  await expect.poll(() => picture(page)).not.toBe(pictureBefore);
  await expect.poll(cells).not.toEqual(cellsBefore);
  await page.reload();
  await expect(date).toBeChecked();
  await peak.check();
  await expect(peak).toBeChecked();
  await expect.poll(cells).toEqual(cellsBefore);
});

test('accessible in all sizes', async ({ page }) => {
  await open(page, `?year=2020&percent=date&chosen=site-111${shortTables}`);
  await expect(page.getByRole('group', { name: /water year 2020$/ })).toBeVisible();
  await expectAccessibleInAllSizes(page);
});

test('a station that a key chooses in the table is drawn, stays with another year, and is in the address', async ({
  page,
}) => {
  await open(page, `?year=2020${shortTables}`);
  const row = page.getByRole('table', { name: 'Data Points Table' }).getByRole('row').nth(1);
  const name = (await row.getByRole('cell').first().textContent())?.replace(/\(.*/, '').trim() ?? '';
  await row.focus();
  await page.keyboard.press('Enter');
  const station = page.getByRole('region', { name, exact: true });
  await expect(station.getByRole('heading', { name, exact: true })).toBeFocused();
  await expect(station.getByRole('term').first()).toHaveText('Latest');
  await expect(station.getByRole('definition').first()).toHaveText(/^\d+(\.\d+)? in on [A-Z][a-z]+ \d+/);
  const chart = (year: number) => page.getByRole('group', { name: new RegExp(`water year ${year}$`) });
  await expect(chart(2020).locator('canvas, svg').first()).toBeVisible();
  await expect(page).toHaveURL(/chosen=site-\d+/);
  await page.locator('.leaflet-popup').getByRole('button', { name: /close/i }).click();
  await expect(station).toBeVisible();
  const requests = collectDataRequests(page);
  await slider(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart(2019)).toBeVisible();
  expect(requests).toEqual([]);
  await station.getByRole('button', { name: 'Close the station' }).click();
  await expect(station).toHaveCount(0);
});

test('on a phone the legend folds, and the remarks of a row are read without a hover', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `?year=2020&percent=date${shortTables}`);
  const legend = page.locator('#snotel-legend');
  await expect(legend).toHaveCount(0);
  await page.getByRole('button', { name: 'Show legend' }).click();
  await expect(legend).toBeVisible();
  await expect(page).toHaveURL(/legend=on/);
  await page
    .getByRole('table', { name: 'Data Points Table' })
    .getByRole('row')
    .nth(1)
    .getByRole('cell')
    .nth(1)
    .click();
  await page.getByText(/^Remarks on .+ in the table \(\d+\)$/).click();
  await expect(page.getByRole('definition').filter({ hasText: 'in' }).last()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the downloads of both tables have names of their own, are rounded as shown, and name the percentage in every header', async ({
  page,
}) => {
  await open(page, `?year=2020${shortTables}`);
  const downloadOf = async (caption: string) => {
    const button = page.getByRole('button', { name: `Download CSV of ${caption}`, exact: true });
    await expect(button).toHaveCount(1);
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toContain(caption);
    return (await readSavedCsv(download)).split('\r\n');
  };
  await downloadOf('Data Points Table');
  const peaks = await downloadOf('HUC8 Table');
  const numbers = peaks.flatMap((line) => line.match(/(?<=,)-?\d+(\.\d+)?(?=,|$)/g) ?? []);
  expect(numbers.length).toBeGreaterThan(40);
  expect(numbers.filter((each) => each.includes('.'))).toEqual([]);

  await page.getByRole('radio', { name: 'For the date' }).check();
  await expect(page).toHaveURL(/percent=date/);
  const lines = await downloadOf('HUC8 Table');
  expect(lines[1]).toBe(
    '# HUC8 Table: percent of median for the date of snow water equivalent by water year',
  );
  expect(lines.some((line) => line.startsWith('# Few sites'))).toBe(true);
  const header = lines.find((line) => line.startsWith('HUC8,')) ?? '';
  const [, basis, ...columns] = header.split(',');
  const years = columns.slice(0, -1);
  expect(columns.at(-1)).toBe('Source');
  expect(basis).toBe('Years of the median');
  expect(years.length).toBeGreaterThan(40);
  expect(years.filter((each) => !/^\d{4} \(percent of median for the date\)$/.test(each))).toEqual([]);
});
