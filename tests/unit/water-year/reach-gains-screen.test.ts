import { afterEach, expect, test, vi } from 'vitest';
import type { ReachGainRecord } from '#contract/water-year.ts';
import { gainsChartContent } from '#features/water-year/reach-gains/gains-chart.ts';
import { createReachGains } from '#features/water-year/reach-gains/screen.ts';
import { fakeAddress, fakeServer, location } from '../../support/fake-server.ts';
import { createStanding } from '../../support/standing.ts';

let stop = () => {};
afterEach(() => stop());

const gain: ReachGainRecord = {
  year_num: '2026',
  month_abbrev: 'Oct',
  reach_gain_cfs: 100,
  complete: false,
  days_missing: 3,
  approval: 'P',
  count: null,
  first_year: null,
  last_year: null,
  provisional: null,
  loc_name: 'Near Blackfoot to Neeley',
  parameter_name: 'Reach Gain',
};

async function openReach() {
  const server = fakeServer({
    listReachLocations: () => [location(10, [9])],
    listAnalysisSeries: () => ['Median', '2026'].map((series_desc) => ({ series_desc })),
    readReachGains: () => [gain],
    readReachGainsOfAllYears: () => [gain, { ...gain, month_abbrev: 'Annual Total' }],
    readReachGainsToDate: () => [],
    readStanding: () => createStanding({ parameter_ndx: 9 }),
  });
  const { address } = fakeAddress('location=10&series=Median,2026&submitted=yes');
  const now = () => new Date('2026-11-21T18:00:00Z');
  const screen = createReachGains({ request: server.request, address, now });
  stop = screen.start();
  await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
  const state = screen.result.$state.get();
  if (state.status !== 'ready') throw new Error('The result is ready.');
  return { server, screen, data: state.data, selection: state.selection };
}

test('loads the chosen months, all years with totals, and the year to date', async () => {
  const { server, screen } = await openReach();
  expect(server.callsOf('readReachGains')).toMatchObject([
    { params: { location: '10', series: 'Median,2026' }, query: { year: 'water' } },
  ]);
  expect(server.callsOf('readReachGainsOfAllYears')).toMatchObject([
    { query: { year: 'water', totals: 'true' } },
  ]);
  screen.setYear('irrigation');
  await vi.waitFor(() =>
    expect(server.callsOf('readReachGainsToDate').map((call) => call.query)).toEqual([
      { year: 'water' },
      { year: 'irrigation' },
    ]),
  );
});

test('draws the months in acre-feet with incomplete ones marked, and no totals', async () => {
  const { data, selection } = await openReach();
  const content = gainsChartContent(data, selection, 'light', 'USBR');
  expect(content).toMatchObject({
    title: 'Near Blackfoot to Neeley, Reach Gain',
    subtitle: '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020',
    axes: { left: { unit: 'AF / Month' } },
    mark: { label: 'Incomplete' },
    series: [{ label: '2026', xs: [1], ys: [198] }],
  });
  expect(content?.series[0]?.isMarked?.(0)).toBe(true);
  expect(gainsChartContent({ ...data, chosen: [] }, selection, 'light', '')).toBeUndefined();
});
