import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SitePage, SiteRecord } from '#contract/site-page.ts';
import { createSiteScreen, parseSitePath, readChoice } from '#features/site-page/site-screen.ts';
import { fakeAddress, fakeServer } from '../../support/fake-server.ts';

const record = (parameter_ndx: number, rdate: string | null): SiteRecord => ({
  parameter_ndx,
  parameter_name: `Parameter ${parameter_ndx}`,
  units_name: 'cfs',
  por_start: '1980-10-01',
  por_end: rdate,
  total_samples: 100,
  interval_days: 1,
  source: null,
  is_demonstration: false,
  flagged: 0,
  provisional: 0,
  latest: rdate === null ? null : { ...latest, parameter_ndx, rdate },
  statistics: null,
  completeness: null,
  days: null,
});

const latest: NonNullable<SiteRecord['latest']> = {
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  is_demonstration: false,
  por_start: '1980-10-01',
  interval_days: 1,
  rdate: '2024-02-28',
  value: 90,
  approval: 'A',
  previous: null,
  class: null,
  period: 'day',
  percent_of_median: null,
  recent: { start: '2023-02-28', days: [], values: [] },
};

const page: SitePage = {
  site: {
    loc_ndx: 14,
    loc_id: 'HEII',
    loc_name: 'Snake River near Heise',
    loc_type_name: 'Stream Gage',
    data_provider: 'USGS',
    huc8_code: null,
    huc8_name: null,
    huc10_code: null,
    huc10_name: null,
    gw_district: null,
    latitude_dd: 43,
    longitude_dd: -112,
    elevation_ft: null,
    loc_url: null,
    capacity_af: null,
  },
  year: null,
  records: [record(1, null), record(2, '2024-10-02'), record(5, '2020-03-01')],
  neighbors: { river: null, upstream: [], downstream: [] },
  documents: [],
  announcements: [],
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(query = '', isSignedIn = true) {
  const $isSignedIn = atom(isSignedIn);
  const server = fakeServer({
    readSitePage: () => {
      const asked = Object(server.callsOf('readSitePage').at(-1)?.query).year;
      return { ...page, year: asked === undefined ? null : Number(asked) };
    },
    readWaterYears: () => [],
    readStanding: () => ({}),
  });
  const bar = fakeAddress(query);
  const screen = createSiteScreen({
    id: '14',
    request: server.request,
    address: bar.address,
    $isSignedIn,
    now: () => new Date('2024-10-03T18:00:00Z'),
  });
  const stop = screen.start();
  await vi.runAllTimersAsync();
  return { screen, server, bar, stop, $isSignedIn };
}

const seasonOf = ({ screen }: Awaited<ReturnType<typeof open>>) => {
  const state = screen.season.$state.get();
  return state.status === 'idle' ? undefined : state.selection;
};

test('the first record with a value is shown, and its season once it is near and somebody is signed in', async () => {
  const opened = await open('', false);
  expect(opened.screen.$record.get()?.parameter_ndx).toBe(2);
  opened.screen.showSeason();
  await vi.runAllTimersAsync();
  expect(seasonOf(opened)).toBeUndefined();
  opened.$isSignedIn.set(true);
  await vi.runAllTimersAsync();
  expect(seasonOf(opened)).toEqual({ parameter: 2, years: ['2025', '2024'] });
  opened.$isSignedIn.set(false);
  expect(seasonOf(opened)).toBeUndefined();
  opened.stop();
});

test('no daily values are asked for before the season is near', async () => {
  const opened = await open();
  expect(seasonOf(opened)).toBeUndefined();
  opened.screen.showSeason();
  opened.screen.chooseParameter(5);
  await vi.runAllTimersAsync();
  expect(seasonOf(opened)).toEqual({ parameter: 5, years: ['2020', '2019'] });
  opened.stop();
});

test('a link restores the parameter and the days of a year', async () => {
  const opened = await open('parameter=5&year=2021');
  expect(opened.screen.$record.get()?.parameter_ndx).toBe(5);
  expect(opened.screen.days.$state.get()).toMatchObject({
    status: 'ready',
    selection: 2021,
    data: { year: 2021 },
  });
  opened.screen.chooseYear(undefined);
  expect(opened.screen.days.$state.get().status).toBe('idle');
  opened.stop();
});

test.each([
  ['', { parameter: undefined, year: undefined }],
  ['parameter=0&year=12', { parameter: undefined, year: undefined }],
  ['parameter=-1&year=2021.5', { parameter: undefined, year: undefined }],
  ['parameter=five&year=2300', { parameter: undefined, year: undefined }],
  ['parameter=123456&year=1899', { parameter: undefined, year: 1899 }],
])('reads the query %o', (query, expected) => {
  expect(readChoice(query)).toEqual(expected);
});

test('a parameter that the site does not have is that of the first value', async () => {
  const opened = await open('parameter=77');
  expect(opened.screen.$record.get()?.parameter_ndx).toBe(2);
  opened.stop();
});

test.each([
  ['/sites/14', '14'],
  ['/sites/14/', '14'],
  ['/sites/site', undefined],
  ['/sites/014', undefined],
  ['/sites/14/more', undefined],
  ['/sites/9999999999', undefined],
])('the id in %s is %s', (path, id) => {
  expect(parseSitePath(path)).toBe(id);
});
