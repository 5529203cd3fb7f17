import type { Locator, Page } from '@playwright/test';
import {
  chooseRadio,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  readSavedCsv,
  test,
} from '../../support/e2e.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const address =
  '/data-analysis-tools/reach-gains-comparison?location=369&series=Minimum,Median,Maximum,2026,2025&submitted=yes';

async function openTable(page: Page): Promise<Locator> {
  await openSignedIn(page, accounts.developer, address);
  const table = page.getByRole('table', { name: /^Monthly Reach Gains by Year/ });
  await expect(table).toBeVisible();
  return table;
}

/** The cells of the row with this header, as text. */
const cellsOf = (table: Locator, header: RegExp) =>
  table
    .getByRole('row')
    .filter({ has: table.page().getByRole('rowheader', { name: header }) })
    .getByRole('cell')
    .allTextContents();

const months = ['Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'];
const numberOf = (text: string) => Number.parseInt(text.replaceAll(',', ''), 10);

const toDateTerms = (page: Page) => page.getByRole('term').filter({ hasText: 'to date' });

test.describe('Reach Gains Comparisons', () => {
  test('has the statistics and the years in columns, with what the statistics rest on', {
    tag: '@quick',
  }, async ({ page }) => {
    const table = await openTable(page);
    await expect(page.locator('[aria-roledescription=chart] canvas').first()).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'Near Blackfoot to Neeley, Reach Gain', exact: true }),
    ).toBeVisible();
    const heads = await table.getByRole('columnheader').allTextContents();
    expect(heads.slice(0, 4)).toEqual(['Month', 'Median', 'Minimum', 'Maximum']);
    const years = heads.slice(4).map(Number);
    expect(years).toEqual(years.toSorted((one, other) => other - one));
    const [median, minimum, maximum, firstYear] = await cellsOf(table, /^Statistics of/);
    expect(median).toMatch(/^\d+( to \d+)? years, \d{4}–\d{4}$/);
    expect([minimum, maximum, firstYear]).toEqual([median, median, '']);
  });

  test('has totals that years had, and ranks of the complete years; hatches incomplete sums; keeps the statistics in view; counts irrigation years from November', async ({
    page,
  }) => {
    const table = await openTable(page);
    const rows = await Promise.all(months.map((month) => cellsOf(table, new RegExp(`^${month}$`))));
    const heads = (await table.getByRole('columnheader').allTextContents()).slice(1);
    for (const [name, included] of [
      ['May - Sept Total', rows.slice(7)],
      ['Annual Total', rows],
    ] as const) {
      const totals = await cellsOf(table, new RegExp(`^${name}$`));
      const ranks = await cellsOf(table, new RegExp(`^Rank of \\d+ complete years for ${name}$`));
      const complete = totals.flatMap((text, at) =>
        at > 2 && text !== '' && !text.includes('*') ? [at] : [],
      );
      expect(complete.length).toBeGreaterThan(10);
      for (const at of complete) {
        const sum = included.reduce((all, cells) => all + numberOf(cells[at] ?? ''), 0);
        // Each month is rounded to whole acre-feet, and the total once.
        expect(Math.abs(numberOf(totals[at] ?? '') - sum)).toBeLessThanOrEqual(included.length / 2);
        expect(ranks[at]).toMatch(/^\d+(st|nd|rd|th)$/);
      }
      const ofNormals = complete.filter((at) => Number(heads[at]) >= 1991 && Number(heads[at]) <= 2020);
      const values = ofNormals.map((at) => numberOf(totals[at] ?? ''));
      expect([totals[1], totals[2]].map((text) => numberOf(text ?? ''))).toEqual([
        Math.min(...values),
        Math.max(...values),
      ]);
      expect(ranks[0]).toContain(`${values.length} years`);
      const largest = complete.toSorted(
        (one, other) => numberOf(totals[other] ?? '') - numberOf(totals[one] ?? ''),
      );
      expect(ranks[largest[0] ?? -1]).toBe('1st');
    }

    await expect(table.locator('td[data-shade="-5"]').first()).toBeVisible();
    const incomplete = table.locator('td[data-incomplete]');
    await expect(incomplete.first()).toContainText(/\* incomplete, \d+ of \d+ days/);
    const shaded = incomplete.and(table.locator('[data-shade]'));
    const running = (await table.getByRole('columnheader').allTextContents()).findIndex((each) =>
      /^\d{4}$/.test(each),
    );
    for (const cell of await shaded.all()) {
      expect(await cell.evaluate((each) => (each as HTMLTableCellElement).cellIndex)).toBe(running);
    }
    await expect(incomplete.first()).toHaveCSS('background-image', /repeating-linear-gradient/);
    const annual = await cellsOf(table, /^Annual Total$/);
    const ranks = await cellsOf(table, /^Rank of \d+ complete years for Annual Total$/);
    const starred = annual.flatMap((text, at) => (text.includes('*') ? [at] : []));
    expect(starred.length).toBeGreaterThan(0);
    for (const at of starred) expect(ranks[at]).toMatch(/^\d+ of 36[56] days(, \d+ days? estimated)?$/);
    await expect(page.getByText(/^Hatched, with an asterisk: days are missing/)).toBeVisible();

    const columns = table.getByRole('columnheader');
    const maximum = columns.filter({ hasText: 'Maximum' });
    await columns.last().scrollIntoViewIfNeeded();
    const [fixed, year] = [await maximum.boundingBox(), await columns.last().boundingBox()];
    if (!fixed || !year) throw new Error('The columns are not on screen.');
    expect(fixed.x).toBeGreaterThan(0);
    expect(year.x).toBeGreaterThanOrEqual(fixed.x + fixed.width - 1);
    await expect(maximum).toBeInViewport();

    await page
      .getByLabel('Year', { exact: true })
      .selectOption({ label: 'Irrigation year (1 Nov – 31 Oct)' });
    await expect(table.getByRole('rowheader').nth(1)).toHaveText('Nov');
    await expect(toDateTerms(page).last()).toHaveText(/^Irrigation year \d{4} to date \(Nov 1 – .*\)$/);
  });

  test('compares the year to date with the same dates, on the page and in the CSV', async ({ page }) => {
    const table = await openTable(page);
    const toDate = page.getByRole('definition').filter({ hasText: 'the same dates' }).last();
    await expect(toDate).toContainText(
      /^[\d,.]+ K?AF provisional; .* of \d+ years with all of these days; \d+ % of the median of the same dates/,
    );
    const terms = toDateTerms(page).filter({ hasText: /^Water year/ });
    await expect(terms).toHaveText(/^Water year \d{4} to date \(Oct 1 – .*\)$/);
    const [, , , latest] = await cellsOf(table, /^Annual to Date Oct 1 – /);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy data of Monthly Reach Gains by Year' }).click();
    await expect(page.getByText('Data was copied to your clipboard.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Month\tMedian\tMinimum\tMaximum\t\d{4}/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV of Monthly Reach Gains by Year' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      /^Monthly Reach Gains by Year, Near Blackfoot to Neeley .*\.csv$/,
    );
    const text = await readSavedCsv(file);
    expect(text).toMatch(
      /^# Water year \d{4} to date \(Oct 1 – .*\): [\d,.]+ KAF; .*median of the same dates/m,
    );
    expect(text).toMatch(/^# Demonstration data/);
    expect(text).toMatch(/^"?Annual Total: rank of \d+ complete years"?,,,,/m);
    const line = text.split('\r\n').find((each) => each.startsWith('Annual to Date (Oct 1 – '));
    expect(line?.split(',')[4]).toBe(String(numberOf(latest ?? '')));
    await page.locator('label', { hasText: 'Percent of median' }).click();
    await expect(page).toHaveURL(/[?&]unit=percent/);
    await expect(table.getByRole('columnheader', { name: 'Median (AF)' })).toBeVisible();
    const [median, minimum, , percent] = await cellsOf(table, /^Annual to Date Oct 1 – /);
    expect(numberOf(percent ?? '')).toBe(Math.round((100 * numberOf(latest ?? '')) / numberOf(median ?? '')));
    expect(minimum).toMatch(/^\d+ %$/);
    await page.getByRole('button', { name: 'Copy data of Monthly Reach Gains by Year' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^Month\tMedian \(AF\)\tMinimum/);
  });

  test('compares the season with the same days of chosen years, and the address restores it', async ({
    page,
  }) => {
    const table = await openTable(page);
    const season = page.getByRole('region', { name: 'Cumulative Gain' });
    await season.getByRole('table').first().scrollIntoViewIfNeeded();
    await expect(season.locator('[aria-roledescription=chart] canvas')).toBeVisible();
    await chooseRadio(season.getByRole('radio', { name: '1 Oct' }));
    await season.getByLabel('Compared with').selectOption({ label: 'Full record' });
    await expect(page).toHaveURL(/[?&]since=oct&reference=all/);
    const figures = season.getByRole('table', { name: 'Cumulative gain against other years' });
    await expect(figures.getByRole('rowheader', { name: /^Oct 1, \d{4} to / })).toBeVisible();
    const [, , , latest] = await cellsOf(table, /^Annual to Date Oct 1 – /);
    expect(numberOf((await cellsOf(figures, /^Oct 1,/))[0] ?? '')).toBe(numberOf(latest ?? ''));
    const [, toMedian] = await cellsOf(figures, /^Median of 19\d\d–20\d\d$/);
    expect(toMedian).toMatch(/^[+−][\d,]+$/);
    await expect(season.getByRole('definition').filter({ hasText: 'AF a day' })).toHaveText(
      /^[\d,]+ AF a day \([\d,]+ cfs\) on each of \d+ days to Sep 30, \d{4}/,
    );
    const download = page.waitForEvent('download');
    await season.getByRole('button', { name: 'Download CSV of the cumulative gain' }).click();
    const text = await readSavedCsv(await download);
    expect(text).toMatch(/^# Demonstration data/);
    expect(text).toMatch(/^To end at the median,,,"/m);
    await chooseRadio(season.getByRole('radio', { name: 'Gain', exact: true }));
    await expect(season.getByRole('heading', { name: /since Oct 1$/ })).toBeVisible();
    await expect(page).toHaveURL(/[?&]drawn=/);
    await page.route('**/api/reach-gains-season/**', (route) => route.abort());
    await page.reload();
    await expect(season.getByText('An error has occurred')).toBeVisible();
    await page.unroute('**/api/reach-gains-season/**');
    await season.getByRole('button', { name: 'Try again' }).click();
    await expect(season.getByRole('heading', { name: /since Oct 1$/ })).toBeVisible();
    await expect(season.getByLabel('Compared with')).toHaveValue('all');
  });

  test('says how the gains were computed, by keyboard, is accessible, fits a phone and stays within its budget', async ({
    page,
  }) => {
    const table = await openTable(page);
    await page.getByRole('button', { name: /^More of the chart .*Reach Gain$/ }).press('Enter');
    await page
      .getByRole('button', { name: /^How was this computed\? of the chart .*Reach Gain$/ })
      .press('Enter');
    const section = page.getByRole('region', { name: /^How was this computed\? .*Reach Gain$/ });
    await expect(section).toBeFocused();
    await expect(
      section.getByText(/of the period in cfs, added up and multiplied by 1\.983 acre-feet/),
    ).toBeVisible();
    await expect(section.getByRole('link', { name: 'How the numbers are computed' })).toHaveAttribute(
      'href',
      '/documentation/how-the-numbers-are-computed#reach-gains',
    );
    await expect(table).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const loaded = await recordPageLoad(page, address, 'networkidle');
    expect(sumSizes(loaded.filter(isScript))).toBeLessThan(700_000);
  });
});
