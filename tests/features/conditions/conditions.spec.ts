import type { Page } from '@playwright/test';
import { drawnPixels, openLayers, openMap } from '../../e2e/public-map/map.ts';
import { chooseRadio, expect, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';

const slider = (page: Page) => page.getByRole('slider', { name: 'Day of the conditions' });
const rows = (page: Page) => page.getByRole('list', { name: 'Sites in view' }).getByRole('button');
const addressedDay = (page: Page) => new URL(page.url()).searchParams.get('on');

// The first reader of a season waits until it is computed.
test.beforeAll(async ({ request }) => {
  test.setTimeout(180_000);
  const status = async () => (await request.get('/api/public-map/conditions/2021')).status();
  await expect.poll(status, { timeout: 150_000 }).toBe(200);
});

test('opens on today’s conditions, the most unusual site first, which has a card when it is pointed at', async ({
  page,
}) => {
  await openMap(page);
  await expect(page.getByRole('heading', { name: 'Most unusual now' })).toBeVisible();
  const legend = page.getByRole('list', { name: 'Data Points' });
  await expect(legend).toContainText('Sentinel Well, Non-Sentinel Well, Recharge');
  await expect(legend).toContainText('Lowest or highest on record');
  await expect.poll(() => drawnPixels(page, '#8b99a2')).toBeGreaterThan(200);
  await expect(rows(page).first()).toContainText(/on record/);
  await expect(rows(page).first().getByRole('img')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await rows(page).first().focus();
  const card = page.locator('.map-name[data-shown][data-card]');
  await expect(card).toContainText('lowest on record');
  await expect(card.locator('svg')).toBeVisible();
  const name = (await rows(page).first().locator('span').first().textContent()) ?? '';
  await expect(card).toContainText(name);
  await page.getByLabel('Sort').focus();
  await expect(card).toHaveCount(0);
  // The layers have the legend with its counts, and the map has none meanwhile.
  await page.getByRole('button', { name: 'Layers and basemaps' }).click();
  await expect(page.getByLabel('Color by')).toHaveValue('conditions');
  await expect(page.getByRole('list', { name: 'Legend: Conditions' })).toContainText('Much below normal');
  await expect(legend).toBeHidden();
  await expect(page.getByLabel('Color by').getByRole('option')).toHaveText([
    'Location Types',
    'Parameters',
    'Data Providers',
    'HUC 8s',
    'HUC 10s',
    'GW Districts',
    'Default',
    'Conditions',
  ]);
  const layers = page.getByRole('region', { name: 'Layers' });
  await expect(layers.getByText('Diversion, Diversion Pump, Return Flow')).toBeVisible();
});

test('opens at the specified center and zoom, and the compass returns there', async ({ page }) => {
  await openMap(page, '?view=43.9,-112.1,9');
  await expect(page).toHaveURL(/view=/);
  await page.getByRole('button', { name: 'Return to default view' }).click();
  await expect(page).not.toHaveURL(/view=/);
  await openMap(page, '?view=43.52744,-112.80227,7&q=heise');
  await page.getByRole('button', { name: 'Layers and basemaps' }).click();
  await expect(page).toHaveURL(/q=heise&panels/);
});

test('lists a family of sites, and with snow the HUC8s that the map fills', async ({ page }) => {
  await openMap(page);
  const families = page.getByRole('radiogroup', { name: 'Family of sites' });
  await families.getByRole('radio', { name: 'All' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(families.getByRole('radio', { name: 'Reservoirs' })).toBeChecked();
  await expect(page.getByText(/^\d\d of 374 sites in view$/)).toBeVisible();
  await expect(rows(page).first()).toContainText('% full');
  await expect(rows(page).filter({ hasText: 'Stream Gage' })).toHaveCount(0);
  await page.getByLabel('Water year').selectOption('2021');
  await slider(page).fill(String(Date.parse('2021-03-01') / 86_400_000));
  await chooseRadio(families.getByRole('radio', { name: 'Snow' }));
  const units = page.getByRole('list', { name: 'Snow of the HUC8s' }).getByRole('button');
  await expect(units.first()).toContainText(/snow .+ % .*of the median$/);
  const name = (await units.first().locator('span').first().textContent()) ?? '';
  await units.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name })).toContainText(/Snow\s*.+ of the median/);
});

test('sorts the list by name and along the river', async ({ page }) => {
  await openMap(page);
  await page.getByLabel('Sort').selectOption({ label: 'A to Z' });
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page).first()).toContainText('A&B Irrigation District');
  await expect(page.getByRole('heading', { name: 'Sites', exact: true })).toBeVisible();
  await page.getByLabel('Sort').selectOption({ label: 'Along the river' });
  await expect(rows(page).first()).toContainText('Snake River');
  await expect(page).toHaveURL(/sort=river/);
  await page.reload();
  await expect(page.getByLabel('Sort')).toHaveValue('river');
});

test('shows a past day by the keyboard, and again from its link', async ({ page }) => {
  await openMap(page);
  const seasons: string[] = [];
  page.on('request', (request) => {
    if (/conditions\/\d{4}$/.test(request.url())) seasons.push(request.url().slice(-4));
  });
  await page.getByLabel('Water year').selectOption('2021');
  await expect(page.getByText('Loading water year 2021…')).toBeHidden();
  await expect(rows(page).first()).toContainText(/on record/);
  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => addressedDay(page)).toBe('2020-10-01');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => addressedDay(page)).toBe('2020-10-02');
  await page.keyboard.press('PageUp');
  await expect.poll(() => addressedDay(page)).toBe('2020-11-02');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => addressedDay(page)).toBe('2020-10-01');
  await page.keyboard.press('End');
  await expect.poll(() => addressedDay(page)).toBe('2021-09-30');
  await expect(page.getByRole('heading', { name: 'Most unusual on Sep 30, 2021' })).toBeVisible();
  expect(seasons).toEqual(['2021']);
  const listed = await rows(page).first().textContent();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Most unusual on Sep 30, 2021' })).toBeVisible();
  await expect(rows(page).first()).toHaveText(listed ?? '');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Sep 30, 2021');
});

test('plays a season by days until it is paused', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openMap(page, '?on=2020-10-01');
  await page.getByRole('button', { name: 'Play the season' }).click();
  // The season may have to be computed first; the address follows when the slider rests.
  const second = Date.parse('2020-10-02') / 86_400_000;
  await expect
    .poll(async () => Number(await slider(page).inputValue()), { timeout: 40_000 })
    .toBeGreaterThan(second);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => addressedDay(page)).toMatch(/^202[01]-(?!10-0[12]$)/);
  const paused = await slider(page).getAttribute('aria-valuetext');
  await expect(page.getByRole('button', { name: 'Play the season' })).toBeVisible();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', paused ?? '');
});

test('does not play with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openMap(page);
  await expect(slider(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play the season' })).toHaveCount(0);
});

for (const [on, message] of [
  ['2021-02-30', 'There is no day “2021-02-30”. Write one as 2021-05-14.'],
  ['1979-12-31', 'There is no map of Dec 31, 1979: the first value is of Jan 1, 1980.'],
]) {
  test(`answers the wrong day ${on} in words`, async ({ page }) => {
    await openMap(page, `?on=${on}`);
    await expect(page.getByText(message ?? '')).toContainText('The map shows the latest conditions.');
    await expect(page.getByRole('heading', { name: 'Most unusual now' })).toBeVisible();
    await expect.poll(() => addressedDay(page)).toBe(null);
  });
}

test('a link with a choice of colors opens with it, and without the slider', async ({ page }) => {
  await openLayers(page, '?color=provider');
  await expect(page.getByRole('list', { name: 'Legend: Data Providers' })).toBeVisible();
  await expect(slider(page)).toHaveCount(0);
  await page.getByLabel('Color by').selectOption({ label: 'Conditions' });
  await expect(slider(page)).toBeVisible();
  await expect(page).not.toHaveURL(/color=/);
});

test('a year that cannot be loaded is tried again', async ({ page }) => {
  await page.route('**/api/public-map/conditions/2021', (route) => route.abort());
  await openMap(page, '?on=2021-05-14');
  const note = page.getByText('Water year 2021 could not be loaded.');
  await expect(note).toBeVisible();
  await page.unroute('**/api/public-map/conditions/2021');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(note).toBeHidden();
  await expect(rows(page).first()).toContainText(/on record/);
});

test('folds the filters between 1,100 and 1,200 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1150, height: 800 });
  await openMap(page);
  await expect(page.getByRole('button', { name: 'Location Types' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Location Types' }).click();
  await page.getByRole('checkbox', { name: 'SNOTEL' }).check();
  await page.getByRole('button', { name: 'Close Filters' }).click();
  await expect(page.getByText(/^\d+ of \d+ sites in view$/)).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(page.getByRole('button', { name: 'Location Types' })).toBeVisible();
});

test('has the slider, a key and a sheet on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openMap(page);
  await expect(page.getByText('Percentile of the date, from dry to wet:')).toBeAttached();
  const box = await slider(page).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectNoSidewaysScroll(page);
});

test('moves nothing on the page while the conditions arrive', async ({ page }) => {
  await recordShifts(page);
  await openMap(page);
  await expect(rows(page).first().getByRole('img')).toBeVisible();
  await expect.poll(() => drawnPixels(page, '#8b99a2')).toBeGreaterThan(200);
  expect(await sumShifts(page)).toBeLessThanOrEqual(0.02);
});

/** A step of the slider, as a share of drawing 20,000 dots. */
const maxStepPerDots = 2;

test('a step of the slider takes little of the page’s time', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page, '?on=2021-03-01');
  await expect(rows(page).first()).toContainText(/on record/);
  await slider(page).focus();
  const session = await page.context().newCDPSession(page);
  // The processor's time, which other work on the machine does not lengthen.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const beforeDots = await taskMs();
  await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    for (let dot = 0; dot < 20_000; dot += 1) {
      context?.beginPath();
      context?.arc(dot % 300, dot % 150, 6, 0, 2 * Math.PI);
      context?.fill();
    }
    context?.getImageData(0, 0, 1, 1);
  });
  /** Fixed work of the kind that a step does. */
  const dotsMs = (await taskMs()) - beforeDots;
  const steps = 30;
  const before = await taskMs();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume))));
  }
  await expect(page.getByRole('heading', { name: 'Most unusual on Mar 31, 2021' })).toBeVisible();
  const each = ((await taskMs()) - before) / steps;
  console.log(`A step of the slider: ${each.toFixed(1)} ms; 20,000 dots: ${dotsMs.toFixed(1)} ms.`);
  expect(each / dotsMs).toBeLessThanOrEqual(maxStepPerDots);
});
