import type { Page } from '@playwright/test';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { address, charts, downloadOf, expectFitsScreens, open, part } from '../../support/forecast-part.ts';
import { createOutlookExample, createWithheldOutlook } from './outlook-example.ts';

const outlookAddress = `${address}?view=outlook&point=heise&issued=2026-04-01`;

/** Answers with examples that have everything in them, such as official forecasts. */
async function answerWithExamples(page: Page, outlook = createOutlookExample()): Promise<void> {
  await page.route('**/api/outlook/**', (route) => route.fulfill({ json: outlook }));
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
    // The example of the outlook, or after its season another day.
    await expect(page).toHaveURL(/point=heise&issued=\d{4}-\d\d-\d\d/);
  });
});

test('the outlook is accessible, and never scrolls sideways', async ({ page }) => {
  await answerWithExamples(page);
  await expectFitsScreens(page, outlookAddress);
});
