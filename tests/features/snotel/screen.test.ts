import { describe, expect, test, vi } from 'vitest';
import { bandColor, bands, noBandColor, withheldColor } from '#domain/snow/snowpack.ts';
import type { HucHealth, SiteHealth } from '#features/snotel/contract.ts';
import { exportNotes, hucColumns, siteColumns } from '#features/snotel/files/columns.ts';
import {
  colorOf,
  describeFewSites,
  describeHealth,
  type HealthRow,
  hucRows,
  siteRows,
} from '#features/snotel/files/rows.ts';
import { layersBeneath } from '#features/snotel/screen/layers-beneath.ts';
import { type Column, initialState } from '#kits/table/index.ts';
import { indexRows, selectRows, toCsv } from '#lib/table/rows.ts';
import { basis, basisToDate, boxOf, openSnotel, createSiteHealth as site } from './open-snotel.ts';

const huc = (water_year: number, changes: Partial<HucHealth> = {}): HucHealth => ({
  huc8_ndx: 1,
  huc8_name: 'Snake Headwaters',
  indicator: 60,
  median_indicator: 80,
  hydro_health_pct: 75,
  water_year,
  to_date: false,
  as_of: `${water_year - 1}-11-20`,
  indicator_to_date: 9,
  median_to_date: 10,
  pct_to_date: 90,
  site_count: 3,
  few_sites: false,
  site_count_to_date: 2,
  few_sites_to_date: false,
  delivered_by: ['NRCS Snotel'],
  ...basis,
  ...basisToDate,
  ...changes,
});

function only<T>(all: readonly T[]): T {
  const [first] = all;
  if (first === undefined) throw new Error('There is no row.');
  return first;
}
const today = '2026-11-21';

const open = (query = '', day = today) =>
  openSnotel(
    query,
    {
      listHealthYears: () => [1981, 2025, 2026, 2027].map((water_year) => ({ water_year })),
      listSiteHealth: () => [site(2025, 106), site(2026, null), site(2027, 20, true)],
    },
    { day },
  );

test.each([
  ['2026-09-30', 2026],
  ['2026-10-01', 2027],
  ['2027-04-01', 2027],
  // There is nothing of 2028 yet.
  ['2027-10-01', 2027],
] as const)('opens on %s with the water year %i and the percentage of the median peak', async (day, year) => {
  const { screen } = open('', day);
  await vi.waitFor(() => expect(screen.tables.site.$rows.get().length).toBeGreaterThan(0));
  await vi.waitFor(() => expect(screen.$range.get()).toBeDefined());
  expect([screen.$year.get(), screen.$measure.get()]).toEqual([year, 'peak']);
  screen.setMeasure('date');
  expect([screen.$year.get(), screen.$measure.get()]).toEqual([year, 'date']);
});

test('restores the percentage from a link, and ignores an unknown one', async () => {
  const { screen, stop } = open('year=2025&percent=date');
  await vi.waitFor(() => expect(screen.$range.get()).toBeDefined());
  expect(screen.$measure.get()).toBe('date');
  stop();
  expect(open('year=2025&percent=mean').screen.$measure.get()).toBe('peak');
});

test('tables follow the switch, and files name the percentage in each header', () => {
  const options = { years: [2025, 2027], current: 2027 };
  const row = only(siteRows([site(2025, 105.6)], today));
  const date = siteColumns({ ...options, measure: 'date' });
  expect(date.map(({ header, csvHeader }) => csvHeader ?? header)).toEqual([
    'Location',
    'Site Number',
    'HUC8',
    'Years of the median',
    '2027 (percent of median for the date)',
    '2025 (percent of median for the date)',
    'Source',
  ]);
  expect(date.at(-2)?.value(row)).toBe(122);
  const peak = siteColumns({ ...options, measure: 'peak' });
  expect(peak.slice(4, 6).map(({ csvHeader }) => csvHeader)).toEqual([
    '2027 to date (percent of median peak)',
    '2025 (percent of median peak)',
  ]);
  expect(peak.map(({ id }) => id)).toEqual(date.map(({ id }) => id));
});

test('a withheld percentage is neutral on the map, inches in the table, and explained', () => {
  const withheld = {
    ...site(2027, 20, true),
    indicator_to_date: 0.4,
    median_to_date: 0.7,
    pct_to_date: null,
  };
  const row = only(siteRows([{ ...withheld, as_of: '2026-11-22' }], today));
  const text = '0.4 in; the median for Nov 22 is 0.7 in; a percentage is given from 1 in on';
  expect(describeHealth(row, 2027, 'date')).toBe(text);
  const column = siteColumns({ years: [2027], current: 2027, measure: 'date' }).find(
    ({ id }) => id === 'y2027',
  );
  expect([column?.value(row), column?.absent?.(row), column?.note?.(row)]).toEqual([null, '0.4 in', text]);
  const snow = row.byYear.get(2027);
  expect([colorOf(snow?.date, 'date', 'light'), colorOf(snow?.peak, 'peak', 'light')]).toEqual([
    withheldColor,
    bandColor(20, 'peak', 'light'),
  ]);
  expect([...bands.map(({ color }) => color), noBandColor]).not.toContain(
    colorOf(snow?.date, 'date', 'light'),
  );
});

test('a site without a median has inches, and the color of no data', () => {
  const young = {
    ...site(2027, null, true),
    median_to_date: null,
    pct_to_date: null,
    count: null,
    count_to_date: null,
  };
  const row = only(siteRows([young], today));
  expect(describeHealth(row, 2027, 'date')).toBe(
    '3.0 in on Nov 20; too few years from 1991 to 2020 for a median, so no percentage',
  );
  expect(colorOf(row.byYear.get(2027)?.date, 'date', 'light')).toBe(noBandColor);
  const [name] = siteColumns({ years: [2027], current: 2027, measure: 'date' });
  expect(name?.mark?.(row)).toBe('no median');
});

test('marks the row of a late site, and of a median of fewer years than the period', () => {
  const nameOf = (changes: Partial<SiteHealth>) => {
    const row = only(siteRows([{ ...site(2026, 90), ...changes }], today));
    const [name] = siteColumns({ years: [2026], current: 2027, measure: 'peak' });
    return [name?.mark?.(row), name?.note?.(row)];
  };
  expect(nameOf({ por_end: '2026-11-20' })).toEqual([undefined, undefined]);
  expect(nameOf({ por_end: '2026-11-01' })).toEqual([
    'late',
    'Last value Nov 1, 2026, 20 days ago; usually every day: late',
  ]);
  expect(nameOf({ por_end: '2010-10-01' })[0]).toBeUndefined();
  expect(nameOf({ count: 14, first_year: 2007 })).toEqual(['14 years', 'Median of 14 years, 2007–2020']);
  expect(nameOf({ count: 14, first_year: 2007, por_end: '2026-11-01' })[0]).toBe('late, 14 years');
});

test('describes a year with the percentage’s name, inches, the median and its years', () => {
  const young = { ...site(2024, 80), count: 14, first_year: 2007 };
  const all = [young, site(2025, 106), site(2026, null), site(2027, 20, true)];
  const row = only(siteRows(all, today));
  expect(describeHealth(row, 2025, 'peak')).toBe(
    '106 % of median peak, 25.4 in peak; median 24.0 in (1991–2020, 30 years); 2 flagged values are left out',
  );
  expect(describeHealth(row, 2024, 'peak')).toContain('median 24.0 in (14 years, 2007–2020)');
  expect(describeHealth(row, 2027, 'peak')).toContain('20 % of median peak, 25.4 in peak to date');
  expect(describeHealth(row, 2027, 'date')).toBe(
    '122 % of median for the date, 3.0 in on Nov 20; median 2.5 in (1991–2020, 30 years)',
  );
  expect(describeHealth(row, 2026, 'peak')).toContain('so no percentage');
  expect(describeHealth(row, 1999, 'peak')).toBe('No SNOTEL data available');
  expect(describeHealth(undefined, 2025, 'date')).toBe('No SNOTEL data available');
});

test('describes a day without a value', () => {
  const row = only(siteRows([{ ...site(2025, 90), indicator_to_date: null, pct_to_date: null }], today));
  expect(describeHealth(row, 2025, 'date')).toBe('No value on Nov 20; 2 flagged values are left out');
  expect(colorOf(row.byYear.get(2025)?.date, 'date', 'light')).toBe(noBandColor);
});

test('describes a HUC8 by the mean of its sites, how many they are and the fewest years of one', () => {
  const row = only(hucRows([huc(2025, { count: 14, first_year: 1991 })]));
  expect(describeHealth(row, 2025, 'peak')).toBe(
    '75 % of median peak, 20.0 in peak on average over 3 sites; median 26.7 in (1991–2020, at least 14 years each)',
  );
  expect(describeHealth(row, 2025, 'date')).toContain(
    '4.5 in on average over 2 sites on Nov 20; median 5.0 in (1991–2020, 30 years each)',
  );
  const none = only(
    hucRows([huc(2025, { site_count: 0, indicator: 0, median_indicator: null, hydro_health_pct: null })]),
  );
  expect(describeHealth(none, 2025, 'peak')).toBe('No site has both a value and a median');
  expect(describeFewSites(none.byYear.get(2025)?.peak)).toBeUndefined();
});

test('marks few sites at the name of a HUC8 that always has few, otherwise in the year', () => {
  const few = { site_count: 1, few_sites: true };
  const marksOf = (all: readonly HucHealth[]) => {
    const row = only(hucRows(all));
    const columns = hucColumns({ years: [2025, 2026], current: 2027, measure: 'peak' });
    return columns.slice(0, 4).map((each) => [each.mark?.(row), each.note?.(row)]);
  };
  const why = 'Few sites: rests on 1 site';
  const none = [undefined, undefined];
  expect(marksOf([huc(2025, few), huc(2026, few)])).toEqual([['few sites', why], none, none, none]);
  expect(marksOf([huc(2025, few), huc(2026)])).toEqual([none, none, none, ['few sites', why]]);
  const light = { site_count: 2, few_sites: true };
  expect(marksOf([huc(2025, light), huc(2026)])[3]?.[1]).toBe(
    'Few sites: the 2 sites have less than a third of the subbasin’s median',
  );
});

test('files say what each median rests on, and which HUC8s have few sites', () => {
  const basisIn = (row: HealthRow, columns: readonly Column<HealthRow>[]) => {
    const column = columns.find(({ header }) => header === 'Years of the median');
    return [column?.hidden, column?.value(row)];
  };
  const options = { years: [2026], current: 2027 };
  const young = only(siteRows([{ ...site(2026, 90), count: 14, first_year: 2007 }], today));
  expect(basisIn(young, siteColumns({ ...options, measure: 'peak' }))).toEqual([true, '14 years, 2007–2020']);
  expect(basisIn(young, siteColumns({ ...options, measure: 'date' }))).toEqual([true, '1991–2020, 30 years']);
  const basin = hucRows([huc(2025, { site_count: 1, few_sites: true }), huc(2026, { count: 14 })]);
  expect(basisIn(only(basin), hucColumns({ ...options, measure: 'peak' }))[1]).toBe(
    '1991–2020, at least 14 years each',
  );
  expect(exportNotes(basin, 'peak').slice(1)).toEqual([
    'Few sites (fewer than 2, or less than a third of the median): Snake Headwaters (2025)',
  ]);
  expect(exportNotes(basin, 'date')).toHaveLength(1);
});

test('files have percentages rounded as shown, and the order is of the unrounded ones', () => {
  const columns = siteColumns({ years: [2025], current: 2027, measure: 'peak' });
  const rows = siteRows(
    [
      { ...site(2025, 106.44), loc_ndx: 1 },
      { ...site(2025, 106.41), loc_ndx: 2 },
    ],
    today,
  );
  const state = { ...initialState(columns), sort: { id: 'y2025', direction: 'ascending' } as const };
  const lines = toCsv(indexRows(rows, columns), state).split('\r\n').slice(1, 3);
  expect(lines.map((line) => line.split(',').at(-2))).toEqual(['106', '106']);
  expect(selectRows(indexRows(rows, columns), state)).toEqual([1, 0]);
});

describe('a chosen place', () => {
  const area = (id: number, west: number) => ({
    type: 'Feature',
    id,
    properties: { huc8_name: `Area ${id}` },
    geometry: {
      type: 'Polygon',
      coordinates: [boxOf(west, 43, 1)],
    },
  });
  const sites = Array.from({ length: 40 }, (_, at) => ({
    ...site(2025, 100),
    loc_ndx: at + 1,
    loc_name: `Site ${at + 1}`,
  }));

  const openPlaces = (query = '') =>
    openSnotel(query, {
      listHealthYears: () => [{ water_year: 2025 }],
      listSiteHealth: () => sites,
      listHucHealth: () => [huc(2025)],
      readMapGeometry: () => ({ type: 'FeatureCollection', features: [area(1, -113)] }),
    });

  test('on the map turns its table to its page, unless a filter hides it', async () => {
    const { screen } = openPlaces();
    await vi.waitFor(() => expect(screen.tables.site.$rows.get()).toHaveLength(40));
    const position = [44, -112] as const;
    screen.press({ kind: 'site', id: 35, name: 'Site 35', position });
    expect(screen.tables.site.$table.get().page).toBe(2);
    expect(screen.$pressed.get()?.position).toEqual(position);
    screen.tables.site.$table.set({ ...screen.tables.site.$table.get(), search: 'site 40', page: 1 });
    screen.press({ kind: 'site', id: 36, name: 'Site 36', position });
    expect(screen.tables.site.$table.get().page).toBe(1);
    screen.press(undefined);
    expect(screen.$pressed.get()).toBeUndefined();
    expect(screen.$chosen.get()).toEqual({ kind: 'site', id: 36 });
    screen.choose(undefined);
    expect(screen.$chosen.get()).toBeUndefined();
  });

  test.each([
    ['chosen=site-41', { kind: 'site', id: 41 }],
    ['chosen=huc8-1', { kind: 'huc8', id: 1 }],
    ['chosen=huc8-0', undefined],
    ['chosen=well-1', undefined],
    ['chosen=site-1x', undefined],
    ['chosen=site-9999999999', undefined],
    ['', undefined],
  ])('is read from a link: %s', async (query, expected) => {
    const { screen } = openPlaces(query);
    await vi.waitFor(() => expect(screen.tables.site.$rows.get()).toHaveLength(40));
    expect(screen.$chosen.get()).toEqual(expected);
    // Site 41 does not exist.
    if (expected?.kind === 'site') expect(screen.$pressed.get()).toBeUndefined();
  });
});

test('the water and the towns are beneath the sites, without the areas that have the colors of percentages', () => {
  const layers = ['huc8', 'rivers', 'towns'].map((source) => ({
    id: `${source}-1`,
    name: source,
    type: 'line' as const,
    source,
  }));
  expect(layersBeneath(layers).map(({ name }) => name)).toEqual(['rivers', 'towns']);
});

describe('the chosen station', () => {
  const open = (query: string, isNarrow = false) => openSnotel(query, {}, { isNarrow });

  test.each(['site-999', 'huc8-999'])('that the portal does not have is named: %s', async (chosen) => {
    const { screen } = open(`year=2026&chosen=${chosen}`);
    await vi.waitFor(() => expect(screen.$unknown.get()?.id).toBe(999));
  });

  test.each(['', 'chosen=site-114', 'chosen=site-x', 'chosen=site-0', 'chosen='])(
    'is not unknown with the address %j',
    async (query) => {
      const { screen } = open(query);
      await vi.waitFor(() => expect(screen.$range.get()).toBeDefined());
      expect(screen.$unknown.get()).toBeUndefined();
    },
  );

  test('leaves the legend hidden at first on a narrow screen, and the address says when it is shown', async () => {
    const { screen, history } = open('year=2026', true);
    await vi.waitFor(() => expect(screen.$range.get()).toBeDefined());
    expect(screen.$legend.get()).toBe(false);
    screen.toggleLegend();
    expect(history.at(-1)).toBe('year=2026&legend=on');
    expect(open('legend=on', true).screen.$legend.get()).toBe(true);
    expect(open('legend=off').screen.$legend.get()).toBe(false);
    expect(open('legend=maybe').screen.$legend.get()).toBe(true);
  });
});
