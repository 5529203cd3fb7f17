import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { graph, openScreen, submitAndWait, twoYears } from '../../support/time-series-page.ts';

const submitted = `${twoYears}&submitted=yes`;

async function openGraph(page: Page, query = submitted) {
  await openScreen(page, query);
  await expect(graph(page).locator('canvas')).toBeVisible();
}

const numbers = (page: Page) => page.getByRole('table', { name: 'Streamflow and Depth to Water' });

async function downloadBy(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (await chartButton(page, 'Export', name)).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    text: (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, ''),
  };
}

test('reads the latest day, the nearest to the pointer, and day by day with arrow keys; names its lines at their ends', async ({
  page,
}) => {
  await openGraph(page);
  await expect(graph(page)).toContainText('09-30-2022 latest');
  const height = async () => (await graph(page).boundingBox())?.height;
  const before = await height();
  await graph(page).scrollIntoViewIfNeeded();
  const box = await graph(page).boundingBox();
  if (!box) throw new Error('There is no graph.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(graph(page)).toContainText(/\d\d-\d\d-202[12]/);
  await expect(graph(page)).toContainText(/Snake River near Heise [\d,.]+ cfs/);
  await expect(graph(page)).toContainText(/USGS Well 4 [\d,.]+ ft/);
  await expect(graph(page)).not.toContainText('latest');
  expect(await height()).toBe(before);
  await page.mouse.move(box.x, box.y - 40);
  await expect(graph(page)).toContainText('latest');

  await graph(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(graph(page)).toContainText('10-01-2020');
  await page.keyboard.press('ArrowRight');
  await expect(graph(page)).toContainText('10-02-2020');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(graph(page)).toContainText('10-09-2020');
  await page.keyboard.press('End');
  await expect(graph(page)).toContainText('09-30-2022');
  await expect(
    page.locator('[aria-live=polite]', { hasText: '09-30-2022: Snake River near Heise' }),
  ).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(graph(page)).toContainText('09-29-2022');
  await page.keyboard.press('Escape');
  await expect(graph(page)).toContainText('09-30-2022 latest');

  // The one whose name is focused is brought forward.
  const names = page.getByRole('list', { name: 'Lines of the chart' }).getByRole('button');
  await expect(names).toHaveCount(2);
  await page.getByRole('button', { name: 'USGS Well 4', exact: true }).last().focus();
  await expect(graph(page).locator('rect')).not.toHaveCount(0);
});

test('the wheel zooms only after a click; a double click resets the zoom', async ({ page }) => {
  await openGraph(page);
  const zoomOut = graph(page).getByRole('button', { name: 'Show all' });
  await graph(page).scrollIntoViewIfNeeded();
  await graph(page).hover();
  await page.mouse.wheel(0, -300);
  await expect(zoomOut).toHaveCount(0);
  await graph(page).scrollIntoViewIfNeeded();
  await graph(page).click();
  await expect(graph(page)).toHaveAttribute('data-held', 'true');
  await page.mouse.wheel(0, -300);
  await expect(zoomOut).toBeVisible();
  await expect(page).toHaveURL(/x=202\d-\d\d-\d\d\.\.202/);
  const rangeParam = () => new URL(page.url()).searchParams.get('x');
  await expect.poll(rangeParam).not.toBeNull();
  const before = rangeParam();
  const box = await graph(page).boundingBox();
  if (!box) throw new Error('There is no graph.');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(rangeParam).not.toBe(before);
  await graph(page).dblclick();
  await expect(zoomOut).toHaveCount(0);
});

test('writes the zoom to the address, and downloads the visible part', async ({ page }) => {
  await openGraph(page, `${submitted}&x=2021-04-01..2021-04-30`);
  const csv = await downloadBy(page, 'Download CSV');
  expect(csv.name).toMatch(/^Streamflow and Depth to Water \d{4}-\d\d-\d\d \d{4}\.csv$/);
  const lines = csv.text
    .trimEnd()
    .split('\r\n')
    .filter((line) => !line.startsWith('#'));
  expect(lines[0]).toBe(
    'Date,Snake River near Heise (cfs),Snake River near Heise (cfs) Remark,USGS Well 4 (ft)',
  );
  expect(lines[1]).toMatch(/^2021-04-01,\d/);
  expect(lines).toHaveLength(31);
  expect(csv.text).toMatch(/# Source: .*\r\n# Exported .*America\/Denver.*\r\n# Address: http.*x=2021-04-01/);
  expect(csv.text).toContain('# Legend: Snake River near Heise: line; USGS Well 4: dashed line');

  await (await chartButton(page, 'More of', /^Table/)).click();
  await numbers(page).getByRole('button', { name: 'USGS Well 4 (ft)' }).click();
  await expect(page).toHaveURL(/off=right-195/);
  expect((await downloadBy(page, 'Download CSV')).text).not.toContain('USGS Well 4');
});

test('pictures have title, names and source; the numbers are copied, and a refusal is reported', async ({
  page,
  context,
}) => {
  await openGraph(page);
  const svg = await downloadBy(page, 'Download SVG');
  expect(svg.name).toMatch(/\.svg$/);
  for (const text of [
    'Streamflow and Depth to Water',
    'Snake River near Heise',
    'Source: ',
    'Address: http',
  ]) {
    expect(svg.text).toContain(text);
  }
  const png = await downloadBy(page, 'Download PNG');
  expect(png.name).toMatch(/\.png$/);
  expect(png.text.slice(1, 4)).toBe('PNG');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await (await chartButton(page, 'Export', /^Copy data of the chart /)).click();
  await expect(page.getByText('Data was copied to your clipboard.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.split('\n')[0]?.split('\t')).toEqual([
    'Date',
    'Snake River near Heise (cfs)',
    'Snake River near Heise (cfs) Remark',
    'USGS Well 4 (ft)',
    'USGS Well 4 (ft) Remark',
  ]);
  expect(text.split('\n')).toHaveLength(731);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error(''));
  });
  await (await chartButton(page, 'Export', /^Copy data of the chart /)).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
});

test('has its numbers as a table, with the sums of the shown period, which hides and shows lines, one or all, and stays in the address', async ({
  page,
}) => {
  await openGraph(page);
  await (await chartButton(page, 'More of', /^Table/)).click();
  await expect(page).toHaveURL(/numbers=yes/);
  const table = numbers(page);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Date',
    'Snake River near Heise (cfs)',
    'USGS Well 4 (ft)',
  ]);
  await expect(
    table
      .getByRole('row', { name: /^Count/ })
      .getByRole('cell')
      .first(),
  ).toHaveText(/^7[23]\d$/);
  await expect(table.getByRole('rowheader', { name: '10-01-2020' })).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('101–200 of 730 days')).toBeVisible();
  await expectAccessible(page);

  const well = table.getByRole('button', { name: 'USGS Well 4 (ft)' });
  const heise = table.getByRole('button', { name: 'Snake River near Heise (cfs)' });
  await well.click();
  await expect(well).toHaveAttribute('aria-pressed', 'false');
  await heise.click();
  await expect(page.getByText('All lines are hidden.')).toBeVisible();
  await heise.click();
  await well.click();
  await expect(well).toHaveAttribute('aria-pressed', 'true');
  await expect(graph(page).locator('canvas')).toBeVisible();
  await expect(page.getByText('An error has occurred')).toHaveCount(0);
  await graph(page).focus();
  await page.keyboard.press('End');
  await expect(graph(page)).toContainText(/USGS Well 4 [\d,.]+ ft/);
  await well.click();
  await expect(page).toHaveURL(/off=right-195/);
  await page.reload();
  await expect(well).toHaveAttribute('aria-pressed', 'false');
});

test('loads the code of graph and table with the first values', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await openScreen(page);
  await expect(page.getByText(/will be drawn here/)).toBeVisible();
  const late = (name: RegExp) => scripts.filter((each) => name.test(each));
  expect(late(/VegaPlot|GridHost/)).toEqual([]);
  await submitAndWait(page);
  expect(late(/VegaPlot/)).not.toEqual([]);
  await expect.poll(() => late(/GridHost/)).not.toEqual([]);
});

/** Streamflow at 14 gages. */
const manyGages =
  'huc8s=&axes=one&parameter_left=1&locations_left=14,76,68,81,74,80,79,75,77,99,87,88,89,91&start=2020-10-01&end=2022-09-30&submitted=yes';

test('above twelve locations, small multiples, a heat map and the sum are read by pointer and keyboard', async ({
  page,
}) => {
  await openGraph(page, manyGages);
  const choose = (name: string) => page.getByRole('radio', { name }).check({ force: true });
  await choose('Small multiples');
  const multiples = page.getByRole('group', { name: /small multiples/ });
  await expect(multiples.getByRole('listitem')).toHaveCount(14);
  await expect(multiples).toContainText('All on one scale: Streamflow 0 to');
  await multiples.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(multiples).toContainText('09-29-2022');
  await expectAccessible(page);
  await choose('Heat map');
  const heatMap = page.getByRole('group', { name: /heat map/ });
  await expect(heatMap).toContainText('much below normal');
  const row = heatMap.getByRole('listitem').filter({ hasText: 'Snake River near Heise' });
  await row.locator('svg').hover();
  await expect(heatMap).toContainText(/Snake River near Heise: (much below|below|normal|above|much above)/);
  await heatMap.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(heatMap).toContainText('10-08-2021');
  await expect(page).toHaveURL(/as=classes/);
  await choose('Sum');
  await expect(graph(page)).toContainText(/Sum of 14 locations/);
  await expect(page).toHaveURL(/as=sum/);
  await page.reload();
  await expect(graph(page)).toContainText(/Sum of 14 locations/);
});

test('the heat map says when its classes cannot be loaded, and tries again', async ({ page }) => {
  await page.route('**/api/timeseries-daily-classes/**', (route) => route.abort(), { times: 1 });
  await openScreen(page, `${manyGages}&as=classes`);
  const fault = page.getByText('The classes could not be loaded.');
  await expect(fault).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('group', { name: /heat map/ })).toBeVisible();
});
