import { cleanStores } from 'nanostores';
import { afterEach, expect, test } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import type { TimeseriesView } from '#features/saved-views/contract.ts';
import { createViews } from '#features/saved-views/screen/saved-views.ts';
import { type FakeResponses, fakeServer } from '../../support/fake-server.ts';

const view: TimeseriesView = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Reach',
  query: 'parameter_left=1&locations_left=10&axes=one&submitted=yes',
  updated_at: '2026-11-21T18:00:00.000Z',
};

async function open(responses: FakeResponses) {
  const server = fakeServer({ listTimeseriesViews: () => [view], ...responses });
  return { views: createViews(), server, notify: server.notify };
}

afterEach(() => cleanStores());

test('a refused change is reported with the reason, and the list is loaded again', async () => {
  const refusal = new RequestFailed('refused', 'You already have a view named “Reach”. Choose another name.');
  const { views, server, notify } = await open({
    saveTimeseriesView: () => Promise.reject(refusal),
    deleteTimeseriesView: () => Promise.reject(new Error('x')),
  });
  expect(await views.rename(view, 'Reach')).toBe(false);
  expect(notify).toHaveBeenLastCalledWith(refusal.message, 'error');
  expect(server.callsOf('listTimeseriesViews')).toHaveLength(1);
  expect(await views.remove(view)).toBe(false);
  expect(notify).toHaveBeenLastCalledWith('Something went wrong', 'error');
});

test('one change is made at a time', async () => {
  const { views, server } = await open({ deleteTimeseriesView: () => ({ id: view.id }) });
  const both = await Promise.all([views.remove(view), views.remove(view)]);
  expect(both).toEqual([true, false]);
  expect(server.callsOf('deleteTimeseriesView')).toHaveLength(1);
});
