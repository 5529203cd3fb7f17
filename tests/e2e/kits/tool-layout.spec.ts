import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';
const series = 'series=Minimum,Median,Maximum,2026,2025';
const waterYear = `${tools}/water-year-comparison?parameter=1&location=14&${series}&submitted=yes`;

/** With the lowest place where the top of the chart may be. */
const screens = [
  ['Water Year Comparisons', waterYear, 700, []],
  [
    'Reach Gains Comparisons',
    `${tools}/reach-gains-comparison?location=369&${series}&submitted=yes`,
    700,
    ['@full'],
  ],
  // Below the latest values of its sites.
  ['Forecast Supply', `${tools}/forecast-supply`, 900, ['@full']],
] as const;

const open = (page: Page, address: string) => openSignedIn(page, accounts.developer, address);
const chart = (page: Page) => page.locator('[aria-roledescription=chart]').first();
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });

/** Where an element is on the page, in CSS pixels. */
async function boxOf(locator: ReturnType<Page['locator']>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element has no box.');
  return { top: box.y, bottom: box.y + box.height, height: box.height };
}

for (const [name, address, lowest, tag] of screens) {
  test(`${name} has Submit and the top of its chart on the first screen`, { tag: [...tag] }, async ({
    page,
  }) => {
    await recordShifts(page);
    await open(page, address);
    await expect(chart(page).locator('canvas')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Series: chosen' })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect((await boxOf(submit(page))).bottom).toBeLessThan(900);
    expect((await boxOf(chart(page))).top).toBeLessThan(lowest);
    expect(await sumShifts(page)).toBeLessThan(0.1);
  });
}

test('form and map fold for this session, and give their room to the chart', { tag: '@full' }, async ({
  page,
}) => {
  await open(page, waterYear);
  await expect(chart(page).locator('canvas')).toBeVisible();
  const map = page.getByRole('region', { name: 'Map of locations' });
  const before = (await boxOf(chart(page))).top;
  const fold = (name: string) => page.getByRole('button', { name, exact: true });
  await fold('Map').click();
  await expect(map).toBeHidden();
  await expect(fold('Map')).toHaveAttribute('aria-expanded', 'false');
  await expect(submit(page)).toBeVisible();

  await fold('Inputs').focus();
  await page.keyboard.press('Enter');
  await expect(submit(page)).toBeHidden();
  expect((await boxOf(chart(page))).top).toBeLessThan(before - 200);

  await page.reload();
  await expect(chart(page).locator('canvas')).toBeVisible();
  await expect(submit(page)).toBeHidden();
  await expect(map).toBeHidden();
  await expectAccessible(page);

  await fold('Inputs').click();
  await expect(submit(page)).toBeVisible();
  await fold('Map').click();
  const low = (await boxOf(map)).height;
  await fold('Large map').click();
  await expect(fold('Large map')).toHaveAttribute('aria-pressed', 'true');
  expect((await boxOf(map)).height).toBeGreaterThan(low + 150);
});

test('on a phone the fields are a column', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, waterYear);
  const tops: number[] = [];
  for (const label of ['Series', 'Parameter', 'Location', 'Measure', 'Year']) {
    tops.push((await boxOf(page.getByLabel(label, { exact: true }))).top);
  }
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(new Set(tops).size).toBe(tops.length);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
