import type { Page } from '@playwright/test';
import { createCarryOverExample, createWithheldCarryOver } from '../../support/carry-over-example.ts';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import {
  createFillExample,
  createOutlookExample,
  createWithheldOutlook,
} from '../../support/outlook-example.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const address = '/data-analysis-tools/forecast-supply';
const outlookAddress = `${address}?view=outlook&point=heise&issued=2026-04-01`;
const fillAddress = `${address}?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`;

const carryOverAddress = `${address}?view=outlook&point=heise&issued=2025-11-01`;

const open = (page: Page, where: string) => openSignedIn(page, accounts.all, where);
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of Forecast Supply' }).getByRole('link', { name });
const charts = (page: Page) => page.locator('[aria-roledescription=chart] canvas');

/** Answers with examples that have everything in them, such as official forecasts. */
async function answerWithExamples(page: Page, outlook = createOutlookExample()): Promise<void> {
  await page.route('**/api/outlook/**', (route) => route.fulfill({ json: outlook }));
  await page.route('**/api/fill/**', (route) => route.fulfill({ json: createFillExample() }));
  await page.route('**/api/carry-over/**', (route) => route.fulfill({ json: createCarryOverExample() }));
}

async function downloadOf(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

test.describe('the outlook', () => {
  test('says the volume, draws the fan, and a link restores it', async ({ page }) => {
    await open(page, address);
    await part(page, 'Outlook').click();
    await expect(page.getByRole('region', { name: /^The (outlook|carry-over) in words$/ })).toBeVisible({
      timeout: 30_000,
    });
    await page.getByLabel('Issue day').fill('2026-04-01');
    const headline = page.getByRole('region', { name: 'The outlook in words' });
    await expect(page.getByRole('region', { name: 'The season' })).toContainText(
      /volume, Snake River near Heise.*[\d,.]+ KAF.*8 in 10 chance between/,
      {
        timeout: 30_000,
      },
    );
    await expect(headline).toContainText(/The 80 % range held \d+ of \d+ times\./);
    await expect(page).toHaveURL(/view=outlook&point=heise&issued=2026-04-01/);
    await expect(charts(page).first()).toBeVisible();
    await expect(
      page.getByRole('table', { name: 'What drives it' }).getByRole('link').first(),
    ).toHaveAttribute('href', /^\/sites\/\d+$/);
    const link = page.url();
    await part(page, 'Supply indicators').click();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    await page.goBack();
    await expect(headline).toBeVisible();
    expect(page.url()).toBe(link);
  });

  test('has official forecasts, analog years, a record that keys read, and files', async ({ page }) => {
    await answerWithExamples(page);
    await open(page, outlookAddress);
    await expect(page.getByRole('columnheader', { name: 'NRCS, published Apr 1, 2026 (KAF)' })).toBeVisible();
    await page.getByLabel('Analog years (not a forecast)').check();
    await expect(page).toHaveURL(/analogs=yes/);
    await expect(page.getByRole('button', { name: '1999', exact: true }).first()).toBeVisible();

    const record = page.getByRole('group', { name: /^Record: / });
    await record.scrollIntoViewIfNeeded();
    await expect(record.locator('canvas')).toBeVisible();
    await record.focus();
    await page.keyboard.press('End');
    await expect(
      page.getByText(/^(Leave-one-out|Forward).*: \d{4}, came [\d,.]+ KAF, forecast/),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Point at a mark, or use the arrow keys, to read it.')).toBeVisible();

    for (const name of ['Predictors', 'Coefficients', 'Residuals', 'Training data'])
      expect(await downloadOf(page, `Download CSV of ${name}`)).toMatch(
        /# Issue day: 2026-04-01.*# Source: .*# Address: .*view=outlook/s,
      );
    expect(JSON.parse(await downloadOf(page, 'Download JSON of Model')).forecast.model.method).toBe(
      'principal-components',
    );
    const title = 'the chart Record: April–July volume, Snake River near Heise';
    const place = page.locator('section').filter({ has: record }).last();
    const fileOf = async (kind: string) => {
      await chartButton(page, 'Export', `Download ${kind} of ${title}`, place);
      return downloadOf(page, `Download ${kind} of ${title}`);
    };
    expect(await fileOf('SVG')).toContain('Source: Computed by this portal');
    expect(await fileOf('CSV')).toContain('Leave-one-out (AF)');
  });

  test('that is withheld says why, and shows its predictors', async ({ page }) => {
    await answerWithExamples(page, createWithheldOutlook());
    await open(page, outlookAddress);
    const summary = page.getByRole('region', { name: 'The outlook in words' });
    await expect(summary.getByText(/8 of 21 predictors have no value yet/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'The predictors on the issue day' })).toContainText('late');
    await expect(page.getByRole('table', { name: 'Volume of the period by exceedance' })).toContainText(
      '3,290',
    );
    await expect(page.getByRole('button', { name: 'Download CSV of Coefficients' })).toHaveCount(0);
    await expectAccessible(page);
  });

  test('keeps the last answer when the next fails, and loads again', async ({ page }) => {
    let isDown = false;
    await page.route('**/api/outlook/**', (route) =>
      isDown ? route.abort('internetdisconnected') : route.fulfill({ json: createOutlookExample() }),
    );
    await open(page, outlookAddress);
    await expect(page.getByText(/8 in 10 chance/)).toBeVisible();
    isDown = true;
    await page.getByRole('button', { name: 'Previous first of a month' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'The outlook could not be loaded. The server cannot be reached. Shown is the outlook of Apr 1, 2026 for Snake River near Heise.',
    );
    await expect(page.getByText(/8 in 10 chance/)).toBeVisible();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('says what of an address cannot be shown', async ({ page }) => {
    await answerWithExamples(page);
    await open(page, `${address}?view=outlook&point=nowhere&issued=2026-09-31`);
    await expect(
      page.getByText('There is no point “nowhere”. This is Snake River near Heise.'),
    ).toBeVisible();
    await expect(page.getByText(/There is no day “2026-09-31”/)).toBeVisible();
    // The example of the outlook, or after its season that of the carry-over.
    await expect(page).toHaveURL(/point=heise&issued=2026-(04|11)-01/);
  });
});

test.describe('the carry-over', () => {
  test('says the storage of Apr 1 after the season, and the room that it leaves', async ({ page }) => {
    await open(page, carryOverAddress);
    const headline = page.getByRole('region', { name: 'The carry-over in words' });
    await expect(
      page.getByRole('heading', { name: 'Carry-over on Apr 1, 2026, The seven reservoirs', exact: true }),
    ).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Storage now' })).toContainText(/\d+ % full/);
    await expect(charts(page).first()).toBeVisible();
    await part(page, 'What it takes to fill').click();
    await expect(headline).toContainText(/KAF on Nov 1, 2025.* left to 97 %/, { timeout: 30_000 });
    await expect(page).toHaveURL(/view=fill&.*issued=2025-11-01/);
    await expect(page.getByLabel('By', { exact: true })).toHaveCount(0);
  });

  test('has its range, the snow, its record and files', async ({ page }) => {
    await answerWithExamples(page);
    await open(page, carryOverAddress);
    await expect(page.getByText(/8 in 10 chance between/).first()).toBeVisible();
    await expect(page.getByRole('table', { name: 'Storage on Apr 1, 2027 by exceedance' })).toBeVisible();
    for (const name of ['Carry-over by exceedance', 'Season', 'Past winters'])
      expect(await downloadOf(page, `Download CSV of ${name}`)).toContain('# Issue day: 2026-11-01');
    await page.getByLabel('Reservoirs', { exact: true }).selectOption({ label: 'Grassy Lake' });
    await expect(page).toHaveURL(/point=island-park&reservoir=grassy&issued=2025-11-01/);
  });

  test('that is withheld says why, and what past years had', async ({ page }) => {
    await answerWithExamples(page);
    await page.route('**/api/carry-over/**', (route) => route.fulfill({ json: createWithheldCarryOver() }));
    await open(page, carryOverAddress);
    const headline = page.getByRole('region', { name: 'The carry-over in words' });
    await expect(page.getByText('no carry-over is given').first()).toBeVisible();
    await expect(headline).toContainText(/A carry-over needs 0\.05.*Past years carried over/s);
    await expectAccessible(page);
  });
});

test.describe('what it takes to fill', () => {
  test('says the space, the gain and the chance, and takes another target', async ({ page }) => {
    await open(page, fillAddress);
    const headline = page.getByRole('region', { name: 'The fill in words' });
    const chart = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Gains of past/ }) });
    await expect(chart.last()).toContainText(/[\d,.]+ KAF on Apr 1, 2026/, { timeout: 30_000 });
    await expect(headline).toContainText(/A mean gain of [\d,.]+ cfs over 121 days/);
    await page.getByLabel('Target, % of capacity').selectOption({ label: '90 %' });
    await expect(page).toHaveURL(/target=0\.9&/);
    await expect(chart.last()).toContainText('90 % by Jul 31, 2026', { timeout: 30_000 });
    await page.goBack();
    await expect(page.getByLabel('Target, % of capacity')).toHaveValue('0.97');
  });

  test('draws the gains and the hindcast, with files', async ({ page }) => {
    await answerWithExamples(page);
    await open(page, fillAddress);
    const gains = page.getByRole('group', { name: /^Gains of past years/ });
    const gainsSection = page.locator('section').filter({ has: gains }).last();
    await expect(gains.locator('canvas')).toBeVisible();
    await expect(page.getByText('Did not reach 97 %').first()).toBeAttached();
    await expect(page.getByRole('table', { name: /^Skill of the forecast method/ })).toContainText('213 KAF');
    await (await chartButton(page, 'More of', /^Table of the chart Gains/, gainsSection)).click();
    await expect(page.getByRole('table', { name: /^Gains of past years/ }).getByRole('row')).toHaveCount(40);
    expect(await downloadOf(page, 'Download CSV of Past years')).toContain('# Issue day: 2026-04-01');
    expect(await downloadOf(page, 'Download CSV of Figures')).toContain('Brier skill');
    expect(JSON.parse(await downloadOf(page, 'Download JSON of Model')).chance.method).toBe('forecast');
    await page.getByLabel('Target, % of capacity').selectOption({ label: 'Another number' });
    await page.getByLabel('Percent', { exact: true }).fill('120');
    await expect(page.getByText('Write a number from 1 to 100, such as 97.')).toBeVisible();
    await page.getByLabel('Percent', { exact: true }).fill('92.5');
    await expect(page).toHaveURL(/target=0\.925&/);
  });
});

for (const [name, where] of [
  ['the outlook', outlookAddress],
  ['the fill', fillAddress],
  ['the carry-over', carryOverAddress],
  ['the carry-over of the fill', carryOverAddress.replace('outlook', 'fill')],
] as const) {
  test(`${name} is accessible, and never scrolls sideways`, async ({ page }) => {
    await answerWithExamples(page);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, where);
      await page.locator('[aria-roledescription=chart]').first().scrollIntoViewIfNeeded();
      await expect(charts(page).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });
}
