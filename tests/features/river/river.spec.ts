import type { Page } from '@playwright/test';
import type { River } from '#features/river/contract.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPrintCode,
  readSavedCsv,
  test,
} from '../../support/e2e.ts';

const path = '/watershed-overview/river';
const summer = `${path}?on=2026-07-15`;

async function expectShown(page: Page): Promise<void> {
  await expect(page.locator('[data-river-page]')).toHaveAttribute('data-state', 'shown');
  await expect(rivers(page).getByRole('link').first()).toBeVisible();
}

const rivers = (page: Page) => page.getByRole('region', { name: 'The rivers in downstream order' });

/** The names of the links, in the order in which Tab reaches them. */
const linkNames = (page: Page) =>
  rivers(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent ?? ''));

let errors: string[];
test.beforeEach(({ page }) => {
  errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
});
test.afterEach(() => expect(errors).toEqual([]));

test('a visitor sees the rivers from left to right, with canals, gains, ended records and a sentence, and follows them by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await page.getByRole('link', { name: 'River', exact: true }).first().click();
  await page.goto(summer);
  await expectShown(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Canals between Heise and Milner take [\d,]+ cfs; [\d,]+ cfs pass Milner$/,
  );
  await expect(page.locator('[data-date]')).toContainText('Wednesday, Jul 15, 2026 · cfs');
  await expect(page.getByText(/^Width follows flow: full width \(54 px\) is [\d,]+ cfs/)).toBeVisible();
  await expect(rivers(page)).toContainText('15 canals');
  // At its full size, not shrunk into a column.
  const drawn = rivers(page).locator('> svg');
  const widths = await drawn.evaluate((svg) => [svg.getBoundingClientRect().width, svg.clientWidth]);
  expect(Math.min(...widths)).toBeGreaterThan(1000);
  const gain = rivers(page).getByRole('link', { name: /Heise to Lorenzo: .+ cfs, (losing|gaining)/ });
  await expect(gain).toHaveAttribute('href', /reach-gains-comparison\?location=\d+/);
  const heise = rivers(page).getByRole('link', { name: /^Snake River near Heise: [\d,]+ cfs on Jul 15/ });
  await expect(heise).toHaveAttribute('href', /^\/sites\/\d+$/);
  // Never zero.
  const ended = rivers(page).getByRole('link', { name: /Snake River near Kimberly: This record ended/ });
  await expect(ended).toContainText(/no value\s*since\s*Sep 30, 2017/);
  await expectAccessible(page);

  const names = await linkNames(page);
  const places = ['near Moran', 'near Heise', 'at Lorenzo', 'near Menan', 'at Neeley', 'at Milner'];
  const at = places.map((place) =>
    names.findIndex((name) => name.startsWith('Snake River') && name.includes(`${place}: `)),
  );
  expect(at.toSorted((one, other) => one - other)).toEqual(at);
  await rivers(page)
    .getByRole('link', { name: /^Snake River near Irwin/ })
    .focus();
  await page.keyboard.press('Tab');
  await expect(rivers(page).getByRole('link', { name: /^Snake River near Heise/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sites\/\d+$/);
});

test('shows canals in summer and few in winter', async ({ page }) => {
  const takenOn = async (on: string) => {
    const answer = await page.request.get(`/api/river?on=${on}`);
    const river: River = await answer.json();
    const [snake] = river.rivers;
    const flows = snake?.diversions.flatMap(({ sites }) => sites.map(({ value }) => value ?? 0)) ?? [];
    return flows.reduce((sum, each) => sum + each, 0);
  };
  const [inSummer, inWinter] = [await takenOn('2026-07-15'), await takenOn('2026-01-15')];
  expect(inSummer).toBeGreaterThan(10_000);
  expect(inWinter).toBeLessThan(inSummer / 20);
});

test('runs downward on a phone, in both themes, without a sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('theme', 'DARK'));
  await page.goto(summer);
  await expectShown(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Snake River' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Snake River' }).getByRole('listitem');
  await expect(rows.first()).toContainText(/at Flagg Ranch.*[\d,]+/s);
  await expect(rows.filter({ hasText: '15 canals' })).toContainText('−');
  await expect(rows.filter({ hasText: 'near Kimberly' })).toContainText('no value since Sep 30, 2017');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('steps through the days, and Back returns', async ({ page }) => {
  await page.goto(summer);
  await expectShown(page);
  await page.getByRole('button', { name: 'Previous day, Jul 14' }).click();
  await expect(page.locator('[data-date]')).toContainText('Tuesday, Jul 14, 2026');
  await expect(page).toHaveURL(/\?on=2026-07-14$/);
  await page.getByRole('button', { name: 'Another day' }).click();
  await page.getByLabel('Day', { exact: true }).fill('2021-05-14');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-date]')).toContainText('Friday, May 14, 2021');
  await page.goBack();
  await expect(page.locator('[data-date]')).toContainText('Tuesday, Jul 14, 2026');
});

for (const [on, sentence] of [
  ['<b>', 'There is no day “<b>”.'],
  ['1850-01-01', 'The river needs a day from'],
] as const) {
  test(`has a sentence and a way back for ${on}`, async ({ page }) => {
    await page.goto(`${path}?on=${encodeURIComponent(on)}`);
    await expect(page.getByText(sentence)).toBeVisible();
    await page.getByRole('button', { name: 'Back to today' }).click();
    await expectShown(page);
    await expect(page.getByText(sentence)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

test('says that the river could not be loaded, and loads it on Try again', async ({ page }) => {
  await page.route('**/api/river*', (route) => route.abort());
  await page.goto(path);
  await expect(page.getByText(/^The river could not be loaded\./)).toBeVisible();
  await page.unroute('**/api/river*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectShown(page);
});

test('has the same as a table and as a file', async ({ page }) => {
  await page.goto(summer);
  await expectShown(page);
  await page.getByRole('button', { name: 'All values as a table' }).click();
  const table = page.getByRole('table', { name: 'Rivers of Jul 15, 2026' });
  await expect(table.getByRole('row').filter({ hasText: 'Burgess Canal' })).toContainText(
    /Canal.*near Heise – at Lorenzo.*cfs/s,
  );
  await page.getByText('Export', { exact: true }).click();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).first().click();
  const file = await readSavedCsv(await downloaded);
  expect(file).toMatch(/^(\ufeff?# .*\r\n)?\ufeff?# Rivers of Jul 15, 2026/);
  expect(file).toContain('Site,River,Kind,Between,Value,Unit,Day,Standing,Approval,Site ID,Source');
  expect(file).toMatch(/Burgess Canal,Snake River,Canal,near Heise – at Lorenzo,858,cfs/);
});

test('prints on one sheet of Letter paper, from a phone as well', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(summer);
  await expectShown(page);
  await expectPrintCode(page);
  // As wide as the paper between its margins, where a label of 10 CSS pixels can be read.
  await page.setViewportSize({ width: 768, height: 980 });
  await page.emulateMedia({ media: 'print' });
  const drawing = page.locator('svg:visible').filter({ hasText: 'Snake River' });
  const size = await drawing
    .locator('text')
    .first()
    .evaluate((text: SVGTextElement) => {
      return Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0);
    });
  expect(size).toBeGreaterThanOrEqual(10);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 390, height: 844 });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
});
