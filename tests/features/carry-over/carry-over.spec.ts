import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { address, charts, downloadOf, expectFitsScreens, open } from '../../support/forecast-part.ts';
import { createCarryOverExample, createWithheldCarryOver } from './carry-over-example.ts';

const carryOverAddress = `${address}?view=outlook&point=heise&issued=2025-11-01`;

const answerWithExamples = (page: Page) =>
  page.route('**/api/carry-over/**', (route) => route.fulfill({ json: createCarryOverExample() }));

test.describe('the carry-over', () => {
  test('says the storage of Apr 1 after the season', async ({ page }) => {
    await open(page, carryOverAddress);
    await expect(
      page.getByRole('heading', { name: 'Carry-over on Apr 1, 2026, The seven reservoirs', exact: true }),
    ).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Storage now' })).toContainText(/\d+ % full/);
    await expect(charts(page).first()).toBeVisible();
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

test('the carry-over is accessible, and never scrolls sideways', async ({ page }) => {
  await answerWithExamples(page);
  await expectFitsScreens(page, carryOverAddress);
});
