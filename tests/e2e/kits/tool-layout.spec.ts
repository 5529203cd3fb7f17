import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';
const series = 'series=Minimum,Median,Maximum,2026,2025';
const waterYear = `${tools}/water-year-comparison?parameter=1&location=14&${series}`;
const reachGains = `${tools}/reach-gains-comparison?location=369&${series}`;
const outlook = `${tools}/forecast-supply?view=outlook&point=heise&issued=2026-04-01`;
const station = `${tools}/snotel-swe-data?year=2026&chosen=site-114&s.size=5&h.size=5`;

const open = (page: Page, address: string) => openSignedIn(page, accounts.developer, address);
const chart = (page: Page) => page.locator('[aria-roledescription=chart]').first();
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });

/** Where an element is on the page, in CSS pixels. */
async function boxOf(locator: ReturnType<Page['locator']>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element has no box.');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height, width: box.width };
}

const drawnPages = [
  ['Water Year Comparisons', `${waterYear}&submitted=yes`],
  ['Reach Gains Comparisons', `${reachGains}&submitted=yes`],
  ['Forecast Supply', `${tools}/forecast-supply`],
  ['the outlook', outlook],
  ['the page of a site', '/sites/14'],
] as const;

for (const [name, address] of drawnPages) {
  test(`${name} has its whole plot on the first screen`, async ({ page }) => {
    // Four windows.
    test.slow();
    await recordShifts(page);
    for (const [width, height, lowest] of [
      [1440, 900, 220],
      [768, 1024, 340],
      [390, 844, 420],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, address);
      const plot = chart(page).locator('canvas').first();
      await expect(plot).toBeVisible({ timeout: 30_000 });
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      // On a busy machine, the first of several charts may come after the next.
      await expect
        .poll(async () => (await boxOf(plot)).top, { message: `${width} px` })
        .toBeLessThanOrEqual(lowest);
      expect((await boxOf(plot)).bottom, `${width} px`).toBeLessThanOrEqual(height);
      await expectNoSidewaysScroll(page);
      expect(await sumShifts(page), `${width} px`).toBeLessThanOrEqual(0.02);
    }
    // The specified height.
    await page.setViewportSize({ width: 1440, height: 1000 });
    await expect.poll(async () => boxHeight(chart(page).locator('canvas').first())).toBe(600);
  });
}

const boxHeight = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())?.height;

const map = (page: Page, name = 'Map of locations') => page.getByRole('region', { name, exact: true });
const mapButton = (page: Page) => page.getByRole('button', { name: 'Map', exact: true });

for (const [name, address, label] of [
  ['Water Year Comparisons', waterYear, 'Map of locations'],
  ['Reach Gains Comparisons', reachGains, 'Map of reaches'],
] as const) {
  test(`the map of ${name} is beside the form until Submit, then behind a button`, async ({ page }) => {
    await open(page, address);
    await expect(map(page, label).locator('.leaflet-container')).toBeVisible();
    const box = await boxOf(map(page, label));
    expect(box.width).toBe(406);
    expect(box.top).toBeLessThan(220);
    expect(box.bottom).toBeLessThanOrEqual(900);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect.poll(async () => (await boxOf(map(page, label))).width).toBe(312);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'false');
    await submit(page).click();
    await expect(chart(page).locator('canvas')).toBeVisible();
    await expect(map(page, label)).toHaveCount(0);
    await expect(mapButton(page)).toHaveAttribute('aria-expanded', 'false');
    await mapButton(page).press('Enter');
    await expect(map(page, label).locator('.leaflet-container')).toBeVisible();
    const [beside, plot] = [await boxOf(map(page, label)), await boxOf(chart(page))];
    expect(beside.right).toBeLessThan(plot.left);
    expect(beside.top).toBeLessThan(plot.top);
    await expectAccessible(page);
  });
}

test('the maps of the forecasts and their latest values open by buttons of the bar', async ({ page }) => {
  await open(page, `${tools}/forecast-supply`);
  await expect(chart(page).locator('canvas')).toBeVisible();
  await expect(map(page)).toHaveCount(0);
  await mapButton(page).click();
  await expect(map(page).locator('.leaflet-container')).toBeVisible();
  await page.getByRole('button', { name: 'Latest values' }).click();
  await expect(page.getByRole('list', { name: 'Latest values' }).getByRole('listitem')).toHaveCount(6);
});

test('Reach Gains begins with its form, then the board until Submit', async ({ page }) => {
  await recordShifts(page);
  await open(page, `${tools}/reach-gains-comparison`);
  const board = page.getByRole('region', { name: 'All reaches' });
  await expect(board.getByRole('row', { name: /^Sum of the five/ })).toBeVisible();
  expect((await boxOf(submit(page))).bottom).toBeLessThanOrEqual(108);
  expect((await boxOf(board)).top).toBeLessThan(140);
  expect(await sumShifts(page)).toBeLessThanOrEqual(0.02);
  await submit(page).click();
  await expect(chart(page).locator('canvas')).toBeVisible();
  expect((await boxOf(board)).top).toBeGreaterThan((await boxOf(chart(page))).bottom);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${tools}/reach-gains-comparison`);
  await expect(submit(page)).toBeInViewport();
  expect((await boxOf(board)).top).toBeGreaterThan((await boxOf(submit(page))).bottom);
});

test('SNOTEL opens with the year slider, the map and its legend on the first screen', async ({ page }) => {
  test.slow();
  await recordShifts(page);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, `${tools}/snotel-swe-data?s.size=5&h.size=5`);
    await expect(page.getByText('Select a Year to Visualize its Data on the Map')).toBeInViewport();
    await expect(page.getByText('Percent of Median Peak')).toBeVisible({ visible: width >= 768 });
    for (const name of [/one step back$/, /one step on$/])
      await expect(page.getByRole('button', { name })).toBeInViewport();
    await expect(page.getByRole('table', { name: 'HUC8 Table' }).getByRole('row').nth(1)).toBeVisible();
    const { top, bottom } = await boxOf(map(page, 'Map'));
    expect(top, `${width} px`).toBeLessThanOrEqual(260);
    expect(bottom, `${width} px`).toBeLessThanOrEqual(height);
    expect(await sumShifts(page), `${width} px`).toBeLessThanOrEqual(0.02);
  }
});

test('what stands below a chart is a line that opens, and the menu', async ({ page }) => {
  await open(page, `${waterYear}&submitted=yes`);
  await expect(chart(page).locator('canvas')).toBeVisible();
  const notes = page.getByRole('button', { name: 'Notes' });
  const line = page.getByRole('list').filter({ hasText: /Statistics are calculated.*Provisional/ });
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(28);
  await notes.press('Enter');
  await expect(notes).toHaveAttribute('aria-expanded', 'true');
  await expect(line.getByText(/^Click the chart to zoom/)).toBeInViewport();
  await page.getByRole('button', { name: /^More of the chart/ }).click();
  await expect(page.getByRole('link', { name: 'All about Snake River near Heise' })).toHaveAttribute(
    'href',
    '/sites/14',
  );
});

test('Water Year Comparisons opens as it was left, and starts new on request', async ({ page }) => {
  await open(page, `${tools}/water-year-comparison`);
  await expect(page.getByText(/click the red 'Submit' button/)).toBeVisible();
  await expect(page.getByText('as you left it')).toHaveCount(0);
  await submit(page).click();
  await expect(chart(page).locator('canvas')).toBeVisible();
  await page.goto(`${tools}/water-year-comparison`);
  await expect(chart(page).locator('canvas')).toBeVisible();
  expect((await boxOf(chart(page).locator('canvas'))).top).toBeLessThanOrEqual(220);
  await expect(page.getByText('as you left it')).toBeVisible();
  await page.getByRole('button', { name: 'start new' }).click();
  await expect(page.getByText(/click the red 'Submit' button/)).toBeVisible();
  await expect(page).not.toHaveURL(/submitted/);
});

test('a HUC8 that hides sites says so at the lists and on the map', async ({ page }) => {
  await open(page, `${tools}/time-series-comparison?huc8s=1`);
  const note = page.getByRole('button', { name: /^filtered by .+: show the locations of the left axis/ });
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: /: show the sites of the map of all HUC8s$/ })).toBeVisible();
  await note.click();
  await expect(page.getByRole('button', { name: /^filtered by/ })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'HUC8s' })).toHaveAttribute('placeholder', 'All HUC8s');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const [name, address] of [
    ['Water Year Comparisons', waterYear],
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
      // The title with the finding, and the whole plot.
      await expect
        .poll(async () => (await boxOf(page.locator('#result').getByRole('heading').first())).top)
        .toBeGreaterThanOrEqual(56);
      const { bottom } = await boxOf(chart(page).locator('canvas'));
      expect(bottom).toBeLessThanOrEqual(844);
      await expectNoSidewaysScroll(page);
    });
  }

  for (const [name, address] of [
    ['Water Year Comparisons', `${waterYear}&submitted=yes`],
    ['the outlook', outlook],
    ['a SNOTEL station', station],
  ] as const) {
    test(`a link to ${name} arrives with the chart in the window`, async ({ page }) => {
      await open(page, address);
      // A station is below the map.
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

for (const [name, address] of [
  ['Water Year Comparisons', waterYear],
  ['Reach Gains Comparisons', reachGains],
] as const) {
  test(`the bar of ${name} shows the whole name of what is chosen, and nothing over another field`, async ({
    page,
  }) => {
    await open(page, `${address}&submitted=yes`);
    await expect(chart(page).first()).toBeVisible();
    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      // The fields follow the width with the next frame.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const bar = page.getByRole('region', { name: 'What to compare' });
      for (const field of await bar.locator('input.ellipsis').all()) {
        await expect(field).not.toHaveValue('');
        const hidden = await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
      }
      const boxes = await bar
        .locator('button:visible, select:visible, .control-frame:visible')
        .evaluateAll((all) =>
          all
            .filter((each) => !each.parentElement?.closest('.control-frame'))
            .map((each) => each.getBoundingClientRect().toJSON() as DOMRect),
        );
      expect(boxes.length).toBeGreaterThan(2);
      for (const [at, one] of boxes.entries()) {
        for (const other of boxes.slice(at + 1)) {
          const isApart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top;
          expect(isApart, `${width} px: ${JSON.stringify([one, other])}`).toBe(true);
        }
      }
    }
  });
}
