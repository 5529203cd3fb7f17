import { afterEach, expect, test, vi } from 'vitest';
import type { SiteHealth } from '#contract/hydro-health.ts';
import { siteColumns, siteRows } from '#features/snotel/columns.ts';
import { describeHealth } from '#features/snotel/labels.ts';
import { createSnotel } from '#features/snotel/screen.ts';
import { fakeAddress, fakeServer } from '../../support/fake-server.ts';

const site = (water_year: number, hydro_health_pct: number | null, to_date = false): SiteHealth => ({
  loc_name: 'Two Ocean Plateau',
  is_demonstration: false,
  loc_ndx: 114,
  loc_type_name: 'SNOTEL',
  huc8_name: 'Snake Headwaters',
  location_geometry: { type: 'Point', coordinates: [-110.2, 44.1] },
  indicator: 25.44,
  median_indicator: 24,
  hydro_health_pct,
  water_year,
  to_date,
  por_end: '2026-11-20',
  interval_days: 1,
  flagged: water_year === 2025 ? 2 : 0,
});

let stop = () => {};
afterEach(() => stop());

function open(query = '') {
  const server = fakeServer({
    listHealthYears: () => [1981, 2025, 2026, 2027].map((water_year) => ({ water_year })),
    listSiteHealth: () => [site(2025, 106), site(2026, null), site(2027, 20, true)],
    listHucHealth: () => [],
    readMapGeometry: () => ({ type: 'FeatureCollection', features: [] }),
  });
  const bar = fakeAddress(query);
  const screen = createSnotel({
    request: server.request,
    address: bar.address,
    now: () => new Date('2026-11-21T18:00:00Z'),
  });
  stop = screen.start();
  return { screen, ...bar };
}

test('starts with the current year, limits the year to the data, and writes it to the address', async () => {
  const { screen, history } = open();
  await vi.waitFor(() => expect(screen.$range.get()).toEqual({ min: 1981, max: 2027 }));
  expect(screen.$year.get()).toBe(2026);
  screen.setYear(2050);
  expect(screen.$year.get()).toBe(2027);
  screen.setYear(1900);
  expect(screen.$year.get()).toBe(1981);
  screen.toggleLegend();
  expect(history.at(-1)).toBe('year=1981&legend=off');
});

test('restores year, legend and tables from a link', async () => {
  const { screen } = open('year=2025&legend=off&s.sort=-y2026&h.size=60');
  await vi.waitFor(() =>
    expect(screen.$sitesTable.get().sort).toEqual({ id: 'y2026', direction: 'descending' }),
  );
  expect(screen.$year.get()).toBe(2025);
  expect(screen.$legend.get()).toBe(false);
  expect(screen.$hucsTable.get().pageSize).toBe(60);
});

test('has a column for each water year, the newest first, and labels the current one “to date”', () => {
  const columns = siteColumns([2025, 2027, 2026], 2027);
  expect(columns.map((column) => column.header)).toEqual([
    'Location',
    'HUC8',
    '2027 to date',
    '2026',
    '2025',
  ]);
  const [row] = siteRows([site(2025, 105.6), site(2026, null)], '2026-11-21');
  if (!row) throw new Error('There is no row.');
  expect(columns.at(-1)?.value(row)).toBe(105.6);
  expect(columns.at(-2)?.value(row)).toBeNull();
});

test('marks the row of a late site', () => {
  const nameOf = (por_end: string) => {
    const [row] = siteRows([{ ...site(2026, 90), por_end }], '2026-11-21');
    if (!row) throw new Error('There is no row.');
    const [name] = siteColumns([2026], 2027);
    return [name?.mark?.(row), name?.note?.(row)];
  };
  expect(nameOf('2026-11-20')).toEqual([undefined, undefined]);
  expect(nameOf('2026-11-01')).toEqual([
    'late',
    'Last value 11/01/2026, 20 days ago; usually every day: late',
  ]);
  expect(nameOf('2010-10-01')[0]).toBeUndefined();
});

test('describes a year in percent and inches, or says that there is no data', () => {
  const [row] = siteRows([site(2025, 106), site(2026, null), site(2027, 20, true)], '2026-11-21');
  expect(describeHealth(row, 2025)).toBe('106 % of median peak, 25.4 in peak; 2 flagged values are left out');
  expect(describeHealth(row, 2027)).toBe('20 % of median peak, 25.4 in peak to date');
  expect(describeHealth(row, 2026)).toContain('so no percentage');
  expect(describeHealth(row, 1999)).toBe('No SNOTEL data available');
  expect(describeHealth(undefined, 2025)).toBe('No SNOTEL data available');
});
