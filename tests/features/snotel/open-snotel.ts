import { onTestFinished } from 'vitest';
import type { SiteHealth } from '#features/snotel/contract.ts';
import { createSnotel, type SnotelSettings } from '#features/snotel/screen/screen.ts';
import { type FakeResponses, fakeAddress, fakeServer } from '../../support/fake-server.ts';

export const basis = { count: 30, first_year: 1991, last_year: 2020 };
export const basisToDate = { count_to_date: 30, first_year_to_date: 1991, last_year_to_date: 2020 };

/** A station's water year, of which October to November 20 is compared. */
export const createSiteHealth = (
  water_year: number,
  hydro_health_pct: number | null,
  to_date = false,
): SiteHealth => ({
  loc_id: '837:WY:SNTL',
  loc_name: 'Two Ocean Plateau',
  delivered_by: 'NRCS Snotel',
  loc_ndx: 114,
  loc_type_name: 'SNOTEL',
  huc8_name: 'Snake Headwaters',
  location_geometry: { type: 'Point', coordinates: [-110.2, 44.1] },
  indicator: 25.44,
  median_indicator: hydro_health_pct === null ? null : 24,
  hydro_health_pct,
  water_year,
  to_date,
  por_end: '2026-11-20',
  interval_days: 1,
  flagged: water_year === 2025 ? 2 : 0,
  as_of: `${water_year - 1}-11-20`,
  indicator_to_date: 3.04,
  median_to_date: 2.5,
  pct_to_date: 121.6,
  median_peak_day: '04-20',
  ...basis,
  ...basisToDate,
});

type OpenSettings = Partial<Omit<SnotelSettings, 'request' | 'address' | 'now'>> & { readonly day?: string };

/** Opens SNOTEL SWE Data at an address, until the test ends. */
export function openSnotel(
  query = '',
  responses: FakeResponses = {},
  { day = '2026-11-21', ...settings }: OpenSettings = {},
) {
  const server = fakeServer({
    listHealthYears: () => [2026, 2027].map((water_year) => ({ water_year })),
    listSiteHealth: () => [createSiteHealth(2026, 106)],
    listHucHealth: () => [],
    readMapGeometry: () => ({ type: 'FeatureCollection', features: [] }),
    ...responses,
  });
  const bar = fakeAddress(query);
  const now = () => new Date(`${day}T18:00:00Z`);
  const screen = createSnotel({ request: server.request, address: bar.address, now, parts: [], ...settings });
  const stop = screen.start();
  onTestFinished(stop);
  return { screen, asked: server.callsOf, stop, ...bar };
}

/** The ring of a square, from its southwest corner around. */
export const boxOf = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
