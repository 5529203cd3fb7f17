import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SitePage, SiteRecord } from '#features/site-page/contract.ts';
import { choiceCodec, createSiteScreen } from '#features/site-page/screen/site-screen.ts';
import { fakeAddress, fakeServer, setClock } from '../../support/fake-server.ts';
import { gageFinding } from '../../support/finding.ts';
import { gageRecord, heise, seasonOfDays } from './example.ts';

const record = (parameter_ndx: number, rdate: string | null, is_withheld = false): SiteRecord => ({
  ...gageRecord,
  parameter_ndx,
  por_end: rdate,
  is_withheld,
  latest: rdate === null || is_withheld ? null : { ...gageFinding, parameter_ndx, rdate },
});

const page: SitePage = {
  site: heise,
  year: null,
  records: [record(1, null), record(3, '2024-10-02'), record(5, '2024-10-01')],
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

async function open(query = '', records = page.records) {
  const server = fakeServer({
    readSitePage: () => {
      const asked = Object(server.callsOf('readSitePage').at(-1)?.query).year;
      return { ...page, records, year: asked === undefined ? null : Number(asked) };
    },
    readSiteSeason: () => {
      const asked = Object(server.callsOf('readSiteSeason').at(-1)?.query).parameter;
      return seasonOfDays({ parameter_ndx: asked === undefined ? 3 : Number(asked) });
    },
  });
  const bar = fakeAddress(query);
  setClock('2024-10-03T18:00:00Z');
  const screen = createSiteScreen({
    id: 'USGS-13037500',
    address: bar.address,
  });
  const stop = screen.start();
  await vi.runAllTimersAsync();
  return { screen, server, bar, stop };
}

const seasonsOf = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.callsOf('readSiteSeason').map(({ query }) => Object(query).parameter);

test('the season of the main record is asked for once, together with the page', async () => {
  const opened = await open();
  expect(opened.screen.$record.get()?.parameter_ndx).toBe(3);
  expect(seasonsOf(opened)).toEqual([undefined]);
  expect(opened.server.callsOf('readSitePage')[0]).toMatchObject({ params: { location: 'USGS-13037500' } });
  opened.stop();
});

test('another parameter has its own season, and its own view of the chart', async () => {
  const opened = await open();
  opened.screen.setChart({ window: [1, 2], hidden: [] });
  opened.screen.choose({ parameter: 5 });
  await vi.runAllTimersAsync();
  expect(seasonsOf(opened)).toEqual([undefined, '5']);
  expect(opened.screen.$chart.get().window).toBeUndefined();
  opened.screen.choose({ year: 2021 });
  await vi.runAllTimersAsync();
  expect(seasonsOf(opened)).toHaveLength(2);
  opened.stop();
});

test('a parameter of the address that the site does not have gives way to the main one', async () => {
  const opened = await open('parameter=77');
  expect(opened.screen.$record.get()?.parameter_ndx).toBe(3);
  expect(seasonsOf(opened)).toEqual(['77', '3']);
  opened.stop();
});

test('a record whose values are withheld is not asked for again', async () => {
  const opened = await open('parameter=5', [record(3, '2024-10-02', true)]);
  expect(opened.screen.$record.get()).toMatchObject({ parameter_ndx: 3, is_withheld: true });
  expect(seasonsOf(opened)).toEqual(['5']);
  opened.stop();
});

const nothing = { parameter: undefined, view: undefined, isLog: false, isPercent: false, year: undefined };

test.each([
  ['', nothing],
  ['parameter=0&year=12&view=days&log=1', nothing],
  ['parameter=-1&year=2021.5', nothing],
  ['parameter=five&year=2300', nothing],
  ['parameter=123456&year=1899', { ...nothing, year: 1899 }],
  ['view=water-year&log=yes', { ...nothing, view: 'water-year', isLog: true }],
])('reads the query %o', (query, expected) => {
  expect(choiceCodec.read(query).value).toEqual(expected);
});
