import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';
const wholeSeries = 'series=Minimum,Median,Maximum,2026,2025';
const waterYear = `${tools}/water-year-comparison?parameter=1&location=14&${wholeSeries}&submitted=yes`;

const open = (page: Page, address: string) => openSignedIn(page, accounts.developer, address);
const graphs = (page: Page) => page.locator('[aria-roledescription=chart] canvas');
test.describe('Water Year Comparisons', () => {
  test('draws a graph, a table and notes, and the address restores them', { tag: '@quick' }, async ({
    page,
  }) => {
    await open(page, `${tools}/water-year-comparison`);
    const submit = page.getByRole('button', { name: 'Submit' });
    const location = page.getByLabel('Location', { exact: true });
    // The index gage.
    await expect(location).toHaveValue('Snake River near Heise');
    await location.fill('');
    await page.keyboard.press('Escape');
    await expect(submit).toHaveAccessibleDescription('Choose a location.');
    await expect(page.getByText(/will be drawn here/)).toBeVisible();
    await location.fill('near heise');
    await page
      .getByRole('option', { name: /^Snake River near Heise/ })
      .first()
      .click();
    await submit.click();
    await expect(graphs(page)).toBeVisible();
    // The sheet for paper says it too.
    await expect(
      page
        .locator('#result')
        .getByText(
          /^[\d,.]+ cfs on [A-Z][a-z]+ \d+.*: .*(percentile of \d+ years|on record for the date, of \d+ years)/,
        ),
    ).toBeVisible();
    await expect(
      page.getByText(
        '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020',
      ),
    ).toBeVisible();
    const table = page.getByRole('table', { name: 'Water Year Comparison Table' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Parameter',
      'Location',
      'Series',
      'Date',
      'Day',
      'Result',
      'Units',
    ]);
    await expect(table.getByRole('row').nth(1)).toContainText('Oct 01');
    await expect(page.getByText(/^Statistics of this record: [\d to]+ years, \d{4}–2020\.$/)).toBeVisible();
    const names = page.getByRole('list', { name: 'Lines of the chart' });
    for (const name of ['maximum', 'median', 'minimum']) {
      await expect(names.getByRole('button', { name, exact: true })).toBeVisible();
    }
    await page.reload();
    await expect(graphs(page)).toBeVisible();
  });

  test('explains missing statistics, and drops unknown series', async ({ page }) => {
    await open(
      page,
      `${tools}/water-year-comparison?parameter=7&location=195&series=Median,1066,2026&submitted=yes`,
    );
    await expect(page.getByText(/There are no statistics \(Median\).*this record has 8\./)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Series' })).toHaveAccessibleDescription(
      /Chosen: Median, 2026/,
    );
  });

  test('compares irrigation years and cumulative volumes, which the address restores; a location without the parameter is cleared', async ({
    page,
  }) => {
    await open(page, waterYear);
    await expect(graphs(page)).toBeVisible();
    const year = page.getByLabel('Year', { exact: true });
    await year.selectOption({ label: 'Irrigation year (1 Nov – 31 Oct)' });
    const table = page.getByRole('table', { name: 'Water Year Comparison Table' });
    await expect(table.getByRole('row').nth(1)).toContainText('Nov 01');
    await expect(page).toHaveURL(/year=irrigation/);
    await year.selectOption({ index: 0 });
    await expect(page).not.toHaveURL(/year=irrigation/);

    await page.getByLabel('Measure', { exact: true }).selectOption({ label: 'Cumulative volume (AF)' });
    const title = page.getByRole('heading', { name: 'Cumulative Streamflow at Snake River near Heise' });
    await expect(title).toBeVisible();
    await expect(page).toHaveURL(/measure=volume/);
    await expect(
      page.getByText(/^[\d,.]+ K?AF from Oct 1 to [A-Z][a-z]+ \d+.* of \d+ years/).first(),
    ).toBeVisible();
    await expect(
      page.getByText(/^Statistics of this record: \d+ years, 1991–2020, all complete\.$/),
    ).toBeVisible();
    await expect(page.getByText(/^Estimated: .*\d days? of 20\d\d/)).toBeVisible();
    await page.reload();
    await expect(title).toBeVisible();
    await expect(page.getByLabel('Measure', { exact: true })).toHaveValue('volume');
    await page.getByLabel('Parameter', { exact: true }).selectOption({ label: 'Snow Water Equivalent (in)' });
    await expect(page.getByLabel('Measure', { exact: true })).toBeHidden();
    await expect(page).not.toHaveURL(/measure=volume/);
    await expect(page.getByLabel('Location', { exact: true })).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('says how the numbers were computed, by keyboard', async ({ page }) => {
    await open(page, `${waterYear}&measure=volume`);
    const name = 'Cumulative Streamflow at Snake River near Heise';
    await page.getByRole('button', { name: `More of the chart ${name}` }).press('Enter');
    await page.getByRole('button', { name: `How was this computed? of the chart ${name}` }).press('Enter');
    const section = page.getByRole('region', { name: `How was this computed? ${name}` });
    await expect(section).toBeFocused();
    await expect(section.getByRole('definition')).toHaveText([
      /times 1\.983471 acre-feet/,
      'The volumes of all other years to the same date',
      'USGS',
      /^\d+ years, 1991–2020, all of them complete$/,
      /values?/,
      /volumes?/,
      /\d days? of 20\d\d/,
    ]);
    await expectAccessible(page);
    await section.getByRole('button', { name: /^Close/ }).focus();
    await page.keyboard.press('Tab');
    const link = section.getByRole('link', { name: 'How the numbers are computed' });
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/documentation\/how-the-numbers-are-computed#volumes$/);
    await expect(page.getByRole('heading', { name: 'Volumes' })).toBeInViewport();
  });
});

test.describe('forecasts', () => {
  test('loads six graphs as they come near, and all of them on Submit', { tag: '@quick' }, async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      // The normals beside the chosen series are another call.
      if (/\/wy-analysis-comparison\/.*Median/.test(request.url())) requests.push(request.url());
    });
    await open(page, `${tools}/forecast-supply`);
    await expect(graphs(page).first()).toBeVisible();
    expect(requests.length).toBeLessThan(4);
    for (const id of ['spring', 'heise', 'rexburg', 'snow', 'storage', 'well']) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      await expect(page.locator(`#${id} canvas`)).toBeVisible();
    }
    expect(requests).toHaveLength(6);

    // They share the day that is pointed at.
    const dateOf = (id: string) => page.locator(`#${id} [aria-roledescription=chart] span`).first();
    await page.locator('#spring canvas').scrollIntoViewIfNeeded();
    const box = await page.locator('#spring canvas').boundingBox();
    if (!box) throw new Error('There is no graph.');
    // A day that both show, also where a graph opens on the running part of the year.
    await page.mouse.move(box.x + box.width / 10, box.y + box.height / 2);
    await expect(dateOf('spring')).not.toContainText('latest');
    await expect(dateOf('heise')).toHaveText((await dateOf('spring').textContent()) ?? '');
    await page.mouse.move(box.x + box.width / 3, box.y - 20);
    await expect(dateOf('heise')).toContainText('latest');

    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(graphs(page)).toHaveCount(6);
    expect(requests).toHaveLength(12);
    await expect(
      page.getByRole('heading', { name: 'Cumulative Streamflow at Snake River near Heise' }),
    ).toBeVisible();
  });

  test('load every graph on Submit, seen or not, and have a line for each site, which leads to its graph', async ({
    page,
  }) => {
    const requests = new Set<string>();
    page.on('request', (request) => {
      const [, chart] = /\/wy-analysis-comparison\/(\d+\/\d+)\//.exec(request.url()) ?? [];
      if (chart !== undefined) requests.add(chart);
    });
    await open(page, `${tools}/forecast-supply`);
    await expect(graphs(page).first()).toBeVisible();
    expect(requests.size).toBeLessThan(6);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => requests.size).toBe(6);
    await expect(page.locator('#well canvas')).toHaveCount(0);

    await page.getByRole('button', { name: 'Latest values' }).click();
    const lines = page.getByRole('list', { name: 'Latest values' }).getByRole('listitem');
    await expect(lines).toHaveCount(6);
    await expect(lines.nth(1)).toContainText(
      /Snake River near Heise.*[\d,.]+ K?AF.*to [A-Z][a-z]+ \d+.*in 1 day.*in 7 days.*of \d+ years/,
    );
    await expect(lines.nth(1).getByRole('img', { name: /^The last twelve months of Snake/ })).toBeVisible();
    const well = lines.last().getByRole('link');
    await well.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#well canvas')).toBeVisible();
    await expect(page.locator('#well')).toBeFocused();
    await expect(page.locator('#well')).toBeInViewport();
  });

  test('shows the other graphs if one fails, and retries it', async ({ page }) => {
    const spring = '**/api/wy-analysis-comparison/1/109/**';
    await page.route(spring, (route) => route.abort('connectionfailed'));
    await open(page, `${tools}/forecast-supply`);
    await expect(
      page.locator('#spring').getByText('An error has occurred: The server cannot be reached.'),
    ).toBeVisible();
    await page.locator('#heise').scrollIntoViewIfNeeded();
    await expect(page.locator('#heise canvas')).toBeVisible();
    await page.unroute(spring);
    await page.locator('#spring').getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('#spring canvas')).toBeVisible();
  });

  test('groups tributaries by three reaches, with external links', async ({ page }) => {
    await open(page, `${tools}/tributary-forecast`);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeInViewport();
    await expect(graphs(page).first()).toBeInViewport();
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: / to / })).toHaveText([
      'Near Blackfoot to Neeley',
      'Neeley to Minidoka',
      'Minidoka to Milner',
    ]);
    await expect(page.getByText('More Info')).toHaveCount(11);
    await page.getByText('More Info').first().click();
    const link = page.getByRole('link', {
      name: /Snow water equivalent of the Blackfoot basin.*opens in a new tab/,
    });
    await expect(link).toHaveAttribute('rel', 'noopener');
    await expect(link).toHaveAttribute('target', '_blank');
  });
});

for (const [name, address] of [
  ['Water Year Comparisons', waterYear],
  ['Forecast Supply', `${tools}/forecast-supply`],
] as const) {
  test(`${name} is accessible, fits a phone and stays within its budget`, async ({ page }) => {
    await open(page, address);
    await expect(graphs(page).first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(graphs(page).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const loaded = await recordPageLoad(page, address, 'networkidle');
    expect(sumSizes(loaded.filter(isScript))).toBeLessThan(700_000);
  });
}
