import type { Page } from '@playwright/test';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, test } from '../../support/e2e.ts';
import { address, downloadOf, expectFitsScreens, open, part } from '../../support/forecast-part.ts';
import { createCarryOverExample } from '../carry-over/carry-over-example.ts';
import { createFillExample } from './fill-example.ts';

const fillAddress = `${address}?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`;
const carryOverAddress = `${address}?view=outlook&point=heise&issued=2025-11-01`;

/** Answers with examples that have everything in them. */
async function answerWithExamples(page: Page): Promise<void> {
  await page.route('**/api/fill/**', (route) => route.fulfill({ json: createFillExample() }));
  await page.route('**/api/carry-over/**', (route) => route.fulfill({ json: createCarryOverExample() }));
}

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

  test('says after the season what room the carry-over leaves', async ({ page }) => {
    await open(page, carryOverAddress);
    await expect(page.getByRole('region', { name: 'The carry-over in words' })).toBeVisible({
      timeout: 30_000,
    });
    const headline = page.getByRole('region', { name: 'The carry-over in words' });
    await part(page, 'What it takes to fill').click();
    await expect(headline).toContainText(/KAF on Nov 1, 2025.* left to 97 %/, { timeout: 30_000 });
    await expect(page).toHaveURL(/view=fill&.*issued=2025-11-01/);
    await expect(page.getByLabel('By', { exact: true })).toHaveCount(0);
  });
});

test('the fill is accessible, and never scrolls sideways', async ({ page }) => {
  await answerWithExamples(page);
  await expectFitsScreens(page, fillAddress);
});

test('the carry-over of the fill is accessible, and never scrolls sideways', async ({ page }) => {
  await answerWithExamples(page);
  await expectFitsScreens(page, carryOverAddress.replace('outlook', 'fill'));
});
