import { expect, it, vi } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import { createQuery, dataOf, errorOf } from '#stores/queries.ts';
import { deferred } from '../../support/fake-server.ts';

/** Calls that the test answers, in their order. */
function createCalls() {
  const open: { answer(value: string): void; fail(error: Error): void; signal: AbortSignal }[] = [];
  const fetch = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      open.push({ answer: resolve, fail: reject, signal });
    });
  return { open, fetch };
}

it('goes from loading to ready, and keeps the data while it renews', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery({ fetch, now: () => 5 });
  expect(query.$state.get()).toEqual({ status: 'loading' });
  const first = query.load();
  open[0]?.answer('a');
  await first;
  expect(query.$state.get()).toEqual({ status: 'ready', data: 'a', at: 5 });
  const second = query.retry();
  expect(query.$state.get()).toEqual({ status: 'renewing', data: 'a', at: 5 });
  open[1]?.fail(new RequestFailed('offline', 'Away.'));
  await second;
  expect(query.$state.get()).toMatchObject({ status: 'stale', data: 'a', at: 5 });
  expect(dataOf(query.$state.get())).toBe('a');
  expect(errorOf(query.$state.get())?.message).toBe('Away.');
});

it('fails without data, and loads again on request', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery({ fetch });
  const first = query.load();
  open[0]?.fail(new Error('whatever'));
  await first;
  expect(query.$state.get()).toMatchObject({ status: 'failed', error: { reason: 'unreadable' } });
  const second = query.retry();
  open[1]?.answer('b');
  await second;
  expect(dataOf(query.$state.get())).toBe('b');
});

it('loads again only when the data are older than the maximum age', async () => {
  const { open, fetch } = createCalls();
  let now = 0;
  const query = createQuery({ fetch, maxAgeMs: 1000, now: () => now });
  const first = query.load();
  open[0]?.answer('a');
  await first;
  now = 999;
  await query.load();
  expect(open).toHaveLength(1);
  now = 1000;
  const again = query.load();
  expect(open).toHaveLength(2);
  open[1]?.answer('b');
  await again;
});

it('lets the last call win', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery({ fetch });
  const both = [query.retry(), query.retry()];
  expect(open[0]?.signal.aborted).toBe(true);
  open[1]?.answer('new');
  open[0]?.answer('old');
  await Promise.all(both);
  expect(dataOf(query.$state.get())).toBe('new');
});

it('returns to the last settled state when it is canceled', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery({ fetch, now: () => 5 });
  void query.load();
  query.cancel();
  expect(open[0]?.signal.aborted).toBe(true);
  expect(query.$state.get()).toEqual({ status: 'loading' });
  const second = query.load();
  open[1]?.answer('a');
  await second;
  void query.retry();
  query.cancel();
  expect(query.$state.get()).toEqual({ status: 'ready', data: 'a', at: 5 });
});

it('submits the same selection once, lets the last one win, and retries or cancels it', async () => {
  const gates = [deferred<string>(), deferred<string>()];
  let loadCount = 0;
  const query = createQuery<string, number>({
    onSubmit: true,
    isSame: (one, other) => one === other,
    fetch: (_signal, selection) => gates[loadCount++]?.promise ?? Promise.resolve(`later ${selection}`),
  });
  query.submit(1);
  query.submit(1);
  expect(loadCount).toBe(1);
  query.submit(2);
  gates[0]?.give('first');
  gates[1]?.refuse(new RequestFailed('timeout', 'The server took too long to answer.'));
  await vi.waitFor(() => expect(query.$state.get()).toMatchObject({ status: 'failed', selection: 2 }));
  void query.retry();
  await vi.waitFor(() => expect(query.$state.get()).toMatchObject({ status: 'ready', data: 'later 2' }));
  query.submit(3);
  query.cancel();
  expect(query.$state.get()).toMatchObject({ selection: 2, data: 'later 2' });
  query.clear();
  expect(query.$state.get()).toEqual({ status: 'idle' });
});

it('keeps the data of the selection before until those of the next have come, also when that fails', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery<string, number>({ onSubmit: true, keepsData: true, fetch, now: () => 5 });
  const settled = (status: string) => vi.waitFor(() => expect(query.$state.get().status).toBe(status));
  query.submit(1);
  expect(query.$state.get()).toEqual({ status: 'loading', selection: 1 });
  open[0]?.answer('one');
  await settled('ready');
  query.submit(2);
  expect(query.$state.get()).toEqual({ status: 'renewing', selection: 2, data: 'one', at: 5 });
  open[1]?.fail(new RequestFailed('offline', 'Away.'));
  await settled('stale');
  expect(query.$state.get()).toMatchObject({ selection: 2, data: 'one', error: { message: 'Away.' } });
  query.submit(3);
  expect(dataOf(query.$state.get())).toBe('one');
  open[2]?.answer('three');
  await settled('ready');
  expect(query.$state.get()).toEqual({ status: 'ready', selection: 3, data: 'three', at: 5 });
});

it('shows a part of the data while the rest is loading, and passes the previous data to a retry', async () => {
  const gate = deferred<void>();
  const seen: unknown[] = [];
  const query = createQuery<string, number>({
    onSubmit: true,
    isSame: (one, other) => one === other,
    now: () => 5,
    async fetch(_signal, _selection, { previous, report }) {
      seen.push(previous);
      report('part');
      await gate.promise;
      return 'whole';
    },
  });
  query.submit(1);
  expect(query.$state.get()).toEqual({ status: 'loading', selection: 1, partial: 'part' });
  gate.give();
  await vi.waitFor(() => expect(dataOf(query.$state.get())).toBe('whole'));
  const retried = query.retry();
  expect(query.$state.get()).toEqual({ status: 'renewing', selection: 1, data: 'part', at: 5 });
  await retried;
  expect(seen).toEqual([undefined, 'whole']);
});
