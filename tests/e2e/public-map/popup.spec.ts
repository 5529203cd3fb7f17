import { expect, test } from '../../support/e2e.ts';
import { openMap } from './map.ts';

const site = {
  loc_ndx: 77,
  loc_id: 'T-77',
  loc_name: 'Test Well near Rupert',
  loc_type: 'Sentinel Well',
  loc_type_name: 'Sentinel Well',
  parameter_name: 'Depth to Water, Hours Pumped',
  data_provider: 'IDWR',
  huc8_name: null,
  huc10_name: '',
  gw_district: null,
  location_geometry: { type: 'Point', coordinates: [-112.80227, 43.52744] },
  latitude_dd: 43.52744,
  longitude_dd: -112.80227,
  lat_dd: 43.52744,
  lon_dd: -112.80227,
  loc_url: 'https://example.org/plot?site=77',
  cuwcd_well_number: null,
  count_production: 12,
  count_waterlevels: 4321,
  count_wqdata: 0,
};

test('a click on a site opens a popup with its fields, link and graphs', async ({ page }) => {
  await page.route('**/api/public-map/wells', (route) => route.fulfill({ json: [site] }));
  await openMap(page);
  await page.locator('.leaflet-container').click();
  const popup = page.getByRole('dialog', { name: 'Test Well near Rupert' });
  await expect(popup).toBeVisible();
  await expect(popup.getByRole('heading')).toHaveText('Test Well near Rupert');
  await expect(popup.getByRole('term')).toHaveText([
    'Location ID',
    'Location Type',
    'Parameters',
    'Data Provider',
    'Latitude',
    'Longitude',
  ]);
  expect((await popup.boundingBox())?.width).toBeLessThanOrEqual(400 + 48);
  const link = popup.getByRole('link', { name: /Plot link/ });
  await expect(link).toHaveAttribute('href', 'https://example.org/plot?site=77');
  await expect(link).toHaveAttribute('rel', /noopener/);
  const at = '/data-analysis-tools/time-series-comparison';
  await expect(popup.getByRole('link', { name: 'Production (12)' })).toHaveAttribute(
    'href',
    `${at}?parameter_left=10&locations_left=77`,
  );
  await expect(popup.getByRole('link', { name: 'Water Levels (4,321)' })).toHaveAttribute(
    'href',
    `${at}?parameter_left=7&locations_left=77`,
  );
  await expect(popup.getByRole('link', { name: /Quality/ })).toHaveCount(0);
  await expect(page).toHaveURL(/site=77/);
  await popup.getByRole('button', { name: /close/i }).click();
  await expect(popup).toBeHidden();
  await expect(page).not.toHaveURL(/site=/);
});
