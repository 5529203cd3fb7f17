import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';
const series = 'series=Minimum,Median,Maximum,2026,2025';
const waterYear = `${tools}/water-year-comparison?parameter=1&location=14&${series}`;
const reachGains = `${tools}/reach-gains-comparison?location=369&${series}`;
const timeSeries = `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2020-10-01&end=2022-09-30`;
const outlook = `${tools}/forecast-supply?view=outlook&point=heise&issued=2026-04-01`;
const fill = `${tools}/forecast-supply?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`;
const station = `${tools}/snotel-swe-data?year=2026&chosen=site-114`;

const open = (page: Page, address: string) => openSignedIn(page, accounts.developer, address);
const chart = (page: Page) => page.locator('[aria-roledescription=chart]').first();
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });

/** Where an element is on the page, in CSS pixels. */
async function boxOf(locator: ReturnType<Page['locator']>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element has no box.');
  return { top: box.y, bottom: box.y + box.height, height: box.height };
}

/** With the lowest place where the top of the chart may be. */
const desktop = [
  ['Water Year Comparisons', `${waterYear}&submitted=yes`, 330],
  ['Reach Gains Comparisons', `${reachGains}&submitted=yes`, 420],
  ['Time Series Comparisons', `${timeSeries}&submitted=yes`, 420],
  ['Forecast Supply', `${tools}/forecast-supply`, 620],
] as const;

for (const [name, address, lowest] of desktop) {
  test(`${name} has Submit in a line, and the chart on the first screen`, async ({ page }) => {
    await recordShifts(page);
    await open(page, address);
    await expect(chart(page).locator('canvas')).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // The board of reaches is folded to a line above the choice.
    const above = name === 'Reach Gains Comparisons' ? 60 : 0;
    expect((await boxOf(submit(page))).bottom).toBeLessThan(170 + above);
    expect((await boxOf(chart(page))).top).toBeLessThan(lowest + above);
    expect(await sumShifts(page)).toBeLessThan(0.1);
  });
}

test('the map is below the chart, loads when it comes near, and chooses a location', async ({ page }) => {
  await open(page, `${waterYear}&submitted=yes`);
  await expect(chart(page).locator('canvas')).toBeVisible();
  const map = page.getByRole('region', { name: 'Map of locations', exact: true });
  expect((await boxOf(map)).top).toBeGreaterThan((await boxOf(chart(page))).bottom);
  await expect(page.locator('.leaflet-container')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to the map of locations' }).click();
  await expect(page.locator('.leaflet-container')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const [name, address] of [
    ['Water Year Comparisons', waterYear],
    ['Reach Gains Comparisons', reachGains],
    ['Time Series Comparisons', timeSeries],
    ['Forecast Supply', `${tools}/forecast-supply`],
    ['Tributary Forecast', `${tools}/tributary-forecast`],
  ] as const) {
    const tag = address === waterYear ? ['@quick'] : [];
    test(`Submit of ${name} brings the chart into the window, and the focus to it`, { tag }, async ({
      page,
    }) => {
      await open(page, address);
      await page.getByRole('button', { name: 'Change' }).click();
      const sheet = page.getByRole('dialog', { name: 'What to compare' });
      const button = sheet.getByRole('button', { name: 'Submit' });
      await expect(button).toHaveAttribute('aria-disabled', 'false');
      await button.click();
      await expect(sheet).toHaveCount(0);
      await expect(chart(page).locator('canvas')).toBeVisible();
      await expect(page.locator('#result')).toBeFocused();
      const { top } = await boxOf(chart(page));
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(844);
      await expectNoSidewaysScroll(page);
    });
  }

  for (const [name, address] of [
    ['Water Year Comparisons', `${waterYear}&submitted=yes`],
    ['Reach Gains Comparisons', `${reachGains}&submitted=yes`],
    ['Time Series Comparisons', `${timeSeries}&submitted=yes`],
    ['the outlook', outlook],
    ['what it takes to fill', fill],
    ['a SNOTEL station', station],
  ] as const) {
    test(`a link to ${name} arrives with the chart in the window`, async ({ page }) => {
      await open(page, address);
      // A station is below the groups of sites.
      const drawn =
        name === 'a SNOTEL station' ? page.getByRole('group', { name: / at .+, water year / }) : chart(page);
      await expect(drawn.locator('canvas')).toBeVisible({ timeout: 30_000 });
      await expect.poll(async () => Math.abs((await boxOf(drawn)).top)).toBeLessThan(844);
    });
  }

  test('the fields are a sheet of one column', async ({ page }) => {
    await open(page, `${waterYear}&submitted=yes`);
    await expect(page.getByRole('region', { name: 'What to compare' })).toContainText(
      /^Snake River near Heise · 2026, 2025 \+3.*Change.*Submit$/,
    );
    await page.getByRole('button', { name: 'Change' }).click();
    const tops: number[] = [];
    for (const label of ['Location', 'Parameter', 'Series', 'Measure', 'Year']) {
      tops.push((await boxOf(page.getByLabel(label, { exact: true }))).top);
    }
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(new Set(tops).size).toBe(tops.length);
    await expectAccessible(page);
  });
});
