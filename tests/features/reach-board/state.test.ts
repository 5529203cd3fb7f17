import { atom } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { createReachBoard, seasonViewCodec } from '#features/reach-board/screen/state.ts';
import type { ReachHost } from '#season/reach-parts.ts';
import { createScreen } from '#stores/create-screen.ts';
import { fakeAddress, fakeServer } from '../../support/fake-server.ts';

let stop = () => {};
afterEach(() => stop());

function openBoard(query = '') {
  const server = fakeServer({ readReachGainSeason: () => null, readReachBoard: () => null });
  const { address, history } = fakeAddress(query);
  const $compared = atom<ReturnType<ReachHost['$compared']['get']>>(undefined);
  const board = createReachBoard({ request: server.request, $compared, compare: () => {} });
  const { parts, submitted, onStart } = board;
  stop = createScreen({ address, parts, submitted, onStart }).start();
  return { server, board, $compared, history };
}

test('loads no season before a reach is compared', () => {
  const { server, board } = openBoard();
  expect(board.season.$state.get().status).toBe('idle');
  expect(server.callsOf('readReachGainSeason')).toEqual([]);
});

test('loads the board of its address, and again for another day, season or gage error', async () => {
  const { server, board, history } = openBoard('on=2026-07-15&error=8&since=may');
  const asked = () => server.callsOf('readReachBoard').map((call) => call.query);
  const first = { on: '2026-07-15', error: '8', start: 'may', reference: '1991-2020' };
  expect(asked()).toEqual([first]);
  board.setBoard({ on: '2026-07-14' });
  await vi.waitFor(() => expect(asked()).toHaveLength(2));
  board.setView({ start: 'nov' });
  await vi.waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked().at(-1)).toEqual({ ...first, on: '2026-07-14', start: 'nov' });
  expect(history.at(-1)).toMatch(/on=2026-07-14/);
});

test.each(['2026-02-30', 'yesterday', '20260715', ''])(
  'takes %j in the address as the latest day',
  async (on) => {
    const { server } = openBoard(`on=${on}&error=99`);
    expect(server.callsOf('readReachBoard').map((call) => call.query)).toEqual([
      { error: '5', start: 'nov', reference: '1991-2020' },
    ]);
  },
);

test('loads the season of the submitted reach, and again what a choice changes', async () => {
  const { server, board, $compared, history } = openBoard(
    'since=oct&reference=all&drawn=gain&s.x=31..92&s.off=2021',
  );
  expect(board.$view.get()).toEqual({ start: 'oct', reference: 'all', drawn: 'gain' });
  expect(board.$seasonChart.get()).toMatchObject({ window: [31, 92], hidden: ['2021'] });
  $compared.set({ location: 10, isLoading: true });
  board.setView({ start: 'may' });
  board.setView({ reference: { from: 2001, to: 2020 } });
  expect(history.at(-1)).toBe('since=may&reference=2001-2020&drawn=gain');
  await vi.waitFor(() => expect(board.season.$state.get().status).toBe('ready'));
  expect(server.callsOf('readReachGainSeason').map(({ params, query }) => [params.location, query])).toEqual([
    ['10', { start: 'oct', reference: 'all' }],
    ['10', { start: 'may', reference: 'all' }],
    ['10', { start: 'may', reference: '2001-2020' }],
  ]);
});

test.each([
  '',
  'since=july&reference=2020-1991&drawn=deficit',
  'since=&reference=',
  'since=NOV&reference=1991',
  'reference=1991-2020&since=nov',
])('reads the view of the address "%s" as the default, which needs no words in it', (query) => {
  expect(seasonViewCodec.read(query).value).toEqual(seasonViewCodec.initial);
  expect(seasonViewCodec.write(seasonViewCodec.read(query).value)).toBe('');
});
