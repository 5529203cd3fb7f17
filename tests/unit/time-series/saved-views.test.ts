import { cleanStores } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { RequestFailed } from '#client/request.ts';
import type { TimeseriesView } from '#contract/time-series.ts';
import { createTimeSeries } from '#features/time-series/screen.ts';
import { type FakeResponses, fakeAddress, fakeServer, sub } from '../../support/fake-server.ts';

const drawn =
  'huc8s=&parameter_left=1&locations_left=10&parameter_right=7&locations_right=20&start=2020-01-01&end=2020-06-30&submitted=yes';
const view: TimeseriesView = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Reach',
  query: drawn,
  updated_at: '2026-11-21T18:00:00.000Z',
};
let stop = () => {};

async function open(query: string, responses: FakeResponses = {}) {
  const server = fakeServer({ listTimeseriesViews: () => [view], ...responses });
  const bar = fakeAddress(query);
  const notify = vi.fn();
  const now = () => new Date('2026-11-21T18:00:00Z');
  const screen = createTimeSeries({ request: server.request, address: bar.address, sub, notify, now });
  const ends = [screen.$selection, screen.$stage, screen.results.$results].map((store) =>
    store.listen(() => {}),
  );
  const end = screen.start();
  stop = () => {
    end();
    for (const each of ends) each();
  };
  await vi.waitFor(() => expect(screen.$stage.get()).toBe('ready'));
  return { screen, server, notify, ...bar };
}

afterEach(() => {
  stop();
  cleanStores();
});

test('an incomplete choice is saved without being submitted', async () => {
  const { screen, server } = await open(drawn, { createTimeseriesView: () => view });
  screen.setLocations('right', []);
  await screen.saveView('Reach');
  expect(server.callsOf('createTimeseriesView')[0]?.body).not.toMatchObject({
    query: expect.stringContaining('submitted'),
  });
});

test('a view is opened drawn, as a step of the history', async () => {
  const { screen, history, back } = await open('');
  const before = screen.$selection.get();
  screen.openView(`${drawn}&x=2020-02-08..2020-02-28`);
  await vi.waitFor(() => expect(screen.results.$loading.get()).toBe(false));
  expect(screen.results.$results.get()?.shown.end).toBe('2020-06-30');
  expect(screen.$chart.get().window).toEqual([18_300, 18_320]);
  expect(history).toHaveLength(2);
  back();
  expect(screen.$selection.get()).toEqual(before);
  expect(screen.results.$results.get()).toBeUndefined();
});

test('a view with a site that no longer exists is opened without it, and says so', async () => {
  const { screen } = await open('');
  screen.openView(drawn.replace('locations_left=10', 'locations_left=10,99'));
  await vi.waitFor(() => expect(screen.results.$results.get()).toBeDefined());
  expect(screen.$dropped.get()?.locations).toEqual([99]);
  expect(screen.$selection.get().left.locations).toEqual([10]);
  screen.openView(drawn.replace('locations_left=10', 'locations_left=99'));
  expect(screen.$dropped.get()?.locations).toEqual([99]);
  expect(screen.results.$results.get()).toBeUndefined();
});

test('a refused change is reported with the reason, and the list is loaded again', async () => {
  const refusal = new RequestFailed('refused', 'You already have a view named “Reach”. Choose another name.');
  const { screen, server, notify } = await open('', {
    saveTimeseriesView: () => Promise.reject(refusal),
    deleteTimeseriesView: () => Promise.reject(new Error('x')),
  });
  expect(await screen.views.rename(view, 'Reach')).toBe(false);
  expect(notify).toHaveBeenLastCalledWith(refusal.message, 'error');
  expect(server.callsOf('listTimeseriesViews')).toHaveLength(1);
  expect(await screen.views.remove(view)).toBe(false);
  expect(notify).toHaveBeenLastCalledWith('Something went wrong', 'error');
});

test('one change is made at a time', async () => {
  const { screen, server } = await open('', { deleteTimeseriesView: () => ({ id: view.id }) });
  const both = await Promise.all([screen.views.remove(view), screen.views.remove(view)]);
  expect(both).toEqual([true, false]);
  expect(server.callsOf('deleteTimeseriesView')).toHaveLength(1);
});
