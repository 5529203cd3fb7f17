import { expect, test } from '../../support/e2e.ts';
import { readPdfLetters } from '../../support/pdf.ts';
import {
  ask,
  countPages,
  expectSheets,
  expectUnbroken,
  type Printed,
  paper,
  testSheets,
} from '../../support/printed-sheets.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';
const series = 'series=Minimum,Median,Maximum,2026,2025&submitted=yes';

/** With the number of charts, what stands at the axis of the first, and its title where no other test has it. */
const sheets: readonly [Printed, ...Printed[]] = [
  ['Water Year Comparisons', `${tools}/water-year-comparison?parameter=1&location=14&${series}`, 1, 'cfs'],
  [
    'Time Series Comparisons',
    `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2020-10-01&end=2022-09-30&submitted=yes`,
    1,
    'cfs',
    /^Snake River near Heise: [\d,]+.cfs on Sep 30, 2022, [\d,]+.cfs (less|more) than a year before\. .+: [\d.]+.ft below ground on /,
  ],
  ['Forecast Supply', `${tools}/forecast-supply`, 6, 'cfs'],
  // The groups, the chosen one, and the station.
  ['a SNOTEL station', `${tools}/snotel-swe-data?year=2026&chosen=site-114&s.size=5&h.size=5`, 3, 'in'],
];

testSheets(sheets);

test('a chart is printed by its button from a dark phone as from a desktop', async ({ page }) => {
  const [[, address, count]] = sheets;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('theme', 'DARK'));
  await openSignedIn(page, accounts.developer, address);
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.getByRole('button', { name: 'Print', exact: true }).click());
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-sheet=ready]')).toHaveCSS('color', 'rgb(27, 35, 40)');
  await expectSheets(page, { count, isLandscape: true });
});

/** What is no chart: how many sheets, and what they say once. */
const others = [
  ['Today', '/watershed-overview/today', '[data-state=shown]', 1, false, ['Rivers,gains,springs', 'Wells']],
  ['River', '/watershed-overview/river', '[data-state=shown]', 1, false, ['Gainsbetweengages']],
  ['the reach board', `${tools}/reach-gains-comparison`, '[data-sheet=ready]', 1, true, ['Sumofthefive']],
] as const;

for (const [name, address, ready, count, isLandscape, once] of others) {
  test(`${name} prints on one sheet by Ctrl+P`, async ({ page }) => {
    await openSignedIn(page, accounts.developer, address);
    await expect(page.locator(ready).first()).toBeAttached({ timeout: 30_000 });
    await ask(page, () => page.keyboard.press('Control+p'));
    const letters = readPdfLetters(await expectSheets(page, { count, isLandscape }));
    for (const text of [...once, 'Source:', 'Printed']) expect(letters.split(text), text).toHaveLength(2);
    expect(letters).not.toMatch(/Submit|Anotherday|Loading/);
  });
}

test('the reach board of a day with three windows has its source on the sheet', async ({ page }) => {
  await openSignedIn(page, accounts.developer, `${tools}/reach-gains-comparison?on=2026-05-14`);
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.keyboard.press('Control+p'));
  await expectSheets(page, { count: 1, isLandscape: true });
  await ask(page, () => page.keyboard.press('Control+p'));
  const sheet = page.locator('[data-sheet=ready]');
  await expect(sheet.getByText('May to date')).toBeVisible();
  const end = await sheet.evaluate((element) => element.getBoundingClientRect().bottom);
  const foot = await sheet.locator('> footer').evaluate((each) => each.getBoundingClientRect().bottom);
  expect(foot).toBeLessThanOrEqual(end + 0.5);
});

test('the sentinel wells print as a table on one sheet by Ctrl+P', async ({ page }) => {
  await openSignedIn(page, accounts.developer, `${tools}/sentinel-well-dashboard`);
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.keyboard.press('Control+p'));
  const letters = readPdfLetters(await expectSheets(page, { count: 1, isLandscape: false }));
  expect(letters).toMatch(/\d+sentinelwells:\d+(lower|higher)thanayearago/);
  for (const text of ['Source:', 'Printed', 'depthtowaterover']) expect(letters.split(text)).toHaveLength(2);
  expect(letters).not.toMatch(/Upload|External|Chart|Loading/);
});

test('the Site Summary Table prints about 30 records a sheet under a repeated header', async ({ page }) => {
  await openSignedIn(page, accounts.developer, '/watershed-overview/site-summary-table?parameter=Streamflow');
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.keyboard.press('Control+p'));
  const rows = await page.locator('[data-sheet] tbody tr:has(th)').count();
  expect(rows).toBeGreaterThan(60);
  const file = await expectSheets(page, { isLandscape: false });
  const sheetCount = countPages(file);
  expect(rows / sheetCount).toBeGreaterThan(24);
  expect(rows / sheetCount).toBeLessThanOrEqual(34);
  const letters = readPdfLetters(file);
  expect(letters.split('Standingforthedate')).toHaveLength(sheetCount + 1);
  expect(letters.split('Source:')).toHaveLength(2);
  // However many rows the last sheet has, it has some beside the source.
  await ask(page, () => page.keyboard.press('Control+p'));
  await expect(page.locator('[data-sheet] tbody tr:has(th)')).toHaveCount(rows);
  const first = page.locator('[data-sheet] tbody').first().locator('tr');
  await page.locator('main').evaluate((main) => document.body.replaceChildren(main.cloneNode(true)));
  await first.evaluateAll((all) => {
    for (const row of all.slice(65)) row.remove();
  });
  for (let count = 65; count > 32; count -= 2) {
    const print = await page.pdf({ preferCSSPageSize: true });
    const heads = readPdfLetters(print).split('Standingforthedate');
    expect(heads, `${count} rows`).toHaveLength(countPages(print) + 1);
    for (let fewer = 0; fewer < 2; fewer += 1) await first.last().evaluate((row) => row.remove());
  }
});

test('a code that could not be loaded comes with the next print', async ({ page }) => {
  await openSignedIn(page, accounts.developer, '/watershed-overview/river');
  await expect(page.locator('[data-state=shown]')).toBeAttached();
  const code = page.getByRole('img', { name: 'QR code of the address', includeHidden: true });
  await page.route('**/_assets/*.js', (route) => route.abort());
  await ask(page, () => page.keyboard.press('Control+p'));
  await expect(code).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.unroute('**/_assets/*.js');
  await ask(page, () => page.keyboard.press('Control+p'));
  await expect(code).toHaveCount(1);
});

test('a tool without a result prints what to do', async ({ page }) => {
  await openSignedIn(page, accounts.developer, `${tools}/water-year-comparison`);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await ask(page, () => page.keyboard.press('Control+p'));
  const letters = readPdfLetters(await page.pdf({ preferCSSPageSize: true }));
  expect(letters).toBe('Nothingisdrawnyet:choose,pressSubmit,thenprint.');
});

test('the board packet has a cover with the contents, Today, and a sheet for each of its parts', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('basket', JSON.stringify([14, 76])));
  await openSignedIn(page, accounts.developer, '/watershed-overview/today');
  await expect(page.locator('[data-today][data-state=shown]')).toBeVisible();
  await ask(page, () => page.getByRole('button', { name: 'Board packet' }).click());
  // Storage, two of snow, the outlook, the reaches, and the sites of the basket.
  const sheetCount = await page.locator('[data-sheet=ready]').count();
  expect(sheetCount).toBeGreaterThanOrEqual(5);
  await page.emulateMedia({ media: 'print' });
  const contents = page.getByRole('listitem').filter({ hasText: 'Where the basin stands today' });
  await expect(contents).toContainText('2');
  await expectUnbroken(page);
  const file = await page.pdf({ preferCSSPageSize: true });
  expect(countPages(file)).toBe(2 + sheetCount);
  const letters = readPdfLetters(file);
  for (const text of ['Boardpacket', 'Contents', 'Rivers,gains,springs', 'Sumofthefive'])
    expect(letters).toContain(text);
  // The page is as before.
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('[data-sheet]')).toHaveCount(0);
});

for (const view of ['multiples', 'classes'] as const) {
  test(`fourteen locations as ${view} are on one page, above the table`, async ({ page }) => {
    const locations = '14,76,68,81,74,80,79,75,77,99,87,88,89,91';
    const address = `${tools}/time-series-comparison?huc8s=&axes=one&parameter_left=1&locations_left=${locations}&start=2020-10-01&end=2022-09-30&submitted=yes&as=${view}`;
    await openSignedIn(page, accounts.developer, address);
    const drawn = page.locator('[data-sheet=ready] [data-drawn]');
    await expect(drawn).toBeVisible({ timeout: 30_000 });
    await page.setViewportSize(paper);
    await page.emulateMedia({ media: 'print' });
    const [last, foot] = [drawn.locator('li').last(), page.locator('[data-sheet=ready] > footer')];
    const end = await last.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(end).toBeLessThanOrEqual(await foot.evaluate((element) => element.getBoundingClientRect().top));
    const file = await page.pdf({ preferCSSPageSize: true });
    expect(file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
}
