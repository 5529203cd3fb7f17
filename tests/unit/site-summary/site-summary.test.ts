import { expect, test, vi } from 'vitest';
import type { SiteSummary } from '#contract/time-series.ts';
import { mapPathOfSite } from '#domain/map-path.ts';
import { createColumns } from '#features/site-summary/columns.ts';
import { createSiteSummary } from '#features/site-summary/screen.ts';
import { fakeAddress, fakeServer } from '../../support/fake-server.ts';

const row: SiteSummary = {
  loc_ndx: 14,
  loc_id: '13037500',
  loc_name: 'Snake River near Heise',
  loc_type_name: 'Stream Gage',
  data_provider: 'USGS',
  huc8_name: 'Palisades',
  huc10_name: null,
  gw_district: null,
  loc_url: 'https://waterdata.usgs.gov/',
  lat_dd: 43.6125,
  lon_dd: -111.66,
  location_geometry: { type: 'Point', coordinates: [-111.66, 43.6125] },
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  por_start: '1980-10-01',
  por_end: '2025-11-19',
  num_days: 1,
  num_years: 46,
  total_samples: 1,
  source: null,
  is_demonstration: true,
};

test('a record is late compared with its usual interval, and has ended two years later', () => {
  const end = (today: string) => createColumns(today).find((column) => column.id === 'end');
  const note = (today: string, por_end: string | null) =>
    end(today)?.note?.({ ...row, por_end, num_days: 3650, total_samples: 3650 });
  expect(note('2025-11-24', '2025-11-19')).toBeUndefined();
  expect(note('2025-11-25', '2025-11-19')).toBe('Late: no value for 6 days; it usually has one every day');
  expect(note('2027-11-24', '2025-11-19')).toMatch(/^Late/);
  expect(note('2027-11-25', '2025-11-19')).toMatch(/has ended/);
  expect(note('2026-11-21', null)).toBeUndefined();
  const mark = (today: string) => end(today)?.mark?.({ ...row, num_days: 3650, total_samples: 3650 });
  expect([mark('2025-11-24'), mark('2025-11-25'), mark('2027-11-25')]).toEqual([
    undefined,
    'late',
    undefined,
  ]);
});

test('hides HUC10, Days, Values and Samples by default', () => {
  const hidden = createColumns('2026-11-21').filter((column) => column.hidden);
  expect(hidden.map((column) => column.header)).toEqual(['HUC10', 'Days', 'Values', 'Samples']);
});

test('links a name to the map and the chart icon to the time series', () => {
  expect(mapPathOfSite(row.loc_ndx)).toBe('/watershed-overview/map-of-sites?site=14');
  const [name] = createColumns('2026-11-21');
  expect(name?.actions?.(row).map((action) => action.href)).toEqual([
    '/data-analysis-tools/time-series-comparison?parameter_left=1&locations_left=14',
  ]);
});

test('writes the table to the address, and a change of page as a step of the history', async () => {
  const server = fakeServer({ listSiteSummaries: () => [row] });
  const bar = fakeAddress('q=heise&page=2');
  const screen = createSiteSummary({
    request: server.request,
    address: bar.address,
    now: () => new Date('2026-11-21T18:00:00Z'),
  });
  const stop = screen.start();
  await vi.waitFor(() => expect(screen.sites.$state.get().status).toBe('ready'));
  expect(screen.$table.get()).toMatchObject({ search: 'heise', page: 2, pageSize: 200 });
  screen.setTable({ ...screen.$table.get(), search: 'snake' });
  screen.setTable({ ...screen.$table.get(), page: 3 });
  expect(bar.history).toEqual(['q=snake&page=2', 'q=snake&page=3']);
  bar.back();
  expect(screen.$table.get().page).toBe(2);
  stop();
});
