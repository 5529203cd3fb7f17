import { expect, expectAccessible, saveHostileFilter, test } from '../../support/e2e.ts';
import { findings } from '../../support/finding.ts';
import { accounts, fillLogin } from '../../support/sign-in.ts';
import { site as siteRow } from '../../unit/public-map/builders.ts';
import { clickMiddleSite, openLayers, openMap, siteCount } from './map.ts';

const site = siteRow({
  loc_ndx: 77,
  loc_id: 'T-77',
  loc_name: 'Test Well near Rupert',
  loc_type: 'Sentinel Well',
  loc_type_name: 'Sentinel Well',
  parameter_name: 'Depth to Water, Hours Pumped',
  data_provider: 'IDWR',
  huc10_name: '',
  lat_dd: 43.52744,
  lon_dd: -112.80227,
  loc_url: 'https://example.org/plot?site=77',
  count_production: 12,
  count_waterlevels: 4321,
  por_end: null,
});

const latest = {
  loc_ndx: 77,
  records: [
    {
      ...findings.lowWell,
      loc_ndx: 77,
      loc_name: 'Test Well near Rupert',
      por_start: '1990-10-01',
      rdate: '2024-02-28',
      value: 51.5,
      approval: 'P',
      previous: { rdate: '2024-02-27', value: 51 },
      recent: { start: '2023-02-28', days: [0, 200, 365], values: [50, 53, 51.5] },
    },
  ],
};

/** The place of the site in the middle of the map. */
const atSite = '?view=43.52744,-112.80227,9';

test('a click on a site opens a popup with its values, fields, link and graphs', async ({ page }) => {
  await page.clock.setFixedTime('2024-03-01T18:00:00Z');
  let isDown = true;
  await page.route('**/api/public-map/wells', (route) =>
    route.fulfill({ json: [site, { ...site, loc_ndx: 78, location_geometry: null }] }),
  );
  await page.route('**/api/public-map/latest/77', (route) =>
    isDown ? route.abort() : route.fulfill({ json: latest }),
  );
  await openMap(page, atSite);
  await expect(siteCount(page)).toHaveText('1 of 1 site in view');
  await expect(page.getByText('1 site without coordinates is not shown.')).toBeVisible();
  const popup = page.getByRole('dialog', { name: 'Test Well near Rupert' });
  // A busy machine may draw the site before it can be clicked.
  await expect(async () => {
    await clickMiddleSite(page);
    await expect(popup.getByRole('heading')).toHaveText('Test Well near Rupert', { timeout: 5000 });
  }).toPass();

  await expect(popup.getByText(/^The latest values could not be loaded\./)).toBeVisible();
  isDown = false;
  await popup.getByRole('button', { name: 'Try again' }).click();
  const value = popup.getByRole('list', { name: 'Latest values' }).getByRole('listitem');
  await expect(value).toHaveCount(1);
  for (const fact of [
    'Depth to Water',
    '51.5 ft',
    'water level −0.5 ft in 1 day',
    'water level below normal on Feb 28, 14th percentile of 30 years',
    'Feb 28, provisional',
  ]) {
    await expect(value.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(value.getByRole('img', { name: 'The last year of Depth to Water' })).toBeVisible();
  await expect(value.getByRole('link', { name: /Chart of Depth to Water at Test Well/ })).toHaveAttribute(
    'href',
    /parameter_left=7&locations_left=77&axes=one&start=2022-10-01&end=2024-02-28&submitted=yes$/,
  );

  await expect(popup.getByRole('term')).toHaveText([
    'Location ID',
    'Location Type',
    'Parameters',
    'Data Provider',
    'Latitude',
    'Longitude',
  ]);
  expect((await popup.boundingBox())?.width).toBeLessThanOrEqual(400);
  const link = popup.getByRole('link', { name: /Plot link/ });
  await expect(link).toHaveAttribute('href', 'https://example.org/plot?site=77');
  await expect(link).toHaveAttribute('rel', /noopener/);
  const at = '/data-analysis-tools/time-series-comparison';
  await expect(popup.getByRole('link', { name: 'Production (12)' })).toHaveAttribute(
    'href',
    `${at}?parameter_left=10&locations_left=77&axes=one&start=&end=&submitted=yes`,
  );
  await expect(popup.getByRole('link', { name: 'Water Levels (4,321)' })).toHaveAttribute(
    'href',
    `${at}?parameter_left=7&locations_left=77&axes=one&start=&end=&submitted=yes`,
  );
  await expect(popup.getByRole('link', { name: /Quality/ })).toHaveCount(0);
  await expect(page).toHaveURL(/site=77/);
  await popup.getByRole('button', { name: /close/i }).click();
  await expect(popup).toBeHidden();
  await expect(page).not.toHaveURL(/site=/);
});

test('the popup steps through the sites at one place', async ({ page }) => {
  await openMap(page, '?view=43.5382,-112.3219,15');
  await clickMiddleSite(page);
  const popup = page.getByRole('dialog', { name: /^INL Well Highway 1/ });
  const met = new Set<string>();
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(popup.getByRole('status').filter({ hasText: 'sites here' })).toHaveText(
      /^[123] of 3 sites here$/,
    );
    met.add((await popup.getByRole('heading').textContent()) ?? '');
    const before = page.url();
    await popup.getByRole('button', { name: 'Next site here' }).click();
    await expect(page).not.toHaveURL(before);
    await expect(popup.getByRole('button', { name: 'Next site here' })).toBeFocused();
  }
  expect([...met].sort()).toEqual(['A', 'B', 'C'].map((letter) => `INL Well Highway 1${letter}`));
});

test('a row of the list says the same of a site as its popup', async ({ page }) => {
  const conditions = await (await page.request.get('/api/public-map/conditions')).json();
  const { value, standing } = conditions.find(({ loc_ndx }: { loc_ndx: number }) => loc_ndx === 2);
  await openMap(page, '?site=2');
  const row = page.getByRole('list', { name: 'Sites in view' }).locator('button[aria-current]');
  await expect(row).toContainText(value);
  await expect(row.getByRole('img', { name: standing })).toBeVisible();
  const latest = page.getByRole('dialog').getByRole('list', { name: 'Latest values' });
  await expect(latest).toContainText(value);
  await expect(latest).toContainText(standing);
});

test('choosing from the list keeps the list, its scroll position and the zoom', async ({ page }) => {
  await openMap(page, '?sort=name');
  const rows = page.getByRole('list', { name: 'Sites in view' }).getByRole('button');
  const row = rows.filter({ hasText: 'Bear Canyon' }).first();
  await row.click();
  await expect(page.getByRole('dialog', { name: 'Bear Canyon' })).toBeVisible();
  await expect(row).toBeFocused();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(page).not.toHaveURL(/,16/);
  expect(await rows.count()).toBe(100);
});

test('a late site is marked in the popup, in the list and in the legend', async ({ page }) => {
  const wells = await page.request.get('/api/public-map/wells');
  const rows: { loc_id: string; loc_ndx: number }[] = await wells.json();
  const late = rows.find(({ loc_id }) => loc_id === '13120000');
  await openLayers(page, `?site=${late?.loc_ndx}`);
  const popup = page.getByRole('dialog', { name: /^North Fork Big Lost River/ });
  await expect(popup.getByText(/^Last value .+, \d+ days ago; usually every day: late$/)).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: 'Sites in view' })
      .getByRole('button', { name: /^North Fork Big Lost River.* late, \d+ days old/ }),
  ).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Late: has not reported as often as it usually does' }),
  ).toHaveText(/[1-9]\d*$/);
  await expectAccessible(page);
});

test('a reporting site is not marked, and a closed one is marked as ended', async ({ page }) => {
  const today = new Date().toISOString().slice(0, 10);
  const closed = { ...site, loc_ndx: 78, loc_name: 'Closed Well', por_end: '1998-09-30' };
  const rows = [{ ...site, por_end: today }, closed];
  await page.route('**/api/public-map/wells', (route) => route.fulfill({ json: rows }));
  await openMap(page, '?site=78');
  const popup = page.getByRole('dialog', { name: 'Closed Well' });
  await expect(popup.getByText(/^Last value Sep 30, 1998, \d+ years ago; .+: ended$/)).toBeVisible();
  await expect(page.getByText(/^Late:/)).toHaveCount(0);
  await popup.getByRole('button', { name: 'Next site here' }).click();
  await expect(page.getByRole('dialog', { name: 'Test Well near Rupert' })).toBeVisible();
  await expect(page.getByText(/^Last value/)).toHaveCount(0);
});

test('the popup of a snow site leads in one click, through sign-in, to its drawn curve', async ({ page }) => {
  test.slow();
  await saveHostileFilter(page, 4, 1);
  const wells = await page.request.get('/api/public-map/wells');
  const rows: { loc_type: string; loc_ndx: number; loc_name: string }[] = await wells.json();
  const snow = rows.find(({ loc_type }) => loc_type === 'SNOTEL');
  await openMap(page, `?site=${snow?.loc_ndx}`);
  await page.getByRole('link', { name: 'Snow Curve' }).click();
  await fillLogin(page, accounts.user);
  const chart = page.getByRole('group', { name: new RegExp(`at ${snow?.loc_name}, water year`) });
  // The whole way, from a signed-out page to the values of all years, on a busy machine.
  await expect(chart.locator('canvas, svg').first()).toBeVisible({ timeout: 60_000 });
  const station = page.getByRole('region', { name: snow?.loc_name ?? '?', exact: true });
  await expect(station.getByRole('definition').first()).toHaveText(/^\d+\.\d in on/);
  await station.getByRole('link', { name: /in Time Series Comparisons$/ }).click();
  await expect(page.getByRole('group', { name: /^Snow Water Equivalent/ }).locator('canvas')).toBeVisible();
});
