import { afterEach, expect, test, vi } from 'vitest';
import { gainsChartContent } from '#features/reach-gains/screen/gains-charts.ts';
import { createReachGains, gainViewCodec } from '#features/reach-gains/screen/screen.ts';
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
    readStanding: () => createStanding({ parameter_ndx: 9 }),
    ...responses,
  });
  const { address, history } = fakeAddress(`location=10&series=Median,2026&submitted=yes${query}`);
  const now = () => new Date('2026-11-21T18:00:00Z');
  const screen = createReachGains({ request: server.request, address, now, parts: [] });
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
  });
  const now = () => new Date('2026-11-21T18:00:00Z');
  const screen = createReachGains({
    request: server.request,
    address: fakeAddress().address,
    now,
    parts: [],
  });
  stop = screen.start();
  await vi.waitFor(() => expect(screen.$selection.get().location).toBe(10));
  expect(screen.$reason.get()).toBeUndefined();
  expect(screen.result.$state.get().status).toBe('idle');
});

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

test('has the unit of the table in the address', async () => {
  const { screen, history } = await openReach('&unit=percent');
  expect(screen.$view.get()).toEqual({ unit: 'percent' });
  screen.setView({ unit: 'volume' });
  expect(history.at(-1)).not.toContain('unit=');
  expect(gainViewCodec.read('unit=percentage').value).toEqual({ unit: 'volume' });
});
