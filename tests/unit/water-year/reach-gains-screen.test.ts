import { afterEach, expect, test, vi } from 'vitest';
import { gainsChartContent } from '#features/water-year/reach-gains/gains-charts.ts';
import { createReachGains, gainViewCodec } from '#features/water-year/reach-gains/screen.ts';
import { type FakeResponses, fakeAddress, fakeServer, location } from '../../support/fake-server.ts';
import { createGain, createStanding } from '../../support/standing.ts';

let stop = () => {};
afterEach(() => stop());

const gain = createGain({ days_estimated: 3, approval: 'P' });

async function openReach(query = '', responses: FakeResponses = {}) {
  const server = fakeServer({
    listReachLocations: () => [location(10, [9])],
    listAnalysisSeries: () => ['Median', '2026'].map((series_desc) => ({ series_desc })),
    readReachGains: () => [gain],
    readReachGainsOfAllYears: () => [gain, { ...gain, month_abbrev: 'Annual Total' }],
    readReachGainsToDate: () => [],
    readReachGainSeason: () => null,
    readReachBoard: () => null,
    readStanding: () => createStanding({ parameter_ndx: 9, is_demonstration: true }),
    ...responses,
  });
  const { address, history } = fakeAddress(`location=10&series=Median,2026&submitted=yes${query}`);
  const now = () => new Date('2026-11-21T18:00:00Z');
  const screen = createReachGains({ request: server.request, address, now });
  stop = screen.start();
  await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
  const state = screen.result.$state.get();
  if (state.status !== 'ready') throw new Error('The result is ready.');
  return { server, screen, history, data: state.data, selection: state.selection };
}

test('starts with the first reach that has values, and submits nothing by itself', async () => {
  const server = fakeServer({
    listReachLocations: () => [location(7, [1]), location(10, [9]), location(11, [9])],
    listAnalysisSeries: () => [{ series_desc: 'Median' }],
    readReachBoard: () => null,
  });
  const now = () => new Date('2026-11-21T18:00:00Z');
  const screen = createReachGains({ request: server.request, address: fakeAddress().address, now });
  stop = screen.start();
  await vi.waitFor(() => expect(screen.$selection.get().location).toBe(10));
  expect(screen.$reason.get()).toBeUndefined();
  expect([screen.result.$state.get().status, screen.season.$state.get().status]).toEqual(['idle', 'idle']);
});

test('loads the board of its address, and again for another day, season or gage error', async () => {
  const { server, screen, history } = await openReach('&on=2026-07-15&error=8&since=may');
  const asked = () => server.callsOf('readReachBoard').map((call) => call.query);
  const first = { on: '2026-07-15', error: '8', start: 'may', reference: '1991-2020' };
  expect(asked()).toEqual([first]);
  screen.setBoard({ on: '2026-07-14' });
  await vi.waitFor(() => expect(asked()).toHaveLength(2));
  screen.setView({ start: 'nov' });
  await vi.waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked().at(-1)).toEqual({ ...first, on: '2026-07-14', start: 'nov' });
  expect(history.at(-1)).toMatch(/on=2026-07-14/);
});

test.each(['2026-02-30', 'yesterday', '20260715', ''])(
  'takes %j in the address as the latest day',
  async (on) => {
    const { server } = await openReach(`&on=${on}&error=99`);
    expect(server.callsOf('readReachBoard').map((call) => call.query)).toEqual([
      { error: '5', start: 'nov', reference: '1991-2020' },
    ]);
  },
);

test('neither ranks nor compares a season to date of a reach that has ended', async () => {
  const toDate = [
    {
      month_abbrev: 'Annual to Date',
      year_num: '2026',
      from: '2025-10-01',
      through: '2026-08-14',
      rank: 1,
      years: 20,
      percent_of_median: 90,
      gains: [],
    },
  ];
  const openWith = async (rdate: string) => {
    stop();
    const standing = createStanding({ parameter_ndx: 9, latest: { rdate } });
    return (await openReach('', { readReachGainsToDate: () => toDate, readStanding: () => standing })).data
      .toDate;
  };
  expect(await openWith('2026-11-19')).toHaveLength(1);
  expect(await openWith('2024-11-19')).toHaveLength(1);
  expect(await openWith('2024-09-19')).toEqual([]);
});

test('draws the whole months in acre-feet, the latest year leading, with estimated ones hollow, and no totals', async () => {
  const { data, selection } = await openReach();
  const content = gainsChartContent(data, selection, 'light', 'USBR');
  expect(content).toMatchObject({
    title: 'Near Blackfoot to Neeley, Reach Gain',
    subtitle: '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020',
    axes: { left: { unit: 'AF / Month' } },
    estimatedMark: { label: 'Estimated', meaning: expect.stringMatching(/^Hollow/) },
    isDemonstration: true,
    series: [{ label: '2026', xs: [1], ys: [198], shape: 'dots', emphasis: 'leading' }],
  });
  const [line] = content?.series ?? [];
  expect([line?.isMarked?.(0), line?.isEstimated?.(0), line?.noteOf?.(0)]).toEqual([
    true,
    true,
    '3 days estimated',
  ]);
  const complete = gainsChartContent(
    { ...data, chosen: [{ ...gain, days_estimated: 0 }] },
    selection,
    'light',
    '',
  );
  expect(complete?.series[0]?.isEstimated).toBeUndefined();
  expect(gainsChartContent({ ...data, chosen: [] }, selection, 'light', '')).toBeUndefined();
  const running = { ...gain, month_abbrev: 'Nov', complete: false, days_missing: 8 };
  const months = gainsChartContent({ ...data, chosen: [gain, running] }, selection, 'light', '');
  expect(months?.series).toMatchObject([{ xs: [1], ys: [198] }]);
  expect(gainsChartContent({ ...data, chosen: [running] }, selection, 'light', '')).toBeUndefined();
});

test('loads the season of the submitted reach, and again what a choice changes', async () => {
  const { server, screen, history } = await openReach(
    '&since=oct&reference=all&unit=percent&drawn=gain&s.x=31..92&s.off=2021',
  );
  expect(screen.$view.get()).toEqual({ unit: 'percent', start: 'oct', reference: 'all', drawn: 'gain' });
  expect(screen.$seasonChart.get()).toMatchObject({ window: [31, 92], hidden: ['2021'] });
  screen.setView({ unit: 'volume' });
  expect(history.at(-1)).not.toContain('unit=');
  screen.setView({ start: 'may' });
  screen.setView({ reference: { from: 2001, to: 2020 } });
  expect(history.at(-1)).toMatch(/&since=may&reference=2001-2020&drawn=gain$/);
  await vi.waitFor(() => expect(screen.season.$state.get().status).toBe('ready'));
  expect(server.callsOf('readReachGainSeason').map(({ params, query }) => [params.location, query])).toEqual([
    ['10', { start: 'oct', reference: 'all' }],
    ['10', { start: 'may', reference: 'all' }],
    ['10', { start: 'may', reference: '2001-2020' }],
  ]);
});

test.each([
  '',
  'unit=percentage&since=july&reference=2020-1991&drawn=deficit',
  'unit=&since=&reference=',
  'since=NOV&reference=1991',
  'reference=1991-2020&since=nov&unit=volume',
])('reads the view of the address "%s" as the default, which needs no words in it', (query) => {
  expect(gainViewCodec.read(query).value).toEqual(gainViewCodec.initial);
  expect(gainViewCodec.write(gainViewCodec.read(query).value)).toBe('');
});
